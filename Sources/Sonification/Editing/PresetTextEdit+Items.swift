// SPDX-License-Identifier: MIT
/// Adds a mapping or an event where a person would write it, and removes one with its lines.
extension PresetTextEdit {
    // MARK: Adding

    /// Adds the item as the last of a list; a list that does not exist yet gets a section of its own.
    func append(_ item: YAMLMeaning, to steps: [PresetPath.Step]) throws(PresetEditError) -> String {
        let reached = walk(steps)
        guard steps.count == 1, case .key(let key) = steps[0] else { throw unreadable() }
        guard reached.depth == 1 else { return try insert(key, .list([item]), into: tree.root) }
        // A key without a value: its items may have been made comments, which stay below the new one.
        if case .scalar("", .plain) = tree.nodes[reached.node].content, tree.pairs(tree.root)?.isFlow == false {
            return insert(Self.lines(of: item, "  ", like: false), after: tree.nodes[reached.node].range.upperBound)
        }
        guard case .sequence(let items, let isFlow) = tree.nodes[reached.node].content else { throw unreadable() }
        try refuseShared(reached)
        guard let last = items.last else { return try replaceEmpty(reached.node, key, item) }
        if isFlow {
            let end = tree.nodes[last].range.upperBound
            return tree.replacing(end..<end, with: ", " + item.flow)
        }
        guard let dash = dash(before: last) else { throw unreadable() }
        let indent = String(repeating: " ", count: dash - tree.lineStart(dash))
        return insert(Self.lines(of: item, indent, like: tree.pairs(last)?.isFlow ?? false), after: lastByte(of: last))
    }

    /// Adds lines below that of a byte.
    private func insert(_ lines: [String], after byte: Int) -> String {
        let end = tree.lineEnd(byte)
        return tree.replacing(end..<end, with: lines.map { tree.lineBreak(at: end) + $0 }.joined())
    }

    /// The lines of an item: one in braces, or one for each field.
    static func lines(of item: YAMLMeaning, _ indent: String, like isFlow: Bool) -> [String] {
        guard case .fields(let fields) = item, !isFlow else { return ["\(indent)- \(item.flow)"] }
        return fields.enumerated().map { index, field in
            "\(indent)\(index == 0 ? "- " : "  ")\(field.key): \(field.value.block)"
        }
    }

    /// Puts the first item into `[]`.
    private func replaceEmpty(_ list: Int, _ key: String, _ item: YAMLMeaning) throws(PresetEditError) -> String {
        let range = tree.nodes[list].contentStart..<tree.nodes[list].range.upperBound
        try refuseLosingComments(range)
        return tree.replacing(range, with: "[\(item.flow)]")
    }

    /// The dash of an item in a block sequence, on the item's line.
    private func dash(before item: Int) -> Int? {
        let start = tree.nodes[item].range.lowerBound
        let line = tree.lineStart(start)
        return tree.bytes[line..<start].lastIndex(of: UInt8(ascii: "-")).flatMap { tree.isBlank(line..<$0) ? $0 : nil }
    }

    // MARK: Removing

    /// Removes an item; the last one goes with its list.
    func removeItem(_ steps: [PresetPath.Step]) throws(PresetEditError) -> String {
        let reached = walk(steps)
        guard reached.depth == steps.count, steps.count == 2, case .key(let key) = steps[0], case .item(let place) = steps[1],
            let list = reached.above.last, case .sequence(let items, let isFlow) = tree.nodes[list].content
        else { throw unknown("the file has no such mapping or event of its own", "count them from 0") }
        try refuseShared(reached)
        let node = tree.nodes[items[place]]
        if isFlow, items.count > 1 {
            let range =
                place + 1 < items.count
                ? node.range.lowerBound..<tree.nodes[items[place + 1]].range.lowerBound
                : tree.nodes[items[place - 1]].range.upperBound..<node.range.upperBound
            return tree.replacing(range, with: "")
        }
        let end = tree.afterBreak(tree.lineEnd(isFlow ? tree.nodes[list].range.upperBound : lastByte(of: items[place])))
        guard let pair = tree.pair(key, of: tree.root), tree.pairs(tree.root)?.isFlow == false else { throw unreadable() }
        let section = tree.lineStart(tree.nodes[pair.key].range.lowerBound)
        if isFlow { return tree.replacing(section..<end, with: "") }
        guard let dash = dash(before: items[place]) else { throw unreadable() }
        let without = tree.replacing(tree.lineStart(dash)..<end, with: "")
        guard items.count == 1, let rest = YAMLTree(without) else { return without }
        return rest.replacing(section..<tree.afterBreak(tree.lineEnd(section)), with: "")
    }
}
