// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// An input in Fixtures/inputs and the two files beside it with its expectations.
struct InputFile: Sendable, CustomTestStringConvertible {
    let name: String
    var testDescription: String { name }

    static let folder = TestData.root.appendingPathComponent("Tests/TrackingTests/Fixtures/inputs").path
    private static let endings = [".jsonl", ".fault"]

    static let all: [InputFile] = {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        let isExpectation = { (name: String) in
            endings.contains { name.hasSuffix($0) && names.contains(String(name.dropLast($0.count))) }
        }
        return names.filter { $0 != "README.md" && !isExpectation($0) }.map { InputFile(name: $0) }
    }()

    var path: String { "\(Self.folder)/\(name)" }

    /// The lines of the expected fixes and messages; nil if neither file exists.
    func expected() throws -> (fixes: [String], words: [String])? {
        let lines = try Self.endings.map { ending -> [String]? in
            guard FileManager.default.fileExists(atPath: path + ending) else { return nil }
            return try String(contentsOfFile: path + ending, encoding: .utf8).split(separator: "\n").map(String.init)
        }
        return lines[0] == nil && lines[1] == nil ? nil : (lines[0] ?? [], lines[1] ?? [])
    }

    func write(_ reading: InputReading) throws {
        for (ending, lines) in zip(Self.endings, [reading.fixes, reading.words]) where !lines.isEmpty {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path + ending))
        }
    }
}
