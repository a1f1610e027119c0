// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking

/// One edit of a preset's text, as the bytes that it replaces. `PresetDocument` checks the meaning of the result.
struct PresetTextEdit {
    let tree: YAMLTree
    let file: String
    let edit: PresetEdit

    /// Keys whose values are free text: taken literally, whatever they look like.
    private static let texts = ["title", "describe", "say", "on", "extends", "from", "to", "unit"]

    /// The text after the edit, and the meaning that it must have.
    /// - Parameter before: the meaning of the text before.
    /// - Returns: no meaning if the preset has no such value.
    func result(_ before: YAMLMeaning) throws(PresetEditError) -> (text: String, meaning: YAMLMeaning?) {
        let steps = try resolvedSteps()
        switch edit.change {
        case .set(let text):
            let value = try value(text, steps)
            return (try set(value, at: steps), (before.unfolding(steps) ?? before).setting(value, at: steps[...]))
        case .append(let fields):
            let item = try item(fields)
            return (try append(item, to: steps), before.appending(item, at: steps))
        case .remove: return (try remove(steps), before.removing(steps))
        case .removeItem: return (try removeItem(steps), before.removing(steps))
        }
    }

    /// Parses the new value.
    private func value(_ text: String, _ steps: [PresetPath.Step]) throws(PresetEditError) -> YAMLMeaning {
        let word = text.trimmed
        if case .key(let key)? = steps.last, Self.texts.contains(key) { return .scalar(text) }
        guard word.hasPrefix("[") || word.hasPrefix("{") else { return .scalar(plainNumber(word)) }
        guard !word.contains("\n"), let tree = YAMLTree(word), tree.aliases.isEmpty else {
            throw PresetEditError(
                .badValue, at: "\(edit.path)", "\(PresetSource.quoted(text)) is neither a list nor a mapping",
                "write [240, 3600] or { power: 2 }")
        }
        return tree.meaning(of: tree.root)
    }

    /// Parses the fields of a new item.
    private func item(_ fields: [PresetEdit.Field]) throws(PresetEditError) -> YAMLMeaning {
        var values: [YAMLMeaning.Field] = []
        for field in fields { values.append(.init(key: field.key, value: try value(field.text, [.key(field.key)]))) }
        return .fields(values)
    }

    /// Formats a number as a person would write it; returns any other word unchanged.
    private func plainNumber(_ word: String) -> String {
        guard let number = PlainNumber.read(word) else { return word }
        let plain = PlainNumber.write(number)
        // Digits beyond the precision of a `Double` are kept as the user wrote them.
        return PlainNumber.read(plain) == number && plain.count <= 40 ? plain : word
    }

    // MARK: Finding the value

    /// The path with event names resolved to indices. Throws if no preset can have such a path.
    func resolvedSteps() throws(PresetEditError) -> [PresetPath.Step] {
        var steps = edit.path.steps
        guard case .key(let first)? = steps.first, PresetForm.preset.contains(first) else {
            let names = ParameterTable.all.map(\.name) + ["title", "describe", "place", "map.0.range.1", "events.0.play.level"]
            throw unknown(
                "there is no value of that name in a preset",
                NearestName.remedy(
                    "\(edit.path)", in: names, else: "write a parameter such as drops.rate, or map.0.range.1, events.0.play.level"))
        }
        if first == "base", steps.count == 2, case .key(let name) = steps[1], ParameterTable.spec(named: name) == nil {
            throw unknown(
                "there is no parameter \(PresetSource.quoted(name))",
                NearestName.remedy(name, in: ParameterTable.all.map(\.name), else: "amaoto preset schema lists the parameters"))
        }
        if first == "events", steps.count > 1, case .key(let name) = steps[1] {
            let list = tree.pair("events", of: tree.root).flatMap { tree.items($0.value) } ?? []
            let words = name.split(whereSeparator: \.isWhitespace)
            let place = list.firstIndex { item in
                tree.pair("on", of: item).flatMap { tree.scalar($0.value) }?.split(whereSeparator: \.isWhitespace) == words
            }
            guard let place else {
                throw unknown("the file has no event \(PresetSource.quoted(name)) of its own", "name one that it has, or count them from 0")
            }
            steps[1] = .item(place)
        }
        return steps
    }

