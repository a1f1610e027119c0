// SPDX-License-Identifier: MIT
/// One key press with its modifiers.
public struct KeyPress: Equatable, Sendable {
    public enum Key: Equatable, Sendable {
        case character(Character)
        case left, right, up, down
        case home, end, pageUp, pageDown
        case insert, delete, backspace
        case tab, enter, escape
        case function(Int)
        /// Text pasted from the clipboard in one piece.
        case paste(String)
        case mouse(MouseReport)
    }

    public struct Modifiers: OptionSet, Equatable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        // The bits of xterm's modifier parameter, minus one.
        public static let shift = Modifiers(rawValue: 1)
        static let alt = Modifiers(rawValue: 2)
        public static let control = Modifiers(rawValue: 4)
    }

    public var key: Key
    public var modifiers: Modifiers

    public init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }
}

/// A mouse action and the cell where it happened.
public struct MouseReport: Equatable, Sendable {
    public enum Action: Equatable, Sendable { case press, drag, release, wheelUp, wheelDown }
    public var action: Action
    /// Counted from 0 at the top left.
    public var column: Int
    public var row: Int
}
