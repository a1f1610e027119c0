import PlainText

/// What keeps a file of sessions from being read or written: which file, what, and what to do.
public struct SessionError: Error, Equatable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// It cannot be opened or read.
        case unreadable
        /// It is something else than a file of sessions.
        case foreign = "no sessions"
        /// A newer program made it.
        case newer
        /// SQLite finds it broken.
        case damaged
        /// It holds nothing of what was asked for.
        case missing
        /// It cannot be written.
        case unwritable
        /// It did not answer in time: locked by another program, or its disk hangs.
        case timeout
        /// Whoever asked does not want the answer any more.
        case cancelled
    }
    public var kind: Kind
    public var path: String
    public var message: String
    public var remedy: String

    public init(kind: Kind, path: String, message: String, remedy: String) {
        self.kind = kind
        self.path = path
        self.message = message
        self.remedy = remedy
    }
}

extension SessionError {
    /// True when the file itself is not what it should be, rather than out of reach for now or full.
    public var isOfInput: Bool {
        switch kind {
        case .unreadable, .foreign, .newer, .damaged, .missing: true
        case .unwritable, .timeout, .cancelled: false
        }
    }
}

extension SessionError: CustomStringConvertible {
    /// `file: message; remedy`.
    public var description: String { ("\(path): \(message)" + (remedy.isEmpty ? "" : "; \(remedy)")).visible }
}
