// SPDX-License-Identifier: MIT
/// A JSON value; an object's members keep their order.
public indirect enum JSONValue: Equatable, Sendable {
    public struct Member: Equatable, Sendable {
        public var name: String
        public var value: JSONValue
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    case object([Member])
    case array([JSONValue])
    case text(String)
    /// A number as its digits, so that no precision is lost.
    case digits(String)
    case bool(Bool)
    case null

    public static func object(_ members: [(String, JSONValue)]) -> JSONValue { .object(members.map { Member($0.0, $0.1) }) }
    /// An object of those members that have a value.
    public static func object(known members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }
    /// A number; null for infinities and NaN, which JSON cannot express.
    public static func number(_ number: Double) -> JSONValue { number.isFinite ? .digits(JSONText.number(number)) : .null }
    public static func number(_ number: Float) -> JSONValue { number.isFinite ? .digits(JSONText.number(number)) : .null }
    public static func whole(_ number: some BinaryInteger) -> JSONValue { .digits("\(number)") }

    // MARK: Reading

    /// The member with that name, the last one where there are several; nil if this is not an object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    public var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    public var double: Double? { if case .digits(let digits) = self { Double(digits) } else { nil } }
    public var float: Float? { if case .digits(let digits) = self { Float(digits) } else { nil } }

    /// Returns an integer that fits the type; nil for anything else, including a number with a fraction.
    public func whole<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        guard case .digits(let digits) = self else { return nil }
        return Number(digits) ?? Double(digits).flatMap { $0.magnitude < 0x1p53 ? Number(exactly: $0) : nil }
    }

    // MARK: Writing

    /// The value on one line; the same bytes every time.
    public var line: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value on one line.
    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .object(let members):
            bytes.append(0x7B)
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                JSONText.append(member.name, to: &bytes)
                bytes.append(0x3A)
                member.value.write(to: &bytes)
            }
            bytes.append(0x7D)
        case .array(let items):
            bytes.append(0x5B)
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                item.write(to: &bytes)
            }
            bytes.append(0x5D)
        case .text(let text): JSONText.append(text, to: &bytes)
        case .digits(let digits): bytes.append(contentsOf: digits.utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        }
    }

    /// Returns indented text, for human readers too; the same bytes every time.
    /// - Parameter indent: the indentation of the lines after the first.
    public func indented(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map { "\(inner)\(JSONText.quoted($0.name)): \($0.value.indented(inner))" }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .array(let items) where items.allSatisfy(\.isPlain):
            return "[" + items.map(\.line).joined(separator: ", ") + "]"
        case .array(let items):
            return "[\n" + items.map { inner + $0.indented(inner) }.joined(separator: ",\n") + "\n\(indent)]"
        default: return line
        }
    }

    private var isPlain: Bool {
        switch self {
        case .object, .array: false
        default: true
        }
    }
}
