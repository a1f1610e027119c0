// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// The JSON that the program prints or writes, for tests that look at a few of its keys.
enum PrintedJSON {
    static func object(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    static func object(in file: URL) throws -> [String: Any] { try object(Data(contentsOf: file)) }

    /// One object in each line.
    static func objects(_ lines: String) throws -> [[String: Any]] {
        try lines.split(separator: "\n").map { try object(Data($0.utf8)) }
    }
    static func objects(in file: URL) throws -> [[String: Any]] { try objects(String(contentsOf: file, encoding: .utf8)) }
}
