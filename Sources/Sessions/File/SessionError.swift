// SPDX-License-Identifier: MIT
import PlainText

/// Why a session file cannot be read or written, and what to do about it.
public struct SessionError: Error, Equatable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// The file cannot be opened or read.
        case unreadable
        /// The file is not a session file.
        case foreign = "no sessions"
        /// The file was made by a newer program.
        case newer
        /// SQLite reports that the file is damaged.
        case damaged
        /// The file does not hold what was requested.
        case missing
        /// The format cannot hold several tracks.
        case mixed
        /// The file cannot be written.
        case unwritable
        /// The file did not respond in time: another program has locked it, or its disk hangs.
        case timeout
        /// The caller was cancelled.
        case cancelled
    }
    public var kind: Kind
    public var path: String
    public var message: String
    var remedy: String
}

extension SessionError {
    /// True if the file itself is invalid, as opposed to temporarily unavailable or full.
    public var isOfInput: Bool {
        switch kind {
        case .unreadable, .foreign, .newer, .damaged, .missing, .mixed: true
        case .unwritable, .timeout, .cancelled: false
        }
    }
}

extension SessionError: CustomStringConvertible {
    /// `file: message; remedy`.
    public var description: String { ("\(path): \(message)" + (remedy.isEmpty ? "" : "; \(remedy)")).visible }
}
