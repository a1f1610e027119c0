import Foundation
import Testing

/// The README's examples run as they stand; playing takes three seconds on a silent device.
@Suite(.serialized) struct ReadmeTests {
    static let readme = (try? String(contentsOf: Program.root.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

    /// The lines of the shell block under "Five examples", without their remarks.
    static let examples: [String] = {
        guard let section = readme.range(of: "## Five examples") else { return [] }
        let block = readme[section.upperBound...].components(separatedBy: "```").dropFirst().first ?? ""
        return block.split(separator: "\n").dropFirst().map { line in
            (line.components(separatedBy: " #").first ?? "").trimmingCharacters(in: .whitespaces)
        }
    }()

    @Test func thereAreFive() { #expect(Self.examples.count == 5) }

    @Test(arguments: examples) func runs(example: String) throws {
        let folder = try Folder()
        var (_, environment) = try LivePlayTests.configuration(folder)
        environment["OUT"] = folder.url.path
        var line = example.replacingOccurrences(of: "-o hike.flac", with: "-o $OUT/hike.flac")
        if line.hasPrefix("amaoto play") { line += " -D cap -d 3" }
        let run = try Program.shell(line, environment: environment)
        #expect(run.status == 0, "\(run.errors)")
        let made = folder.names.contains { $0.hasSuffix(".flac") || $0 == "captured.raw" }
        #expect(!run.output.isEmpty || made || !run.errors.isEmpty)
    }

    @Test func everyFileItNamesIsThere() throws {
        let pattern = try Regex(#"\]\(([^)#:]+)\)"#)
        for match in Self.readme.matches(of: pattern) {
            let path = String(match.output[1].substring ?? "")
            #expect(FileManager.default.fileExists(atPath: Program.root.appendingPathComponent(path).path), "\(path)")
        }
    }
}
