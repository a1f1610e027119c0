// SPDX-License-Identifier: MIT
import Foundation
import Glibc
import TestTraits
import Testing

@testable import FuzzProperties

/// A stored input of a fuzzer.
struct CorpusInput: Sendable, CustomTestStringConvertible {
    let fuzzer: Fuzzer
    /// `Fuzzing/Corpus/csv/j`, below the project's folder.
    let path: String

    /// `csv on Fuzzing/Corpus/csv/j`
    var name: String { "\(fuzzer.name) on \(path)" }
    var testDescription: String { name }

    var bytes: [UInt8] { get throws { [UInt8](try Data(contentsOf: Self.url(path))) } }

    static let all = Fuzzer.all.flatMap(of)

    /// The inputs of a fuzzer, as `Scripts/fuzz` takes them.
    static func of(_ fuzzer: Fuzzer) -> [CorpusInput] {
        fuzzer.inputs.flatMap(paths).map { CorpusInput(fuzzer: fuzzer, path: $0) }
            .filter { (try? url($0.path).resourceValues(forKeys: [.fileSizeKey]).fileSize).map { $0 <= fuzzer.longest } ?? false }
    }

    private static func url(_ path: String) -> URL { TestData.root.appendingPathComponent(path) }

    static func paths(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(url(pattern).path, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap {
            paths[$0].map { String(String(cString: $0).dropFirst(TestData.root.path.count + 1)) }
        }
    }
}
