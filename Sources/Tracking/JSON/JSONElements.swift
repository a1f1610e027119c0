// SPDX-License-Identifier: MIT
/// Splits one JSON array into its elements, as if each were on a separate line: the document itself, or the list in an answer of
/// OwnTracks' recorder.
///
/// Memory is that of one element, whose length is limited like that of a line. Whether an element is valid JSON is left to its
/// reader.
final class JSONElements {
    private let source: ByteSource
    private let isInObject: Bool
    // Owned by this class alone and freed in deinit; raw so that elements can be returned in place.
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 1)
    private var held = 0
    private var place = 0
    private var line = 1
    private var ended = false
    /// The element that is returned.
    private var element: UnsafeMutablePointer<UInt8>
    private var capacity = 1 << 12

    /// - Parameter isInObject: the array is the first one in an object.
    init(_ source: ByteSource, isInObject: Bool) {
        self.source = source
        self.isInObject = isInObject
        element = .allocate(capacity: capacity)
    }

    deinit {
        piece.deallocate()
        element.deallocate()
    }

    /// The next element that is not blank, valid until the next call; nil at the end of the array.
    func next() throws(InputFault) -> LineReader.Line? {
        var count = 0
        var first = line
        var depth = 0
        var inString = false
        var escaped = false
        var tooLong = false
        func finish() -> LineReader.Line {
            LineReader.Line(
                bytes: UnsafeBufferPointer(start: element, count: tooLong ? 0 : count), number: first, unclosedQuote: false,
                tooLong: tooLong)
        }
        while !ended {
            if place == held {
                place = 0
                held = try source.read(into: piece)
                if held == 0 {
                    ended = true
                    break
                }
            }
            let byte = piece[place]
            place += 1
            if byte == 0x0A { line += 1 }
            if isInObject, !hasBegun, byte != 0x5B { continue }
            if inString {
                if escaped {
                    escaped = false
                } else if byte == 0x5C {
                    escaped = true
                } else if byte == 0x22 {
                    inString = false
                }
            } else {
                switch byte {
                case 0x22: inString = true
                case 0x7B, 0x5B:
                    // The array's own bracket, and a byte order mark before it.
                    if byte == 0x5B, depth == 0, count == 0 || !hasBegun {
                        hasBegun = true
                        count = 0
                        first = line
                        continue
                    }
                    depth += 1
                case 0x7D: depth -= 1
                case 0x5D:
                    if depth == 0 {
                        ended = true
                        if count > 0 { return finish() }
                        continue
                    }
                    depth -= 1
                case 0x2C where depth <= 0:
                    if count > 0 || tooLong { return finish() }
                    continue
                default: break
                }
            }
            if count == 0, byte <= 0x20 {
                first = line
                continue
            }
            // A line break is a space here, except in a string, where it is an error either way.
            append(byte == 0x0A || byte == 0x0D ? 0x20 : byte, at: &count, &tooLong)
        }
        return count > 0 || tooLong ? finish() : nil
    }

    private var hasBegun = false

    private func append(_ byte: UInt8, at count: inout Int, _ tooLong: inout Bool) {
        if count == LineReader.longest { tooLong = true }
        guard !tooLong else { return }
        if count == capacity {
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
            larger.update(from: element, count: count)
            element.deallocate()
            element = larger
            capacity *= 2
        }
        element[count] = byte
        count += 1
    }
}
