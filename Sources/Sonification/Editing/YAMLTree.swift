// SPDX-License-Identifier: MIT
/// A YAML text as a tree of nodes, each with its byte range; aliases are unresolved. Control side.
///
/// Built with the parser that also reads presets (`YAMLTree+Scan.swift`), so that both interpret a text identically.
struct YAMLTree: Sendable {
    enum Style: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded }

    struct Pair: Sendable {
        var key: Int
        var value: Int
    }

    enum Content: Sendable {
        case scalar(String, Style)
        /// The alias's target node.
        case alias(Int)
        case sequence([Int], isFlow: Bool)
        case mapping([Pair], isFlow: Bool)
    }

    struct Node: Sendable {
        var content: Content
        /// The bytes from anchor and tag to the node's last byte; a block collection ends with its last leaf.
        var range: Range<Int>
        /// The start of the value itself, after anchor and tag.
        var contentStart: Int
    }

    let bytes: [UInt8]
    var nodes: [Node] = []
    var root = 0
    /// Every alias: its own node and its target.
    var aliases: [(alias: Int, target: Int)] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Reading

    /// The node itself, or the target of an alias.
    private func resolved(_ node: Int) -> Int {
        if case .alias(let target) = nodes[node].content { return target }
        return node
    }

    /// The pairs of a mapping; nil for anything else.
    func pairs(_ node: Int) -> (pairs: [Pair], isFlow: Bool)? {
        if case .mapping(let pairs, let isFlow) = nodes[resolved(node)].content { return (pairs, isFlow) }
        return nil
    }

    func items(_ node: Int) -> [Int]? {
        if case .sequence(let items, _) = nodes[resolved(node)].content { return items }
        return nil
    }

    func scalar(_ node: Int) -> String? {
        if case .scalar(let word, _) = nodes[resolved(node)].content { return word }
        return nil
    }

    func pair(_ key: String, of node: Int) -> Pair? { pairs(node)?.pairs.first { scalar($0.key) == key } }

    /// The node's meaning with aliases resolved, independent of how it is written.
    func meaning(of node: Int) -> YAMLMeaning {
        switch nodes[resolved(node)].content {
        case .scalar(let word, _): return .scalar(word)
        case .alias: return .scalar("")
        case .sequence(let items, _): return .list(items.map { meaning(of: $0) })
        case .mapping(let pairs, _):
            return .fields(pairs.map { .init(key: scalar($0.key) ?? "", value: meaning(of: $0.value)) })
        }
    }

    /// The line and column of a byte, counted from 1.
    func place(of offset: Int) -> (line: Int, column: Int) {
        var line = 1, start = 0
        for index in 0..<min(offset, bytes.count) where bytes[index] == 10 { (line, start) = (line + 1, index + 1) }
        return (line, text(start..<min(offset, bytes.count)).unicodeScalars.count + 1)
    }

    // MARK: Lines

    func lineStart(_ offset: Int) -> Int {
        var start = min(offset, bytes.count)
        while start > 0, !isBreak(start - 1) { start -= 1 }
        return start
    }

    /// The end of a byte's line, before its line break.
    func lineEnd(_ offset: Int) -> Int {
        var end = offset
        while end < bytes.count, !isBreak(end) { end += 1 }
        return end
    }

    /// The offset after the line break at `offset`, if there is one.
    func afterBreak(_ offset: Int) -> Int {
        guard offset < bytes.count else { return offset }
        if bytes[offset] == 13, offset + 1 < bytes.count, bytes[offset + 1] == 10 { return offset + 2 }
        return isBreak(offset) ? offset + 1 : offset
    }

    /// The line break that ends a byte's line; at the end of the text, that of the line before.
    func lineBreak(at offset: Int) -> String {
        let end = lineEnd(offset)
        if end < bytes.count { return text(end..<afterBreak(end)) }
        guard let last = bytes.lastIndex(of: 10) else { return "\n" }
        return last > 0 && bytes[last - 1] == 13 ? "\r\n" : "\n"
    }

    private func isBreak(_ offset: Int) -> Bool { bytes[offset] == 10 || bytes[offset] == 13 }

    func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == 32 || $0 == 9 } }

    /// True for a blank, a tab and the bytes of a line break.
    static func isSpace(_ byte: UInt8) -> Bool { [32, 9, 10, 13].contains(byte) }

    /// The range without the white space at its end.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound..<(bytes[range].lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? range.lowerBound)
    }

    /// The text, or a part of it.
    var text: String { text(bytes.indices) }
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The text with a range of bytes replaced.
    func replacing(_ range: Range<Int>, with text: String) -> String {
        String(decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...], as: UTF8.self)
    }
}