    /// The node that a walk reached, and the path to it.
    struct Reached {
        var node: Int
        /// The number of steps that lead to it.
        var depth: Int
        /// The first alias on the path, and the number of steps that lead to it.
        var alias: (node: Int, depth: Int)?
        /// The ancestors, outermost first.
        var above: [Int]
    }

    /// Follows the path as far as the text contains it.
    func walk(_ steps: [PresetPath.Step]) -> Reached {
        var reached = Reached(node: tree.root, depth: 0, above: [])
        for (index, step) in steps.enumerated() {
            let next: Int?
            switch step {
            case .key(let key): next = tree.pair(key, of: reached.node)?.value
            case .item(let place):
                let items = tree.items(reached.node)
                next = items.flatMap { $0.indices.contains(place) ? $0[place] : nil }
            }
            guard let next else { return reached }
            if case .alias = tree.nodes[reached.node].content, reached.alias == nil { reached.alias = (reached.node, index) }
            reached.above.append(reached.node)
            reached.node = next
            reached.depth = index + 1
        }
        return reached
    }

    // MARK: Setting

    private func set(_ value: YAMLMeaning, at steps: [PresetPath.Step]) throws(PresetEditError) -> String {
        let reached = walk(steps)
        if let alias = reached.alias { return try unfold(alias, setting: value, at: steps) }
        let rest = Array(steps[reached.depth...])
        try refuseShared(reached)
        guard rest.isEmpty else {
            let whole = tree.meaning(of: tree.root)
            if rest.count == 1, let unfolded = whole.unfolding(steps)?.setting(value, at: steps[...])?.value(at: steps.dropLast()) {
                return try replace(reached.node, with: unfolded)
            }
            return try insert(value, rest, into: reached)
        }
        // A collection of the same shape keeps its layout: its values are set one by one.
        if let text = try setEach(value, reached.node, steps) { return text }
        return try replace(reached.node, with: value)
    }

    /// Sets every leaf of a collection that has the same shape; nil if the shape differs.
    private func setEach(_ value: YAMLMeaning, _ node: Int, _ steps: [PresetPath.Step]) throws(PresetEditError) -> String? {
        var next: [(PresetPath.Step, YAMLMeaning)] = []
        switch (value, tree.nodes[node].content) {
        case (.list(let values), .sequence(let items, _)) where values.count == items.count && !values.isEmpty:
            next = values.enumerated().map { (.item($0.offset), $0.element) }
        case (.fields(let fields), .mapping(let pairs, _))
        where fields.count == pairs.count && !fields.isEmpty && fields.allSatisfy { self.tree.pair($0.key, of: node) != nil }:
            next = fields.map { (.key($0.key), $0.value) }
        default: return nil
        }
        var tree = tree
        var text = tree.text
        for (step, value) in next {
            let part = PresetTextEdit(tree: tree, file: file, edit: edit)
            text = try part.set(value, at: steps + [step])
            guard let again = YAMLTree(text) else { throw unreadable() }
            tree = again
        }
        return text
    }

    /// Replaces a node's value and keeps its anchor.
    private func replace(_ node: Int, with value: YAMLMeaning) throws(PresetEditError) -> String {
        let old = tree.nodes[node]
        let range = old.contentStart..<old.range.upperBound
        let text: String
        switch (old.content, value) {
        case (.scalar(let former, _), .scalar) where YAMLMeaning.scalar(former).matches(value):
            return tree.text
        case (.scalar(_, let style), .scalar(let word)):
            if style == .literal || style == .folded { return try rewriteBlock(old, word, isFolded: style == .folded) }
            text = YAMLWriting.scalar(word, like: style, inFlow: isInFlow(node))
        case (_, .scalar(let word)):
            try refuseLosingComments(range)
            text = YAMLWriting.scalar(word, like: .plain, inFlow: isInFlow(node))
        default:
            try refuseLosingComments(range)
            text = value.flow
        }
        // A missing value directly follows its colon.
        return tree.replacing(range, with: range.isEmpty ? " " + text : text)
    }

