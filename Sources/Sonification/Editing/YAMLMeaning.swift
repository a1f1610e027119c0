// SPDX-License-Identifier: MIT
/// The meaning of a YAML text, independent of how it is written.
indirect enum YAMLMeaning: Sendable, Equatable {
    struct Field: Sendable, Equatable {
        var key: String
        var value: YAMLMeaning
    }

    case scalar(String)
    case list([YAMLMeaning])
    case fields([Field])

    /// The order of keys is irrelevant.
    static func == (a: YAMLMeaning, b: YAMLMeaning) -> Bool { a.equals(b, where: ==) }

    /// True if both are equal apart from how numbers are written.
    func matches(_ other: YAMLMeaning) -> Bool {
        equals(other) { a, b in
            if a == b { return true }
            guard let a = PlainNumber.read(a), let b = PlainNumber.read(b) else { return false }
            return a == b
        }
    }

    private func equals(_ other: YAMLMeaning, where areEqual: (String, String) -> Bool) -> Bool {
        switch (self, other) {
        case (.scalar(let a), .scalar(let b)): areEqual(a, b)
        case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.equals($1, where: areEqual) }
        case (.fields(let a), .fields(let b)):
            a.count == b.count
                && a.allSatisfy { field in b.contains { $0.key == field.key && field.value.equals($0.value, where: areEqual) } }
        default: false
        }
    }

    subscript(key: String) -> YAMLMeaning? {
        guard case .fields(let fields) = self else { return nil }
        return fields.first { $0.key == key }?.value
    }

    private subscript(index: Int) -> YAMLMeaning? {
        guard case .list(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    func value(at steps: ArraySlice<PresetPath.Step>) -> YAMLMeaning? {
        guard let step = steps.first else { return self }
        switch step {
        case .key(let key): return self[key]?.value(at: steps.dropFirst())
        case .item(let index): return self[index]?.value(at: steps.dropFirst())
        }
    }

    /// Returns a copy with the value at a path replaced, or with its key removed. Missing keys on the way are added. Nil if the
    /// path is impossible.
    func setting(_ value: YAMLMeaning?, at steps: ArraySlice<PresetPath.Step>) -> YAMLMeaning? {
        guard let step = steps.first else { return value }
        let rest = steps.dropFirst()
        switch (step, self) {
        case (.item(let index), .list(var items)):
            guard items.indices.contains(index) else { return nil }
            if rest.isEmpty, value == nil {
                items.remove(at: index)
            } else {
                guard let next = items[index].setting(value, at: rest) else { return nil }
                items[index] = next
            }
            return .list(items)
        case (.key(let key), .fields(var fields)):
            guard let index = fields.firstIndex(where: { $0.key == key }) else {
                guard let value, let next = rest.isEmpty ? value : YAMLMeaning.fields([]).setting(value, at: rest) else { return nil }
                return .fields(fields + [Field(key: key, value: next)])
            }
            if rest.isEmpty, value == nil {
                fields.remove(at: index)
            } else {
                guard let next = fields[index].value.setting(value, at: rest) else { return nil }
                fields[index].value = next
            }
            return .fields(fields)
        default: return nil
        }
    }

    /// The value as a person types it: a word without quotes, anything else in flow style.
    var text: String { if case .scalar(let word) = self { word } else { flow } }

    /// The value on one line after a key of a block.
    var block: String { if case .scalar(let word) = self { YAMLWriting.scalar(word, like: .plain, inFlow: false) } else { flow } }

    /// The value on one line, in flow style.
    var flow: String {
        switch self {
        case .scalar(let word): YAMLWriting.scalar(word, like: .plain, inFlow: true)
        case .list(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
        case .fields(let fields):
            fields.isEmpty
                ? "{}"
                : "{ "
                    + fields.map { "\(YAMLWriting.scalar($0.key, like: .plain, inFlow: true)): \($0.value.flow)" }.joined(separator: ", ")
                    + " }"
        }
    }
}
