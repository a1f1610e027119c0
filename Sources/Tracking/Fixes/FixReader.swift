import PlainText

/// A broken piece of input: where, what, and what to do.
public struct InputFault: Error, Equatable, Sendable {
    /// What sort of breakage; tallies count by it.
    public enum Kind: String, Sendable, CaseIterable {
        /// The input cannot be opened or read.
        case unreadable
        /// The bytes are no format that is read here.
        case unknownFormat = "unknown format"
        /// The text breaks the rules of its own format (XML, CSV, JSON).
        case malformed
        /// A field that every fix needs is not there.
        case missing
        /// A field does not read as what it should be.
        case badValue = "bad value"
        /// A field reads well but lies outside what is possible.
        case outOfRange = "out of range"
        /// A row with too many or too few fields.
        case fieldCount = "field count"
        /// A sentence whose checksum says that it was damaged on its way.
        case checksum = "bad checksum"
        /// Bytes that belong to nothing.
        case noise
        /// A fix without a time where a time is needed.
        case untimed
        /// The whole input holds not one usable fix.
        case noFix = "no fix"
        /// A fix of one thing more than are followed at once.
        case leftOut = "left out"
    }
    public var kind: Kind
    /// The file's name, or `stdin`.
    public var source: String
    /// From 1; 0 where the fault belongs to the input as a whole.
    public var line: Int
    /// From 1, in characters of the line.
    public var column: Int?
    public var message: String
    public var remedy: String
    public init(
        kind: Kind = .malformed, source: String, line: Int, column: Int? = nil, message: String, remedy: String
    ) {
        self.kind = kind
        self.source = source
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
    }
}

extension InputFault: CustomStringConvertible {
    /// `file:line:column: message; remedy` on one line, without what is not known.
    public var description: String {
        var text = source
        if line > 0 {
            text += ":\(line)"
            if let column { text += ":\(column)" }
        }
        text += ": \(message)"
        if !remedy.isEmpty { text += "; \(remedy)" }
        return text.visible
    }
}

/// What a reader gives next.
public enum ReaderItem: Equatable, Sendable {
    case fix(Fix)
    /// A piece that could not be read; the reader has skipped it and goes on.
    case fault(InputFault)
}

/// Reads fixes of one format, one at a time, in bounded memory.
public protocol FixReader {
    /// Names of the further numeric columns (`heart`), fixed before the first fix; channels `csv.NAME`.
    var extraNames: [String] { get }
    /// What is to be said once of the whole input, as far as it has been read.
    var notes: [String] { get }
    /// The next item, or nil at the end. Throws what cannot be skipped.
    mutating func next() throws(InputFault) -> ReaderItem?
}

extension FixReader {
    public var notes: [String] { [] }
}

/// A reader that counts what comes in.
public protocol TalliedReader: FixReader {
    var tally: InputTally { get }
}
