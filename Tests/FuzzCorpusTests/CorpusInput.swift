// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import FuzzProperties

/// A stored input of a fuzzer.
struct CorpusInput: Sendable, CustomTestStringConvertible {
    let fuzzer: Fuzzer
    let file: URL

    /// `csv/quote`
    var name: String { "\(fuzzer.name)/\(file.lastPathComponent)" }
    var testDescription: String { name }

    static let corpus = TestData.root.appendingPathComponent("Fuzzing/Corpus")

    static let all: [CorpusInput] = Fuzzer.all.flatMap { fuzzer in
        files(in: fuzzer.name).map { CorpusInput(fuzzer: fuzzer, file: $0) }
    }

    static func files(in folder: String) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: corpus.appendingPathComponent(folder).path)) ?? []
        return names.sorted().map { corpus.appendingPathComponent("\(folder)/\($0)") }
    }
}
