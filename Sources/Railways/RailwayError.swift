import PlainText

/// What keeps a railway database or a source of one from being read or written: where, what, and what to do.
public struct RailwayError: Error, Equatable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// It cannot be opened or read.
        case unreadable
        /// The bytes are no source of railways that is read here.
        case unknownFormat = "unknown format"
        /// The text or file breaks the rules of its own format (SQLite, CSV, XML, JSON, zip).
        case malformed
        /// A table, file, column or partner that is needed is not there.
        case missing
        /// A value does not read as what it should be.
        case badValue = "bad value"
        /// It reads well and holds no railway.
        case empty
        /// It cannot be written.
        case unwritable
    }
    public var kind: Kind
    /// The file or folder.
    public var source: String
    /// From 1; 0 where the fault belongs to no line of text.
    public var line: Int
    /// The table, member or id that it is about: `station JR-East.Yamanote.Osaki`.
    public var place: String?
    public var message: String
    public var remedy: String

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
    /// `file:line: place: message; remedy`, without what is not known.
    public var description: String {
        var text = source
        if line > 0 { text += ":\(line)" }
        if let place { text += ": \(place)" }
        text += ": \(message)"
        if !remedy.isEmpty { text += "; \(remedy)" }
        return text.visible
    }
}
