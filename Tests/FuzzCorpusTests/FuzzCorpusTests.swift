// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import FuzzProperties

/// Every stored input of every fuzzer satisfies the properties that the fuzzers assert, without libFuzzer and its sanitizer.
@Suite struct FuzzCorpusTests {
    @Test(arguments: CorpusInput.all) func everyInputHoldsItsProperties(_ input: CorpusInput) throws {
        switch try Replay.outcome(of: input.fuzzer, on: input.bytes, name: input.name) {
        case .holds: break
        case .finding(let words): Issue.record("\(input.name): \(words)")
        case .hangs: Issue.record("\(input.name): it does not end")
        }
    }

    @Test func everyFuzzerHasInputsAndEveryInputAFuzzer() throws {
        for fuzzer in Fuzzer.all {
            for pattern in fuzzer.inputs where !pattern.hasPrefix("Fuzzing/Corpus/") {
                #expect(!CorpusInput.paths(pattern).isEmpty, "\(fuzzer.name): no file is \(pattern)")
            }
            #expect(!CorpusInput.of(fuzzer).isEmpty, "\(fuzzer.name) has no input")
        }
        let folders = try FileManager.default.contentsOfDirectory(atPath: TestData.root.appendingPathComponent("Fuzzing/Corpus").path)
        #expect(Set(folders).isSubset(of: Fuzzer.all.map(\.name) + ["planted"]))
        #expect(CorpusInput.all.count >= 500)
    }

    /// A fuzzer with a deliberately broken property, with an input that reaches it and one that does not.
    @Test func aBrokenPropertyIsReported() throws {
        let planted = try #require(Fuzzer.planted.first { $0.name == "planted-property" })
        let reaching = Array(#"{"time":"2026-01-05T05:49:05Z","lat":35.7,"lon":139.5}"#.utf8)
        guard case .finding(let words) = try Replay.outcome(of: planted, on: reaching, name: "planted") else {
            Issue.record("nothing is reported")
            return
        }
        #expect(words.hasPrefix("FuzzProperties/Planted.swift:") && words.hasSuffix(": the planted property does not hold"))
        let seed = try #require(CorpusInput.paths("Fuzzing/Corpus/planted/*").first)
        #expect(try Replay.outcome(of: planted, on: CorpusInput(fuzzer: planted, path: seed).bytes, name: "planted") == .holds)
    }
}
