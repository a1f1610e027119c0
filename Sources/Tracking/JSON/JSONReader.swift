// SPDX-License-Identifier: MIT
/// Parses JSON incrementally, piece by piece: objects, arrays, keys and values, one event at a time. It is the only JSON parser
/// of the program: complete documents, sequences of them, and messages in memory are all read with it.
///
/// Texts are returned as UTF-8 with their escapes decoded; half a surrogate pair and invalid UTF-8 become U+FFFD. Some invalid
/// JSON that programs write is accepted: NaN and the infinities, numbers such as `01`, `1.`, or `.5` after a sign, and needless
/// backslashes. A value that is not a finite double is not a number. Memory is one piece and the longest text (64 KiB; longer
/// texts are truncated); nesting is limited to 64 levels. One owner.
public final class JSONReader {
    public enum Event: Equatable, Sendable {
        case beginObject, endObject, beginArray, endArray
        /// The key is in `text`.
        case key
        case string
        case number
        /// true, false, null or the NaN of some programs, in `text`.
        case word
    }
    private static let pieceSize = 1 << 14
    static let longestText = 1 << 16
    private static let longestWord = 1 << 10
    private static let deepest = 64
    private enum Container { case object, array }
    private enum Expect { case value, firstKeyOrEnd, keyOnly, colon, firstValueOrEnd, commaOrEnd, nothing }

    private let name: String
    /// Nil for bytes in memory.
    private let source: ByteSource?
    private let isSequence: Bool
    // Owned by this class alone and freed in deinit.
    private let piece: UnsafeMutablePointer<UInt8>?
    /// The bytes being read: the piece, or a message during `read`.
    private(set) var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var place = 0
    private var stack: [Container] = []
    private var expect = Expect.value
    /// The first half of a surrogate pair, waiting for the second.
    var highSurrogate: UInt32?
    /// The bytes of the last key, string, number or word.
    var text: [UInt8] = []
    /// The offset of the last key or value in a message; for a string, after its quote.
    var start = 0
    /// The current line, from 1.
    private(set) var line = 1
    private var lineStart = 0
    /// The characters of the line in earlier pieces.
    private var columnsBefore = 0
    /// The column of a word that began in an earlier piece.
    private var wordColumn: Int?
    private var isInWord = false
    /// The depth of the last event: 1 within the outermost container.
    var depth: Int { stack.count }
    /// The column of the next character, from 1, in characters.
    private var column: Int { column(of: place) }
    private func column(of place: Int) -> Int { columnsBefore + Self.characters(bytes[lineStart..<place]) + 1 }
    public var string: String { String(decoding: text, as: UTF8.self) }
    /// The last number; nil if the last event was not a number.
    public var number: Double? { text.withUnsafeBufferPointer { DecimalText.double($0) } }

    /// - Parameter isSequence: objects may follow the first one, separated by line breaks or the record separators of RFC 7464.
    public init(_ source: ByteSource, isSequence: Bool = false) {
        self.source = source
        self.isSequence = isSequence
        name = source.name
        piece = .allocate(capacity: Self.pieceSize)
        text.reserveCapacity(64)
    }

    /// Creates a reader of messages in memory.
    init(name: String) {
        self.name = name
        source = nil
        isSequence = false
        piece = nil
    }

    deinit { piece?.deallocate() }

    /// Reads one message in memory: `body` calls `next` until it is complete. For a reader without a source.
    func read<Failure: Error>(
        _ message: UnsafeBufferPointer<UInt8>, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        bytes = message
        // The message belongs to the caller.
        defer { bytes = UnsafeBufferPointer(start: nil, count: 0) }
        (place, line, lineStart, columnsBefore) = (0, 1, 0, 0)
        stack.removeAll(keepingCapacity: true)
        expect = .value
        try body()
    }

    /// Returns the next event; nil at the end, once each document is complete.
    /// - Throws: `malformed` with the location where it stops being JSON or breaks off; `unreadable`.
    public func next() throws(InputFault) -> Event? {
        while true {
            guard let byte = try nextNonBlank() else {
                // A sequence may be empty.
                if expect == .nothing || isSequence && expect == .value && stack.isEmpty { return nil }
                throw fault("the JSON is truncated")
            }
            switch expect {
            case .nothing:
                guard isSequence, byte == 0x7B else { throw fault("unexpected text after the JSON value") }
                return try value(byte)
            case .colon:
                guard byte == 0x3A else { throw fault("expected ':' after a key") }
                place += 1
                expect = .value
            case .commaOrEnd:
                guard byte == 0x2C else { return try end(byte) }
                place += 1
                expect = stack.last == .object ? .keyOnly : .value
            case .firstKeyOrEnd, .keyOnly:
                if byte == 0x7D, expect == .firstKeyOrEnd { return try end(byte) }
                guard byte == 0x22 else { throw fault("expected a key") }
                try readString()
                expect = .colon
                return .key
            case .firstValueOrEnd where byte == 0x5D: return try end(byte)
            case .firstValueOrEnd, .value: return try value(byte)
            }
        }
    }

