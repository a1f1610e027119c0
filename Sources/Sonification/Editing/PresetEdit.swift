// SPDX-License-Identifier: MIT
/// One edit of a preset's text.
public struct PresetEdit: Equatable, Sendable {
    public enum Change: Equatable, Sendable {
        /// Sets the value, written on one line as a person would write it: `480`, `wood`, `[240, 3600]`, `{ power: 2 }`, or
        /// words.
        case set(String)
        /// Removes the key: the inherited value or the table's default applies again.
        case remove
    }

    public var path: PresetPath
    public var change: Change

    public init(_ path: PresetPath, _ change: Change) {
        self.path = path
        self.change = change
    }

    /// Sets a number, formatted as a person would write it.
    public init(_ path: PresetPath, _ number: Double) { self.init(path, .set(PlainNumber.write(number))) }
}
