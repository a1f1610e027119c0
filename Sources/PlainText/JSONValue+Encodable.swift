// SPDX-License-Identifier: MIT
extension JSONValue {
    /// Encodes a value as JSON. An object's members are sorted by name, so that the same value always gives the same bytes;
    /// members without a value are absent; infinities and NaN are null.
    /// - Throws: whatever the value's own `encode(to:)` throws.
    public init(_ value: some Encodable) throws { self = try JSONDraft.value(value) }
}

/// A value that is being encoded. One owner, one thread.
private final class JSONDraft {
    private enum Content {
        case nothing
        case value(JSONValue)
        case object([String: JSONDraft])
        case array([JSONDraft])
    }
    private var content = Content.nothing

    static func value<Value: Encodable>(_ value: Value) throws -> JSONValue {
        switch value {
        case let text as String: return .text(text)
        case let number as Double: return .number(number)
        case let number as Int: return .whole(number)
        case let flag as Bool: return .bool(flag)
        case let number as Float: return .number(number)
        case let number as any BinaryInteger: return .digits("\(number)")
        default:
            let draft = JSONDraft()
            try value.encode(to: DraftEncoder(draft: draft, codingPath: []))
            return draft.finished
        }
    }

    var count: Int { if case .array(let items) = content { items.count } else { 0 } }

    func set(_ value: JSONValue) { content = .value(value) }

    /// Makes this an object; members that it already has stay.
    func beginObject() { if case .object = content {} else { content = .object([:]) } }

    func beginArray() { if case .array = content {} else { content = .array([]) } }

    func member(_ name: String) -> JSONDraft {
        let draft = JSONDraft()
        if case .object(var members) = content {
            // Drops the second reference, so that the dictionary grows in place.
            content = .nothing
            members[name] = draft
            content = .object(members)
        }
        return draft
    }

    func item() -> JSONDraft {
        let draft = JSONDraft()
        if case .array(var items) = content {
            content = .nothing
            items.append(draft)
            content = .array(items)
        }
        return draft
    }

    private var finished: JSONValue {
        switch content {
        case .nothing: .null
        case .value(let value): value
        case .object(let members): .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value.finished) })
        case .array(let items): .array(items.map(\.finished))
        }
    }

    private typealias Member = JSONValue.Member
}

private struct DraftEncoder: Encoder {
    let draft: JSONDraft
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        draft.beginObject()
        return KeyedEncodingContainer(DraftObject<Key>(draft: draft, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        draft.beginArray()
        return DraftArray(draft: draft, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { DraftValue(draft: draft, codingPath: codingPath) }
}

private struct DraftObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let draft: JSONDraft
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { draft.member(key.stringValue).set(.null) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        draft.member(key.stringValue).set(try JSONDraft.value(value))
    }

    func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { DraftEncoder(draft: draft.member("super"), codingPath: codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: Key) -> DraftEncoder {
        DraftEncoder(draft: draft.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct DraftArray: UnkeyedEncodingContainer {
    let draft: JSONDraft
    let codingPath: [any CodingKey]
    var count: Int { draft.count }

    func encodeNil() { draft.item().set(.null) }
    func encode<Value: Encodable>(_ value: Value) throws { draft.item().set(try JSONDraft.value(value)) }

    func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
    private func encoder() -> DraftEncoder { DraftEncoder(draft: draft.item(), codingPath: codingPath) }
}

private struct DraftValue: SingleValueEncodingContainer {
    let draft: JSONDraft
    let codingPath: [any CodingKey]

    func encodeNil() { draft.set(.null) }
    func encode<Value: Encodable>(_ value: Value) throws { draft.set(try JSONDraft.value(value)) }
}
