// SPDX-License-Identifier: MIT
/// A line being typed, with its cursor.
public struct LineEntry: Equatable, Sendable {
    /// Longer lines are cut off.
    private static let longest = 400

    private var characters: [Character]
    /// The number of characters before the cursor.
    private(set) var cursor: Int

    public init(_ text: String) {
        characters = Array(text.prefix(Self.longest))
        cursor = characters.count
    }

    public var text: String { String(characters) }
    /// The number of columns before the cursor.
    public var cursorColumn: Int { characters[..<cursor].reduce(0) { $0 + $1.terminalWidth } }

    /// Applies an editing key.
    /// - Returns: False for a key that does not edit (Return, Tab, Up, ...).
    public mutating func apply(_ press: KeyPress) -> Bool {
        switch press.key {
        case .character("u") where press.modifiers.contains(.control):
            characters.removeFirst(cursor)
            cursor = 0
        case .character("k") where press.modifiers.contains(.control): characters.removeLast(characters.count - cursor)
        case .character("a") where press.modifiers.contains(.control): cursor = 0
        case .character("e") where press.modifiers.contains(.control): cursor = characters.count
        case .character("w") where press.modifiers.contains(.control): removeWord()
        case .character(let character):
            guard !press.modifiers.contains(.control) else { return false }
            insert([character])
        case .paste(let text): insert(text.filter { $0.terminalWidth > 0 })
        case .backspace: if cursor > 0 { remove(cursor - 1) }
        case .delete: if cursor < characters.count { remove(cursor) }
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = characters.count
        default: return false
        }
        return true
    }

    private mutating func insert(_ more: some Collection<Character>) {
        let room = more.prefix(Self.longest - characters.count)
        characters.insert(contentsOf: room, at: cursor)
        cursor += room.count
    }

    private mutating func remove(_ place: Int) {
        characters.remove(at: place)
        cursor = min(place, characters.count)
    }

    private mutating func removeWord() {
        while cursor > 0, characters[cursor - 1] == " " { remove(cursor - 1) }
        while cursor > 0, characters[cursor - 1] != " " { remove(cursor - 1) }
    }
}
