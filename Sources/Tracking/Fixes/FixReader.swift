// SPDX-License-Identifier: MIT
import PlainText

/// A fault in the input: its location, its cause and the remedy.
public struct InputFault: Error, Equatable, Sendable {
    /// The kind of fault; tallies count by it.
    public enum Kind: String, Sendable, CaseIterable {
        /// The input cannot be opened or read.
        case unreadable
        /// The bytes have no supported format.
        case unknownFormat = "unknown format"
        /// The text violates the rules of its own format (XML, CSV, JSON).
        case malformed
        /// A field that every fix needs is absent.
        case missing
        /// A field does not parse as its type.
        case badValue = "bad value"
        /// A field parses, but its value is impossible.
        case outOfRange = "out of range"
        /// A row with too many or too few fields.
        case fieldCount = "field count"
        /// A sentence whose checksum shows that it was damaged in transit.
        case checksum = "bad checksum"
        /// Bytes that belong to no message.
        case noise
        /// A fix without a time where one is required.
        case untimed
        /// The entire input holds no usable fix.
        case noFix = "no fix"
        /// A fix of a track beyond the maximum number of tracks.
        case leftOut = "left out"
    }
    public var kind: Kind
    /// The file's name, or `stdin`.
    public var source: String
    /// From 1; 0 for a fault of the input in general.
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
    /// `file:line:column: message; remedy` on one line, without the unknown parts.
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

/// The next item from a reader.
public enum ReaderItem: Equatable, Sendable {
    // Boxed: readers pass it on, layer by layer, and a fix is large.
    indirect case fix(Fix)
    /// A piece that could not be read; the reader has skipped it and continues.
    case fault(InputFault)
}

/// Reads the fixes of one format, one at a time, in bounded memory.
public protocol FixReader {
    /// The names of the extra numeric columns (`heart`), fixed before the first fix; their channels are `csv.NAME`.
    var extraNames: [String] { get }
    /// Notes to report once for the entire input, as far as it has been read.
    var notes: [String] { get }
    /// The tracks of a document that may hold several, in order, at least up to the last fix returned; empty for other sources.
    var documentTracks: [DocumentTrack] { get }
    /// True if a track starts again where its clock is set back: at a live address, where a live track was recorded, and from the
    /// first fix on in a stream that begins now.
    var restartsOnClockReset: Bool { get }
    /// Returns the next item, or nil at the end.
    /// - Throws: a fault that cannot be skipped; after it nothing more is read.
    mutating func next() throws(InputFault) -> ReaderItem?
}

extension FixReader {
    public var notes: [String] { [] }
    public var documentTracks: [DocumentTrack] { [] }
    public var restartsOnClockReset: Bool { false }
}

/// A reader that keeps an input tally.
public protocol CountingReader: FixReader {
    var tally: InputTally { get }
}
