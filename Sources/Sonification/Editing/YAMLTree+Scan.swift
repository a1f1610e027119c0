// SPDX-License-Identifier: MIT
import CYaml

extension YAMLTree {
    /// Parses a text; nil if it is not exactly one complete YAML document or refers to an undefined anchor.
    init?(_ text: String) {
        self.init(bytes: Array(text.utf8))
        let offsets = ByteOffsets(bytes)
        var open: [Open] = []
        var anchors: [String: Int] = [:]
        var documents = 0
        let isWhole = Self.scan(bytes) { event in
            if event.type == YAML_DOCUMENT_START_EVENT { documents += 1 }
            return build(event, offsets, &open, &anchors)
        }
        guard isWhole, documents == 1, open.isEmpty else { return nil }
    }

    /// Finds the first key that is an alias or a collection, up to the first error in a text. Lines and columns count from 1.
    static func unusualKey(_ text: String) -> (line: Int, column: Int)? {
        var found: (line: Int, column: Int)?
        // Of each open mapping, whether a key comes next; nil for a sequence.
        var open: [Bool?] = []
        _ = scan(Array(text.utf8)) { event in
            switch event.type {
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: _ = open.popLast()
            case YAML_SCALAR_EVENT, YAML_ALIAS_EVENT, YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
                if let isKey = open.popLast() {
                    if isKey == true, event.type != YAML_SCALAR_EVENT {
                        found = (event.start_mark.line + 1, event.start_mark.column + 1)
                    }
                    open.append(isKey.map { !$0 })
                }
                if event.type == YAML_SEQUENCE_START_EVENT { open.append(nil) }
                if event.type == YAML_MAPPING_START_EVENT { open.append(true) }
            default: break
            }
            return found == nil
        }
        return found
    }

    /// Parses a text event by event until `take` returns false; true if it came to the end.
    private static func scan(_ bytes: [UInt8], _ take: (yaml_event_t) -> Bool) -> Bool {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) == 1 else { return false }
        defer { yaml_parser_delete(parser) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
        defer { event.deallocate() }
        // The parser reads nothing past the end of its input, but requires a valid address even for an empty text.
        return (bytes + [10]).withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(parser, buffer.baseAddress, bytes.count)
            while yaml_parser_parse(parser, event) == 1 {
                defer { yaml_event_delete(event) }
                if event.pointee.type == YAML_STREAM_END_EVENT { return true }
                guard take(event.pointee) else { return false }
            }
            return false
        }
    }

    private struct Open {
        var node: Int
        /// The key that still lacks its value.
        var key: Int?
    }

    /// Adds the node of an event, if it has one; false if it has no place.
    private mutating func build(
        _ event: yaml_event_t, _ offsets: ByteOffsets, _ open: inout [Open], _ anchors: inout [String: Int]
    ) -> Bool {
        let range = offsets.range(event)
        let content: Content
        var anchor: UnsafeMutablePointer<yaml_char_t>?
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let word = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            (content, anchor) = (.scalar(word, Self.style(scalar.style)), scalar.anchor)
        case YAML_ALIAS_EVENT:
            guard let name = event.data.alias.anchor, let target = anchors[String(cString: name)] else { return false }
            aliases.append((nodes.count, target))
            content = .alias(target)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            (content, anchor) = (.sequence([], isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE), start.anchor)
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            (content, anchor) = (.mapping([], isFlow: start.style == YAML_FLOW_MAPPING_STYLE), start.anchor)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            guard let closed = open.popLast() else { return false }
            end(closed.node, range)
            return true
        default: return true
        }
        let node = nodes.count
        nodes.append(Node(content: content, range: range, contentStart: contentStart(range)))
        if let anchor { anchors[String(cString: anchor)] = node }
        guard place(node, &open) else { return false }
        switch content {
        case .sequence, .mapping: open.append(Open(node: node))
        case .scalar, .alias: break
        }
        return true
    }

    /// Attaches a node to its parent.
    private mutating func place(_ node: Int, _ open: inout [Open]) -> Bool {
        guard let last = open.indices.last else {
            root = node
            return true
        }
        let parent = open[last].node
        switch nodes[parent].content {
        case .sequence(var items, let isFlow):
            items.append(node)
            nodes[parent].content = .sequence(items, isFlow: isFlow)
        case .mapping(var pairs, let isFlow):
            guard let key = open[last].key else {
                open[last].key = node
                return true
            }
            pairs.append(Pair(key: key, value: node))
            open[last].key = nil
            nodes[parent].content = .mapping(pairs, isFlow: isFlow)
        default: return false
        }
        return true
    }

    /// A flow collection ends at its bracket and a block collection at its last leaf; the parser reports the end of a block
    /// later.
    private mutating func end(_ node: Int, _ range: Range<Int>) {
        let start = nodes[node].range.lowerBound
        switch nodes[node].content {
        case .sequence(_, isFlow: true), .mapping(_, isFlow: true): nodes[node].range = start..<max(start, range.upperBound)
        case .sequence(let items, _): nodes[node].range = start..<max(start, items.last.map { nodes[$0].range.upperBound } ?? start)
        case .mapping(let pairs, _): nodes[node].range = start..<max(start, pairs.last.map { nodes[$0.value].range.upperBound } ?? start)
        default: break
        }
    }

    /// The offset after anchor and tag, and the white space that follows them.
    private func contentStart(_ range: Range<Int>) -> Int {
        var place = range.lowerBound
        while place < range.upperBound, bytes[place] == UInt8(ascii: "&") || bytes[place] == UInt8(ascii: "!") {
            while place < range.upperBound, !Self.isSpace(bytes[place]) { place += 1 }
            while place < range.upperBound, Self.isSpace(bytes[place]) { place += 1 }
        }
        return place
    }

    private static func style(_ style: yaml_scalar_style_t) -> Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }

}

/// Converts the parser's marks, which count characters, to byte offsets.
private struct ByteOffsets {
    /// The offset of each character; nil if every character is one byte.
    private let starts: [Int]?
    private let count: Int

    init(_ bytes: [UInt8]) {
        count = bytes.count
        guard bytes.contains(where: { $0 >= 128 }) else {
            starts = nil
            return
        }
        // Every byte except a continuation byte starts a character.
        starts = bytes.indices.filter { bytes[$0] & 0xc0 != 0x80 }
    }

    func range(_ event: yaml_event_t) -> Range<Int> {
        let start = offset(event.start_mark.index)
        return start..<max(start, offset(event.end_mark.index))
    }

    private func offset(_ index: Int) -> Int {
        guard let starts else { return min(max(index, 0), count) }
        return starts.indices.contains(index) ? starts[index] : count
    }
}
