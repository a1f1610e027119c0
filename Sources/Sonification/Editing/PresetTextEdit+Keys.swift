// SPDX-License-Identifier: MIT
import RainSynthesis

/// Adds a key where a person would write it, and removes one together with its line.
extension PresetTextEdit {
    /// The usual order of the keys in each kind of mapping.
    private static let orders = [ParameterTable.all.map(\.name)] + PresetForm.all

    // MARK: Adding

    func insert(_ key: String, _ value: YAMLMeaning, into container: Int) throws(PresetEditError) -> String {
        guard let (pairs, isFlow) = tree.pairs(container) else { throw unreadable() }
        let keys = pairs.map { tree.scalar($0.key) ?? "" }
        let place = Self.place(of: key, among: keys)
        let line = "\(YAMLWriting.scalar(key, like: .plain, inFlow: isFlow)): "
        if isFlow { return insertInFlow(line + value.flow, pairs, after: place, container) }
        let text: String
        if case .fields(let fields) = value, container == tree.root {
            // A top-level section goes on its own lines.
            text = line.dropLast() + fields.map { "\n  \($0.key): \($0.value.flow)" }.joined()
        } else if case .list(let items) = value, container == tree.root {
            text = line.dropLast() + items.flatMap { Self.lines(of: $0, "  ", like: false) }.map { "\n\($0)" }.joined()
        } else {
            text = line + value.block
        }
        return try insertInBlock(text, pairs, after: place)
    }

    /// The index of the key after which a new one belongs; nil if it belongs first.
    private static func place(of key: String, among keys: [String]) -> Int? {
        let order = orders.filter { $0.contains(key) }.max { a, b in
            keys.filter(a.contains).count < keys.filter(b.contains).count
        }
        guard let order, let rank = order.firstIndex(of: key) else { return keys.indices.last }
        let ranks = keys.map { order.firstIndex(of: $0) ?? -1 }
        // The nearest predecessor in the usual order, wherever it is in the text.
        let before = ranks.indices.filter { ranks[$0] >= 0 && ranks[$0] < rank }.max { ranks[$0] < ranks[$1] }
        return before ?? (ranks.allSatisfy { $0 < 0 } ? keys.indices.last : nil)
    }

    private func insertInFlow(_ text: String, _ pairs: [YAMLTree.Pair], after place: Int?, _ container: Int) -> String {
        if let place, pairs.indices.contains(place) {
            let end = tree.nodes[pairs[place].value].range.upperBound
            return tree.replacing(end..<end, with: ", " + text)
        }
        if let first = pairs.first {
            let start = tree.nodes[first.key].range.lowerBound
            return tree.replacing(start..<start, with: text + ", ")
        }
        let inside = tree.nodes[container].contentStart + 1
        return tree.replacing(inside..<(tree.nodes[container].range.upperBound - 1), with: " \(text) ")
    }

    private func insertInBlock(_ text: String, _ pairs: [YAMLTree.Pair], after place: Int?) throws(PresetEditError) -> String {
        guard let first = pairs.first else { throw unreadable() }
        let start = tree.nodes[first.key].range.lowerBound
        let indent = [UInt8](repeating: 32, count: start - tree.lineStart(start))
        let isOnLineOfItsOwn = tree.isBlank(tree.lineStart(start)..<start)
        let lines = text.split(separator: "\n").map { String(decoding: indent, as: UTF8.self) + $0 }
        guard let place = place ?? (isOnLineOfItsOwn ? nil : 0), pairs.indices.contains(place) else {
            let line = beforeComments(tree.lineStart(start), indent.count)
            let ending = tree.lineBreak(at: start)
            return tree.replacing(line..<line, with: lines.map { $0 + ending }.joined())
        }
        let end = tree.lineEnd(lastByte(of: pairs[place].value))
        let ending = tree.lineBreak(at: end)
        return tree.replacing(end..<end, with: lines.map { ending + $0 }.joined())
    }

    /// Moves up over the comments directly above a line with the same indentation: they belong to it.
    private func beforeComments(_ line: Int, _ indent: Int) -> Int {
        var start = line
        while start > 0 {
            let previous = tree.lineStart(
                start - 1 > 0 && tree.bytes[start - 1] == 10 && tree.bytes[start - 2] == 13 ? start - 2 : start - 1)
            let letters = tree.bytes[previous..<tree.lineEnd(previous)]
            guard letters.count > indent, letters.prefix(indent).allSatisfy({ $0 == 32 }),
                letters.dropFirst(indent).first == UInt8(ascii: "#")
            else { break }
            start = previous
        }
        return start
    }

    /// The end of the value itself; for a block scalar, the end of its last non-blank line.
    func lastByte(of node: Int) -> Int { tree.trimmed(tree.nodes[node].range).upperBound }

    // MARK: Removing

    func remove(_ key: String, from container: Int) throws(PresetEditError) -> String {
        guard let (pairs, isFlow) = tree.pairs(container), let place = pairs.firstIndex(where: { tree.scalar($0.key) == key }) else {
            throw unreadable()
        }
        let start = tree.nodes[pairs[place].key].range.lowerBound
        let end = max(lastByte(of: pairs[place].value), tree.nodes[pairs[place].key].range.upperBound)
        if isFlow {
            var range = start..<end
            if place + 1 < pairs.count {
                range = start..<tree.nodes[pairs[place + 1].key].range.lowerBound
            } else if place > 0 {
                range = tree.nodes[pairs[place - 1].value].range.upperBound..<end
            }
            try refuseLosingComments(range)
            return tree.replacing(range, with: "")
        }
        let line = tree.lineStart(start)
        if tree.isBlank(line..<start) {
            // Comments between the removed lines must not be lost silently.
            try refuseLosingComments(start..<end)
            return tree.replacing(line..<tree.afterBreak(tree.lineEnd(end)), with: "")
        }
        // The key follows a dash, so the next key moves up.
        guard place + 1 < pairs.count else { throw unreadable() }
        let next = tree.nodes[pairs[place + 1].key].range.lowerBound
        try refuseLosingComments(start..<next)
        return tree.replacing(start..<next, with: "")
    }
}
