import PlainText

/// Why a preset was not edited; its text is as it was.
public struct PresetEditError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Kind: Equatable, Sendable {
        /// There is no such place in the preset.
        case unknownPath
        /// The value is not one that the place can have.
        case badValue
        /// The text is written in a way that a change would spread from, or lose words of a person.
        case notEditable
        /// The file was changed outside, at the same place.
        case changedOutside
        /// The file cannot be read or written.
        case file
        /// Something has the name of the new file.
        case taken
        /// There is no file to write: the preset ships with the program.
        case shipped
    }

    public var kind: Kind
    /// Where: `file:line:column`, a path in the preset, or a file.
    public var place: String
    public var message: String
    /// What to do about it; empty when there is nothing to say.
    public var remedy: String

    public init(_ kind: Kind, at place: String, _ message: String, _ remedy: String = "") {
        self.kind = kind
        self.place = place
        self.message = message
        self.remedy = remedy
    }

    public var description: String { ("\(place): \(message)" + (remedy.isEmpty ? "" : "; \(remedy)")).visible }
}
