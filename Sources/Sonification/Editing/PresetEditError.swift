// SPDX-License-Identifier: MIT
import PlainText

/// The reason why a preset was not edited; its text is unchanged.
public struct PresetEditError: Error, Equatable, Sendable, CustomStringConvertible {
    public enum Kind: Equatable, Sendable {
        /// The path does not exist in the preset.
        case unknownPath
        /// The value is not allowed at this path.
        case badValue
        /// The text is written in such a way that the change would affect other values or lose comments.
        case notEditable
        /// Another program changed the same part of the file.
        case changedOutside
        /// The file cannot be read or written.
        case file
        /// The name of the new file is already in use.
        case taken
        /// The preset ships with the program, so there is no file to write.
        case shipped
    }

    public var kind: Kind
    /// The location: `file:line:column`, a path in the preset, or a file.
    public var place: String
    public var message: String
    /// The suggested fix; empty if there is none.
    public var remedy: String

    public init(_ kind: Kind, at place: String, _ message: String, _ remedy: String = "") {
        self.kind = kind
        self.place = place
        self.message = message
        self.remedy = remedy
    }

    public var description: String { ("\(place): \(message)" + (remedy.isEmpty ? "" : "; \(remedy)")).visible }
}
