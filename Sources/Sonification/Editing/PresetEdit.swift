// SPDX-License-Identifier: MIT
/// One edit of a preset's text.
public struct PresetEdit: Equatable, Sendable {
    public enum Change: Equatable, Sendable {
        /// Sets the value, written on one line as a person would write it: `480`, `wood`, `[240, 3600]`, `{ power: 2 }`, or
        /// words.
        case set(String)
        /// Removes the key: the inherited value or the table's default applies again.
        case remove
        /// Adds a mapping to `map` or an event to `events`, as its last: the fields and their values in order.
        case append([Field])
        /// Removes a whole mapping or event, with the comments inside it.
        case removeItem
    }

    /// A field of a new mapping or event, its value written as for `set`.
    public struct Field: Equatable, Sendable {
        public var key: String
        public var text: String

        public init(_ key: String, _ text: String) {
            self.key = key
            self.text = text
        }
    }

    public var path: PresetPath
    var change: Change

    public init(_ path: PresetPath, _ change: Change) {
        self.path = path
        self.change = change
    }

    /// Sets a number, formatted as a person would write it.
    public init(_ path: PresetPath, _ number: Double) { self.init(path, .set(PlainNumber.write(number))) }
}
