// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The README's examples run verbatim; playing takes three seconds on a silent device.
@Suite(.waiting, .serialized) struct ReadmeTests {
    static let readme = (try? String(contentsOf: Program.root.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

    static let examples = block("## Five examples") + block("## On the railway")

    /// The lines of the first shell block under a heading, without their comments.
    private static func block(_ heading: String) -> [String] {
        guard let section = readme.range(of: heading) else { return [] }
        let block = readme[section.upperBound...].components(separatedBy: "```").dropFirst().first ?? ""
        return block.split(separator: "\n").dropFirst().map { line in
            (line.components(separatedBy: " #").first ?? "").trimmingCharacters(in: .whitespaces)
        }
    }

    @Test func thereAreFiveAndFive() { #expect(Self.examples.count == 10) }

    @Test(arguments: examples) func runs(example: String) throws {
        let folder = try Folder()
        var (_, environment) = try SoundDevices.capturing(in: folder)
        environment["OUT"] = folder.url.path
        var line = example.replacing("-o ", with: "-o $OUT/").replacing("-o $OUT/-", with: "-o -")
            .replacing("--captions train", with: "--captions $OUT/train")
        if line.hasPrefix("amaoto play") { line += " -D cap -d 3" }
        let run = try Program.shellMustSucceed(line, environment: environment)
        // Sound, text, a picture or another program's figures; messages alone are none of these.
        let made = try folder.names.contains { try $0 != "asound.conf" && !Data(contentsOf: folder.file($0)).isEmpty }
        let isMeasured = line.contains("| sox ") && run.errors.contains("Maximum amplitude") && !run.errors.contains("WARN")
        #expect(!run.output.isEmpty || made || isMeasured, "\(run.errors)")
    }

    @Test func everyFileItNamesIsThere() throws {
        let pattern = try Regex(#"\]\(([^)#:]+)\)"#)
        let matches = Self.readme.matches(of: pattern)
        #expect(matches.count > 20)
        for match in matches {
            let path = String(match.output[1].substring ?? "")
            #expect(FileManager.default.fileExists(atPath: Program.root.appendingPathComponent(path).path), "\(path)")
        }
    }
}
