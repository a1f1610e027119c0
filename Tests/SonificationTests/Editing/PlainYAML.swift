// SPDX-License-Identifier: MIT
import Foundation
import Yams

/// The content of a text as Yams alone reads it: every leaf by its path, aliases followed.
struct PlainYAML: Equatable {
    var leaves: [String: String] = [:]

    init(_ text: String) throws {
        let padded = (text.hasPrefix("\u{feff}") ? String(text.unicodeScalars.dropFirst()) : text) + "\n                "
        let node = try Parser(yaml: padded, resolver: .basic, encoding: .utf8).singleRoot()
        if let node { walk(node, "") }
    }

    private mutating func walk(_ node: Node, _ path: String) {
        if let word = node.scalar?.string { leaves[path] = word }
        if let list = node.sequence { for (index, item) in list.enumerated() { walk(item, "\(path)/\(index)") } }
        if let mapping = node.mapping {
            // Empty ones count, too.
            if mapping.isEmpty { leaves[path] = "{}" }
            for (key, value) in mapping { walk(value, "\(path)/\(key.scalar?.string ?? "?")") }
        }
    }

    /// The comments, which preset parsers do not return: the text after a number sign behind white space.
    static func comments(_ text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            line.indices.first { line[$0] == "#" && ($0 == line.startIndex || [" ", "\t"].contains(line[line.index(before: $0)])) }
                .map { line[$0...] }
        }
    }
}
