// SPDX-License-Identifier: MIT
import Tracking
import Yams

/// Converts YAML nodes to plain values, and reports each rejected one with its location.
extension PresetReader {
    /// Parses the root node; nil after a finding.
    mutating func compose() -> Node? {
        // With aliases in keys, the parser's check for duplicates could take practically forever.
        if source.text.utf8.contains(UInt8(ascii: "*")), let key = YAMLTree.unusualKey(source.text) {
            return refuse(
                place(line: key.line, column: key.column), "a key must be a plain word", "write the key out, without alias, ? or brackets")
        }
        do {
            // Padded, because the storage of short strings has no stable address.
            let parser = try Parser(yaml: source.text + "\n                ", resolver: .basic, encoding: .utf8)
            guard let root = try parser.singleRoot() else {
                return refuse(place(line: 1, column: 1), "the preset is empty", "begin with preset: 1; `amaoto preset new` writes a start")
            }
            return root
        } catch let error as YamlError {
            report(error)
        } catch {
            report(place(line: 1, column: 1), "this is not YAML: \(PresetSource.printable("\(error)"))")
        }
        return nil
    }

    private mutating func report(_ error: YamlError) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let more = context.map { " (\($0.text.trimmed) from line \(self.place(line: $0.mark.line, column: 1).line))" } ?? ""
            // An unclosed collection ends past the last line; its beginning is the more useful location.
            let found = mark.line > source.lineCount ? context?.mark ?? mark : mark
            let place = self.place(line: found.line, column: found.column)
            let isTab = source.scalars(ofLine: place.line).dropFirst(place.column - 1).first == "\t"
            report(
                place, "this is not YAML: \(PresetSource.printable(problem))\(more)",
                isTab
                    ? "indent with spaces; YAML does not allow tabs"
                    : "check the indentation, colons and quotes in this line and the one before")
        case .reader(let problem, let offset, _, _):
            report(place(atCharacter: offset ?? 0), "this is not text: \(problem)", "save the file as UTF-8 text")
        case .duplicatedKeysInMapping(let keys, let context):
            let key = keys.first ?? ""
            let first = place(line: context.mark.line, column: context.mark.column)
            reportDuplicate(key, at: secondPlace(of: key, after: first) ?? first, first: first)
        case .memory:
            report(place(line: 1, column: 1), "this is nested too deep", "a preset needs no more than five levels")
        default:
            report(place(line: 1, column: 1), "this is not YAML: \(PresetSource.printable("\(error)"))")
        }
    }

    private mutating func reportDuplicate(_ key: String, at second: SourcePlace, first: SourcePlace) {
        report(
            second, "duplicate key \(PresetSource.quoted(key)), first in line \(first.line)",
            "remove one of the two")
    }

    private func place(atCharacter offset: Int) -> SourcePlace {
        var line = 1
        var column = 1
        for character in source.text.prefix(offset) {
            if character.isNewline { (line, column) = (line + 1, 1) } else { column += character.unicodeScalars.count }
        }
        return place(line: line, column: column)
    }

    /// The location of the second of two equal keys. The parser reports only the first; the second is in the same column of a
    /// block, or later in a flow collection.
    private func secondPlace(of key: String, after first: SourcePlace) -> SourcePlace? {
        let forms = [key, "\"\(key)\"", "'\(key)'"].map { Array($0.unicodeScalars) }
        func isKey(_ letters: [Unicode.Scalar], _ start: Int) -> Bool {
            forms.contains { form in
                guard letters.count > start + form.count, Array(letters[start..<start + form.count]) == form else { return false }
                return letters[(start + form.count)...].first { $0 != " " } == ":"
            }
        }
        let own = source.scalars(ofLine: first.line)
        for start in own.indices where start >= first.column && [" ", ",", "{"].contains(own[start - 1]) {
            if isKey(own, start) { return place(line: first.line, column: start + 1) }
        }
        guard first.line < source.lineCount else { return nil }
        for line in (first.line + 1)...source.lineCount {
            let letters = source.scalars(ofLine: line)
            if isKey(letters, first.column - 1), letters.prefix(first.column - 1).allSatisfy({ $0 == " " }) {
                return place(line: line, column: first.column)
            }
        }
        return nil
    }

    /// Reads the entries of a mapping; reports unknown keys, keys that are not words, and duplicate keys.
    mutating func fields(of node: Node, keys: [String]?, what: String) -> PresetFields? {
        guard visit(node) else { return nil }
        guard let mapping = node.mapping else {
            return refuse(
                place(of: node), "\(what) must be a mapping (key: value)",
                keys.map { "its keys are \($0.joined(separator: ", "))" } ?? "write pairs such as NAME: VALUE")
        }
        var fields = PresetFields(place: place(of: node))
        for (key, value) in mapping {
            guard visit(key), visit(value) else { return fields }
            guard let word = key.scalar?.string else {
                report(place(of: key), "a key must be a plain word", "write the key out, without ? or brackets")
                continue
            }
            if let first = fields[word] {
                reportDuplicate(word, at: place(of: key), first: first.place)
                continue
            }
            if let keys, !keys.contains(word) {
                report(
                    place(of: key), "\(what) has no key \(PresetSource.quoted(word))",
                    NearestName.remedy(word, in: keys, else: "its keys are \(keys.joined(separator: ", "))"))
                continue
            }
            fields.append(.init(key: word, place: place(of: key), node: value))
        }
        return fields
    }

    /// Reads the items of a list.
    mutating func items(_ entry: PresetFields.Entry, what: String) -> [Node] {
        guard let sequence = entry.node.sequence else {
            if entry.node.scalar?.string.isEmpty == true { return [] }
            report(place(of: entry.node), "\(entry.key) must be a list of \(what)", "begin each with a dash")
            return []
        }
        return sequence.filter { visit($0) }
    }

    /// Reads a single word.
    mutating func scalar(_ node: Node, what: String) -> String? {
        guard let word = node.scalar?.string else {
            return refuse(
                place(of: node), "\(what) is expected here, not a \(node.mapping != nil ? "mapping" : "list")",
                "write a single word or number")
        }
        return word
    }

    mutating func text(_ entry: PresetFields.Entry) -> String? {
        guard let word = scalar(entry.node, what: "text") else { return nil }
        let text = word.trimmed
        if text.isEmpty { report(place(of: entry.node), "\(entry.key) is empty", "give a value, or remove the key") }
        return text.isEmpty ? nil : text
    }

    mutating func number(_ entry: PresetFields.Entry) -> Double? { number(entry.node, what: entry.key) }

    /// - Parameter unit: The number's unit, which the file does not state; empty if it has none.
    mutating func number(_ node: Node, what: String, unit: String = "") -> Double? {
        guard let word = scalar(node, what: "a number") else { return nil }
        guard let number = PlainNumber.read(word) else {
            let hasComma = PlainNumber.read(word.replacing(",", with: "")) != nil
            return refuse(
                place(of: node), "\(what) must be a number, not \(PresetSource.quoted(word))",
                hasComma
                    ? "write decimals with a point, as in 0.5, and thousands without a comma"
                    : "write a decimal number such as 0.5" + (unit.isEmpty ? "" : ", in \(unit), without the unit"))
        }
        return number
    }

    /// Reads a number of the table, if it is there.
    mutating func number(_ fields: PresetFields, _ form: PresetForm.Number) -> Double? {
        fields[form.key].flatMap { number($0, form) }
    }

    /// Reads a number within its limits.
    mutating func number(_ entry: PresetFields.Entry, _ form: PresetForm.Number) -> Double? {
        guard let number = number(entry) else { return nil }
        guard form.limits.contains(number) else {
            let (low, high) = (PlainNumber.display(form.limits.lowerBound), PlainNumber.display(form.limits.upperBound, in: form.unit))
            return refuse(
                place(of: entry.node), "\(entry.key) cannot be \(PlainNumber.display(number, in: form.unit))",
                "stay between \(low) and \(high)"
            )
        }
        return number
    }

    /// Reads one of a list of words.
    /// - Parameter fault: the message for any other, before the word.
    mutating func choice<Value>(
        _ node: Node, of values: [Value], named name: (Value) -> String, what: String, fault: String
    ) -> Value? {
        guard let word = scalar(node, what: what) else { return nil }
        if let value = values.first(where: { name($0) == word }) { return value }
        let names = values.map(name)
        return refuse(
            place(of: node), "\(fault) \(PresetSource.quoted(word))",
            NearestName.remedy(word, in: names, else: "choose one of \(names.joined(separator: ", "))"))
    }
}

extension String {
    /// The string without leading and trailing white space.
    var trimmed: String {
        let start = unicodeScalars.drop { $0.properties.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(Substring(start[...end]))
    }
}
