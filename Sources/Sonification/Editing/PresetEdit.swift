/// One change of a preset's text.
public struct PresetEdit: Equatable, Sendable {
    public enum Change: Equatable, Sendable {
        /// The value as a person writes it on one line: `480`, `wood`, `[240, 3600]`, `{ power: 2 }`, or words.
        case set(String)
        /// The key goes: the value is inherited, or the table's default, again.
        case remove
    }

    public var path: PresetPath
    public var change: Change

    public init(_ path: PresetPath, _ change: Change) {
        self.path = path
        self.change = change
    }

    /// Sets a number, written as a person would.
    public init(_ path: PresetPath, _ number: Double) { self.init(path, .set(PlainNumber.write(number))) }
}