    /// Skips to the end of the container that has just begun.
    /// - Throws: the errors of `next`.
    public func skipContainer() throws(InputFault) {
        let outer = stack.count - 1
        while stack.count > outer, try next() != nil {}
    }

    public func fault(_ message: String) -> InputFault { fault(message, column: column) }

    private func fault(_ message: String, column: Int) -> InputFault {
        InputFault(
            source: name, line: line, column: column, message: message,
            remedy: "the fixes before it are kept; copy or export the file again for the rest")
    }

    // MARK: Values

    private func value(_ byte: UInt8) throws(InputFault) -> Event {
        switch byte {
        case 0x7B, 0x5B:
            guard stack.count < Self.deepest else { throw fault("the JSON is nested deeper than \(Self.deepest)") }
            place += 1
            stack.append(byte == 0x7B ? .object : .array)
            expect = byte == 0x7B ? .firstKeyOrEnd : .firstValueOrEnd
            return byte == 0x7B ? .beginObject : .beginArray
        case 0x22:
            try readString()
            valueEnded()
            return .string
        case 0x2D, 0x30...0x39:
            try readWord()
            let isNumber = readNumber()
            guard isNumber || text == Self.minusInfinity else { throw faultAtWord("invalid number") }
            valueEnded()
            return isNumber ? .number : .word
        default:
            try readWord()
            guard Self.words.contains(text) else { throw faultAtWord("not valid JSON") }
            valueEnded()
            return .word
        }
    }

    private static let minusInfinity = Array("-Infinity".utf8)
    private static let words = ["true", "false", "null", "NaN", "Infinity"].map { Array($0.utf8) }

    /// A fault at the beginning of the word that has just been read, even if it spans several pieces.
    private func faultAtWord(_ message: String) -> InputFault { fault(message, column: wordColumn ?? column(of: start)) }

    private func end(_ byte: UInt8) throws(InputFault) -> Event {
        guard let last = stack.last, byte == (last == .object ? 0x7D : 0x5D) else { throw fault("expected a comma or a closing bracket") }
        place += 1
        stack.removeLast()
        valueEnded()
        return last == .object ? .endObject : .endArray
    }

    private func valueEnded() { expect = stack.isEmpty ? .nothing : .commaOrEnd }

    private func readWord() throws(InputFault) {
        start = place
        isInWord = true
        wordColumn = nil
        defer { isInWord = false }
        text.removeAll(keepingCapacity: true)
        while let byte = try peek(), byte > 0x20, byte != 0x2C, byte != 0x7D, byte != 0x5D, byte != 0x3A, text.count < Self.longestWord {
            text.append(byte)
            place += 1
        }
    }

    /// Whether the word is a number. One with more digits than its consumers expect is shortened to its value.
    private func readNumber() -> Bool {
        guard text.count > 64 else { return number != nil }
        let isPlain = text.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E || $0 | 0x20 == 0x65 }
        guard isPlain, let value = Double(string), value.isFinite else { return false }
        text = Array("\(value)".utf8)
        return true
    }

    // MARK: Bytes

    /// Skips whitespace, and between documents also byte order marks and record separators. Nil at the end.
    private func nextNonBlank() throws(InputFault) -> UInt8? {
        while true {
            while place < bytes.count {
                let byte = bytes[place]
                switch byte {
                case 0x20, 0x09, 0x0D: break
                case 0x0A:
                    line += 1
                    lineStart = place + 1
                    columnsBefore = 0
                case 0xEF, 0xBB, 0xBF: if !stack.isEmpty { return byte }
                case 0x1E: if !stack.isEmpty || !isSequence { return byte }
                default: return byte
                }
                place += 1
            }
            guard try refill() else { return nil }
        }
    }

    func peek() throws(InputFault) -> UInt8? {
        if place == bytes.count, try !refill() { return nil }
        return bytes[place]
    }

    /// Reads the next piece once this one is consumed. False at the end.
    func refill() throws(InputFault) -> Bool {
        guard let source, let piece else { return false }
        if isInWord, wordColumn == nil { wordColumn = column(of: start) }
        columnsBefore += Self.characters(bytes[lineStart..<place])
        (place, lineStart) = (0, 0)
        let count = try source.read(into: UnsafeMutableRawBufferPointer(start: piece, count: Self.pieceSize))
        bytes = UnsafeBufferPointer(start: UnsafePointer(piece), count: count)
        return count > 0
    }

    private static func characters(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }
}
