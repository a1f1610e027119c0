// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// Why a railway database or a source for one cannot be read or written, and what to do about it.
public struct RailwayError: Error, Equatable, Sendable {
    public enum Kind: Sendable {
        /// The source cannot be opened or read.
        case unreadable
        /// The bytes are not in a supported format.
        case unknownFormat
        /// The file violates the rules of its own format (SQLite, CSV, XML, JSON, zip).
        case malformed
        /// A required table, file, column or partner is missing.
        case missing
        /// A value cannot be read as the expected type.
        case badValue
        /// The source is valid but holds no railway.
        case empty
        /// The file cannot be written.
        case unwritable
    }
    public var kind: Kind
    /// The file or folder.
    var source: String
    /// The line number, from 1; 0 if the error does not belong to a line of text.
    var line: Int
    /// The table, member or id concerned: `station JR-East.Yamanote.Osaki`.
    var place: String?
    var message: String
    var remedy: String

    public init(
        kind: Kind, source: String, line: Int = 0, place: String? = nil, message: String, remedy: String
    ) {
        self.kind = kind
        self.source = source
        self.line = line
        self.place = place
        self.message = message
        self.remedy = remedy
    }
}

extension RailwayError: CustomStringConvertible {
    /// `file:line: place: message; remedy`, without unknown parts.
    public var description: String {
        var text = source
        if line > 0 { text += ":\(line)" }
        if let place { text += ": \(place)" }
        text += ": \(message)"
        if !remedy.isEmpty { text += "; \(remedy)" }
        return text.visible
    }
}

extension RailwayError {
    /// A source that does not exist.
    static func nothing(at path: String) -> RailwayError {
        RailwayError(kind: .unreadable, source: path, message: "no such file or folder", remedy: "check the name and the folder")
    }

    /// A rider asks for something that the railways do not have.
    static func missing(place: String?, message: String, remedy: String) -> RailwayError {
        RailwayError(kind: .missing, source: "the railways", place: place, message: message, remedy: remedy)
    }

    /// Converts an error in the bytes or lines of a source.
    package init(_ fault: InputFault, source: String, place: String? = nil) {
        let kind: Kind =
            switch fault.kind {
            case .unreadable: .unreadable
            case .missing, .noFix: .missing
            case .malformed, .fieldCount: .malformed
            default: .badValue
            }
        self.init(kind: kind, source: source, line: fault.line, place: place, message: fault.message, remedy: fault.remedy)
    }
}
