// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The attribute `@_noLocks` is present: only with it does the compiler prove that a function takes no lock and allocates no
/// memory.
@Suite(.computing) struct RenderPathSourceTests {
    /// The names of functions on the render path; nothing else in the synthesiser has such a name.
    private static let names: Set = [
        "render", "renderQuantum", "schedule", "process", "next", "step", "advance", "accumulate", "mix", "begin", "pass",
        "ramp", "at", "silence", "start", "strike", "collect", "interleave", "convert", "arrange", "push", "take",
        "drawDrop", "renderVoices", "moveOutside", "applyGains", "fadeOut", "updateField",
    ]
    private static let sources = TestData.root.appending(path: "Sources")

    /// The functions of a Swift source, each with the attributes before it, on its own line or on lines above.
    private static func functions(_ source: String) -> [(name: String, attributes: String)] {
        var found: [(name: String, attributes: String)] = []
        var above = ""
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("//") { continue }
            if let match = text.firstMatch(of: /^([^{"]*\s|)func ([A-Za-z0-9_]+)/) {
                found.append((String(match.output.2), above + String(match.output.1)))
            }
            above = text.hasPrefix("@") && !text.contains("func ") ? above + text + " " : ""
        }
        return found
    }

    private static func files(_ folder: String) throws -> [(name: String, text: String)] {
        let root = sources.appending(path: folder)
        let names = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map {
            ("\(folder)/\($0)", try String(contentsOf: root.appending(path: $0), encoding: .utf8))
        }
    }

    @Test func `every function of the synthesiser that renders is proved`() throws {
        var count = 0
        for file in try Self.files("RainSynthesis") {
            for function in Self.functions(file.text) where Self.names.contains(function.name) {
                count += 1
                #expect(function.attributes.contains("@_noLocks"), "\(file.name): \(function.name)")
            }
        }
        #expect(count > 80)
    }

    @Test func `every function of the mathematics is proved`() throws {
        var count = 0
        for file in try Self.files("DeterministicMath") {
            for function in Self.functions(file.text) {
                count += 1
                #expect(function.attributes.contains("@_noLocks"), "\(file.name): \(function.name)")
            }
        }
        #expect(count > 15)
    }

    @Test(arguments: [
        ("SampleConverter", "convert"), ("SampleConverter", "next"), ("ChannelArrangement", "arrange"), ("SoundRecording", "push"),
    ])
    func `what the audio thread does with the frames is proved`(name: String, function: String) throws {
        let file = try #require(try Self.files("AudioOutput").first { $0.name.hasSuffix("/\(name).swift") })
        #expect(Self.functions(file.text).contains { $0.name == function && $0.attributes.contains("@_noLocks") })
    }

    /// Generic code uses metadata, so that the compiler proves it in each caller, into which it must be inlined.
    @Test func `what the exchange calls real-time safe can be inlined into what is proved`() throws {
        var count = 0
        for file in try Self.files("RealtimeExchange") {
            let lines = file.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            for (index, line) in lines.enumerated() where line.hasPrefix("///") && line.localizedCaseInsensitiveContains("real-time safe") {
                let below = try #require(lines[index...].first { !$0.hasPrefix("///") })
                guard !below.contains("struct "), !below.contains("class ") else { continue }
                count += 1
                #expect(below.contains("@inlinable"), "\(file.name): \(line)")
            }
        }
        #expect(count > 6)
    }

    @Test func `a function without the attribute is seen, whatever stands around it`() {
        let source = """
            /// func render() is told of in a comment
            @_noLocks public mutating func render(into: Int) {}
            @_noLocks
            @inline(__always)
            static func next() -> Int { 0 }
            let named = "func process()"
            public mutating func process(_ x: Int) {
                func advance() {}
            }
            """
        let found = Self.functions(source)
        #expect(found.map(\.name) == ["render", "next", "process", "advance"])
        #expect(found.map { $0.attributes.contains("@_noLocks") } == [true, true, false, false])
    }
}
