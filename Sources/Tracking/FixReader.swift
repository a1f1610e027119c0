/// A broken piece of input: where, what, and what to do.
public struct InputFault: Error, Equatable, Sendable {
    /// The file's name, or `stdin`.
    public var source: String
    public var line: Int
    public var column: Int?
    public var message: String
    public var remedy: String
    public init(source: String, line: Int, column: Int? = nil, message: String, remedy: String) {
        self.source = source
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
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
    /// The next item, or nil at the end. Throws what cannot be skipped.
    mutating func next() throws(InputFault) -> ReaderItem?
}