    /// Rewrites the text of a `|` or `>` block scalar below its header.
    private func rewriteBlock(_ old: YAMLTree.Node, _ word: String, isFolded: Bool) throws(PresetEditError) -> String {
        let first = tree.afterBreak(tree.lineEnd(old.contentStart))
        let body = tree.trimmed(first..<max(first, old.range.upperBound))
        let header = tree.bytes[old.contentStart..<min(tree.lineEnd(old.contentStart), tree.bytes.count)]
        guard !body.isEmpty, !word.contains("\n"), !word.hasPrefix(" "), !header.contains(where: { (48...57).contains($0) }) else {
            throw PresetEditError(.notEditable, at: place(old.contentStart), "this block of text cannot be rewritten", "change it by hand")
        }
        let indent = String(decoding: tree.bytes[body].prefix { $0 == 32 }, as: UTF8.self)
        let text = YAMLWriting.block(word, isFolded: isFolded, indent: indent, lineBreak: tree.lineBreak(at: old.contentStart))
        return tree.replacing(body, with: text)
    }

    // MARK: Aliases and anchors

    /// Replaces an alias with a copy of its target, with the change applied; other aliases are unaffected.
    private func unfold(_ alias: (node: Int, depth: Int), setting value: YAMLMeaning?, at steps: [PresetPath.Step]) throws(PresetEditError)
        -> String
    {
        guard let text = tree.meaning(of: alias.node).setting(value, at: steps[alias.depth...])?.flow else {
            throw unknown("the preset has no such path", "name one that it has")
        }
        guard text.utf8.count <= 400 else {
            throw PresetEditError(
                .notEditable, at: place(tree.nodes[alias.node].range.lowerBound), "this alias stands for more than one line",
                "replace the alias by its text first")
        }
        return tree.replacing(tree.nodes[alias.node].range, with: text)
    }

    /// Refuses an edit that would also change the copies made by an alias elsewhere.
    func refuseShared(_ reached: Reached) throws(PresetEditError) {
        let path = reached.above + [reached.node]
        let inside = tree.nodes[reached.node].range
        for (alias, target) in tree.aliases {
            let isInside =
                target != reached.node && inside.contains(tree.nodes[target].range.lowerBound) && reached.depth == edit.path.steps.count
            guard path.contains(target) || isInside, !isWithin(alias, reached.node) else { continue }
            let line = tree.place(of: tree.nodes[alias].range.lowerBound).line, word = tree.text(tree.nodes[alias].range)
            throw PresetEditError(
                .notEditable, at: place(tree.nodes[target].range.lowerBound),
                "line \(line) uses this value through an alias (\(word))",
                "replace the alias there by the value first, so that only one changes")
        }
    }

    private func isWithin(_ node: Int, _ container: Int) -> Bool {
        tree.nodes[container].range.contains(tree.nodes[node].range.lowerBound)
    }

    // MARK: Adding and removing (`PresetTextEdit+Keys.swift`)

    private func insert(_ value: YAMLMeaning, _ rest: [PresetPath.Step], into reached: Reached) throws(PresetEditError) -> String {
        var value = value
        for step in rest.dropFirst().reversed() {
            guard case .key(let key) = step else {
                throw unknown("the preset has no such path", "list items can be changed but not added")
            }
            value = .fields([.init(key: key, value: value)])
        }
        guard case .key(let key)? = rest.first, case .mapping = tree.nodes[reached.node].content else {
            throw unknown("the preset has no such path", "name one that it has; what it inherits is changed in the preset it extends")
        }
        return try insert(key, value, into: reached.node)
    }

    private func remove(_ steps: [PresetPath.Step]) throws(PresetEditError) -> String {
        let reached = walk(steps)
        guard reached.depth == steps.count, let container = reached.above.last else {
            throw unknown("the file does not set this value; it is inherited", "there is nothing to remove")
        }
        guard case .key(let key)? = steps.last else { throw unknown("an item of a list cannot be removed alone", "change the whole list") }
        if let alias = reached.alias { return try unfold(alias, setting: nil, at: steps) }
        try refuseShared(reached)
        // Removing the last key removes the mapping itself.
        if let pairs = tree.pairs(container)?.pairs, pairs.count == 1, steps.count > 1 { return try remove(Array(steps.dropLast())) }
        return try remove(key, from: container)
    }
}
