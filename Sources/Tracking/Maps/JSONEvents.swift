/// Takes a JSON document apart as it is read, piece by piece: objects, arrays, keys and values, one event at a time. A sequence of
/// documents, with line breaks or the record separators of RFC 7464 between them, is one too.
///
/// Memory is one piece and the longest text (64 KiB; what is longer is cut); nesting goes 64 deep. One owner.
final class JSONEvents {
    enum Event: Equatable {
        case beginObject, endObject, beginArray, endArray
        /// Its text is in `text`.
        case key
        case string
        case number
        /// true, false, null and the NaN of some programs.
        case word
    }
    private static let pieceSize = 1 << 14
    private static let longestText = 1 << 16
    private static let deepest = 64
    private enum Container { case object, array }
    private enum Expect { case value, firstKeyOrEnd, keyOnly, colon, firstValueOrEnd, commaOrEnd, nothing }

    private let source: ByteSource
    private let isSequence: Bool
    // Owned by this class alone and freed in deinit.
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: JSONEvents.pieceSize, alignment: 1)
    private var held = 0
    private var place = 0
    private var stack: [Container] = []
    private var expect = Expect.value
    /// The last key's, string's or number's bytes; escapes are decoded.
    private(set) var text: [UInt8] = []
    /// The line that is being read, from 1, and the column of the last byte.
    private(set) var line = 1
    private(set) var column = 0
    /// How deep the last event lies: 1 within the outermost container.
    var depth: Int { stack.count }

    /// - Parameter isSequence: objects may follow the first one.
    init(_ source: ByteSource, isSequence: Bool = false) {
        self.source = source
        self.isSequence = isSequence
        text.reserveCapacity(64)
    }

    deinit { piece.deallocate() }

    /// The next event; nil at the end, when each document is whole.
    /// - Throws: `malformed` with the place where it stops being JSON, also where it breaks off.
    func next() throws(InputFault) -> Event? {
        while true {
            guard let byte = try peek() else {
                if expect == .nothing { return nil }
                throw fault("the JSON breaks off")
            }
            if byte <= 0x20 || (byte == 0xEF || byte == 0xBB || byte == 0xBF) && stack.isEmpty {
                skip()
                continue
            }
            switch expect {
            case .nothing:
                guard isSequence, byte == 0x7B else { throw fault("something follows the JSON") }
                return try value(byte)
            case .colon:
                guard byte == 0x3A else { throw fault("a ':' is missing after a key") }
                skip()
                expect = .value
            case .commaOrEnd:
                if byte == 0x2C {
                    skip()
                    expect = stack.last == .object ? .keyOnly : .value
                } else {
                    return try end(byte)
                }
            case .firstKeyOrEnd, .keyOnly:
                if byte == 0x7D, expect == .firstKeyOrEnd { return try end(byte) }
                guard byte == 0x22 else { throw fault("a key is missing") }
                try readString()
                expect = .colon
                return .key
            case .firstValueOrEnd where byte == 0x5D: return try end(byte)
            case .firstValueOrEnd, .value: return try value(byte)
            }
        }
    }

    /// Passes over what follows up to the end of the container that has just begun.
    func skipContainer() throws(InputFault) {
        let outer = stack.count - 1
        while stack.count > outer, try next() != nil {}
    }

    func fault(_ message: String) -> InputFault {
        InputFault(
            source: source.name, line: line, column: max(1, column), message: message,
            remedy: "the fixes before it are kept; copy or export the file again for the rest")
    }

    // MARK: Values

    private func value(_ byte: UInt8) throws(InputFault) -> Event {
        switch byte {
        case 0x7B, 0x5B:
            guard stack.count < Self.deepest else { throw fault("the JSON is nested deeper than \(Self.deepest)") }
            skip()
            stack.append(byte == 0x7B ? .object : .array)
            expect = byte == 0x7B ? .firstKeyOrEnd : .firstValueOrEnd
            return byte == 0x7B ? .beginObject : .beginArray
        case 0x22:
            try readString()
            valueEnded()
            return .string
        case 0x2D, 0x30...0x39:
            try readWord()
            guard text.withUnsafeBufferPointer({ DecimalText.double($0) }) != nil else {
                if text == Array("-Infinity".utf8) {
                    valueEnded()
                    return .word
                }
                throw fault("no number")
            }
            valueEnded()
            return .number
        default:
            try readWord()
            guard ["true", "false", "null", "NaN", "Infinity"].contains(String(decoding: text, as: UTF8.self)) else {
                throw fault("this is no JSON")
            }
            valueEnded()
            return .word
        }
    }

    private func end(_ byte: UInt8) throws(InputFault) -> Event {
        guard let last = stack.last, byte == (last == .object ? 0x7D : 0x5D) else { throw fault("a comma or an end is missing") }
        skip()
        stack.removeLast()
        valueEnded()
        return last == .object ? .endObject : .endArray
    }

    private func valueEnded() { expect = stack.isEmpty ? .nothing : .commaOrEnd }

    private func readWord() throws(InputFault) {
        text.removeAll(keepingCapacity: true)
        while let byte = try peek(), byte > 0x20, byte != 0x2C, byte != 0x7D, byte != 0x5D, byte != 0x3A, text.count < 64 {
            text.append(byte)
            skip()
        }
    }

    private func readString() throws(InputFault) {
        text.removeAll(keepingCapacity: true)
        skip()
        while let byte = try peek() {
            skip()
            switch byte {
            case 0x22: return
            case 0x5C: try readEscape()
            case ..<0x20: throw fault("a line break in a string")
            default: append(byte)
            }
        }
        throw fault("the JSON breaks off in a string")
    }

    private func readEscape() throws(InputFault) {
        guard let byte = try peek() else { throw fault("the JSON breaks off in a string") }
        skip()
        switch byte {
        case 0x6E: append(0x0A)
        case 0x74: append(0x09)
        case 0x72: append(0x0D)
        case 0x62, 0x66: append(0x20)
        case 0x75:
            var code: UInt32 = 0
            for _ in 0..<4 {
                guard let digit = try peek(), let value = Character(UnicodeScalar(digit)).hexDigitValue else { throw fault("a broken escape") }
                skip()
                code = code << 4 | UInt32(value)
            }
            // Half of a pair says nothing by itself; such letters stand in names alone.
            for unit in String(UnicodeScalar(code).map(Character.init) ?? "?").utf8 { append(unit) }
        default: append(byte)
        }
    }

    private func append(_ byte: UInt8) { if text.count < Self.longestText { text.append(byte) } }

    // MARK: Bytes

    private func peek() throws(InputFault) -> UInt8? {
        if place == held {
            place = 0
            held = try source.read(into: piece)
            if held == 0 { return nil }
        }
        return piece[place]
    }

    private func skip() {
        if piece[place] == 0x0A {
            line += 1
            column = 0
        } else {
            column += 1
        }
        place += 1
    }
}
