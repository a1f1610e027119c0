// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Sonification

/// No file content may stop the program.
@Suite(.computing) struct PresetRobustnessTests {
    @Test func nastyFilesAreRefused() {
        let laughs =
            "preset: 1\nplace: indoor\nbase:\n"
            + (0..<40).map { "  a\($0): &a\($0) [\($0 == 0 ? "1" : "*a\($0 - 1), *a\($0 - 1)")]\n" }.joined()
        let nasty = [
            String(repeating: "[", count: 100_000), String(repeating: "{", count: 100_000), String(repeating: "- ", count: 100_000),
            String(repeating: "a: ", count: 50_000), String(repeating: "? ", count: 50_000), laughs,
            laughs + "? *a39\n: 1\n", laughs + "  *a39 : 1\n", laughs + "  {*a39: 1}: 1\n",
            "preset: 1\nplace: indoor\nmap: &m [*m]\n", "&a a: *a", "\u{0}", "\u{feff}", "\u{feff}preset: 1", "%YAML 9.9\n---\na",
            "!!binary x: y",
            "preset: 1\nbase: {? {a: b} : 1, ? [c] : 2}", "preset: 1\nbase: { <<: {drops.rate: 3} }", "a: !<tag:x> b", "\"\\ud800\"",
            "\u{1b}[31m: 1",
            "preset: 1\nbase:\n  drops.rate: " + String(repeating: "9", count: 100_000),
            "preset: 1\nbase:\n  " + String(repeating: "k", count: 100_000) + ": 1",
            "preset: 1\nplace: indoor\nmap:\n" + String(repeating: "  - {}\n", count: 20_000),
        ]
        for text in nasty {
            let result = Made.check(text)
            #expect(result.preset == nil)
            #expect(!result.diagnostics.isEmpty)
            for finding in result.diagnostics.prefix(50) {
                let said = finding.description
                #expect(said.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || ($0.value >= 32 && $0.value != 127) })
                #expect(said.count < 5000)
            }
        }
    }

    /// An unclosed construct ends past the text, and YAML recognises more line breaks than an editor: the reported position still
    /// lies in the text.
    @Test(arguments: [
        ("preset: 1\nbase: {a:\n", 2, 10), ("preset: 1\nbase: {a:", 2, 10), ("base: [1,\n\n  \n", 1, 10),
        ("preset: 1\nbase: {a: [1, {b:\n", 2, 18),
        ("preset: 1\u{85}place: indoor\u{2028}base: ]", 3, 7),
    ])
    func placesLieInTheText(text: String, line: Int, column: Int) throws {
        let finding = try #require(Made.check(text).diagnostics.first)
        #expect(finding.place.line == line && finding.place.column == column, "\(finding)")
        #expect(finding.message.contains("this is not YAML"))
    }

    /// Shipped presets with random bytes changed: read, checked, described and played, or refused; never a trap.
    @Test(arguments: 0..<8)
    func mutationsNeverTrap(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let library = PresetLibrary(folders: [])
        let texts = try ["commuter", "hiker", "storm", "tone"].map { Array(try library.source($0).text.utf8) }
        let pieces = [
            "*a", "&a ", "[", "]", "{", "}", ": ", "\n", "  ", "- ", "nan", "1e308", "-", "\"", "'", "#", "|", "0", "9", ".inf", "? ",
            "\u{0}", "\t", "log", "auto", "p5", "é",
        ].map { Array($0.utf8) }
        var usable = 0
        for _ in 0..<250 {
            guard var bytes = texts.randomElement(using: &random) else { return }
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
                default: bytes[place] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &random)
                }
            }
            let result = Made.check(String(decoding: bytes, as: UTF8.self))
            for finding in result.diagnostics {
                #expect(!finding.description.isEmpty && finding.place.line >= 1 && finding.place.column >= 1)
            }
            guard let preset = result.preset else {
                #expect(result.diagnostics.contains { $0.severity == .error })
                continue
            }
            usable += 1
            #expect(!PresetDescription(preset).text.isEmpty)
            var sonifier = Sonifier(preset: preset, sampleRate: 48_000)
            for second in 0..<20 {
                sonifier.receive(
                    Made.update(
                        Double(second),
                        [("speed", Double(second)), ("climb", 0.1), ("lost", second > 10 ? 1 : 0), ("distance", Double(second * 60))],
                        events: ["fix lost"]), at: Int64(second) * 48_000)
            }
            sonifier.advance(to: 30 * 48_000) { _ in }
        }
        #expect(usable > 10)
    }
}
