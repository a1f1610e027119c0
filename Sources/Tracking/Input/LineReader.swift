// SPDX-License-Identifier: MIT
import Glibc

/// Splits a byte source into lines, one at a time, in a buffer that grows to `longest` at most. Lines end with LF, CRLF or, if
/// the first line of the source does, with CR alone, as some Mac programs write them.
///
/// The returned pointer is valid until the next call: a line is read in place, not copied.
final class LineReader {
    /// The maximum length of a line in bytes; a longer one is not a text of fixes.
    static let longest = 1 << 20

    struct Line {
        let bytes: UnsafeBufferPointer<UInt8>
        /// The number of its first line, from 1.
        let number: Int
        /// A quote was opened but not closed before the end, before `longest` or within the maximum number of lines; `bytes` is
        /// one physical line.
        let unclosedQuote: Bool
        let tooLong: Bool
    }

    let source: ByteSource
    /// Whether a line break inside double quotes belongs to the line (CSV).
    private let quotes: Bool
    /// The separator of fields that may be quoted; nil until it is known.
    var separator: UInt8?
    /// The maximum number of lines that quotes may join.
    private let mostLines: Int
    // Owned by this class alone and freed in deinit; a raw buffer because lines are returned in place.
    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity = 1 << 16
    private var start = 0
    private var end = 0
    private var lineNumber = 0
    private var ended = false
    /// Whether CR alone ends lines; nil until the first line has ended.
    private var endsWithReturn: Bool?

    init(_ source: ByteSource, quotes: Bool = false, mostLines: Int = .max) {
        self.source = source
        self.quotes = quotes
        self.mostLines = mostLines
        buffer = .allocate(capacity: capacity)
    }

    deinit { buffer.deallocate() }

    /// Returns the next line without its line break, or nil at the end.
    func next() throws(InputFault) -> Line? {
        var scanned = 0
        var quotesScanned = 0
        var firstBreak: Int?
        var breaks = 0
        var quoting = CSVQuoting(separator: separator)
        while true {
            if let found = memchr(buffer + start + scanned, 0x0A, end - start - scanned) {
                let place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - UnsafePointer(buffer + start)
                breaks += 1
                if firstBreak == nil { firstBreak = place }
                if quotes { scanQuotes(&quoting, from: quotesScanned, to: place) }
                if quoting.isBroken { return unclosed(firstBreak ?? place) }
                if !quoting.isOpen { return line(length: place, consumed: place + 1, lines: breaks) }
                scanned = place + 1
                // The break is part of the quoted text.
                quotesScanned = place
                guard breaks < mostLines else { return unclosed(firstBreak ?? place) }
                continue
            }
            scanned = end - start
            if ended || scanned >= Self.longest {
                if scanned == 0 { return nil }
                if quotes { scanQuotes(&quoting, from: quotesScanned, to: scanned) }
                if let firstBreak, !ended || quoting.isOpen || quoting.isBroken { return unclosed(firstBreak) }
                if !ended { return try overlong() }
                return line(length: scanned, consumed: scanned, lines: breaks + 1, unclosed: quoting.isOpen)
            }
            // A CR at the end of the data may turn out to end the line.
            if endsWithReturn == nil, scanned > 0 { scanned -= 1 }
            try fill()
        }
    }

    private func scanQuotes(_ quoting: inout CSVQuoting, from: Int, to: Int) {
        // If no quote is open, a stretch without quotes leaves none open.
        guard quoting.isOpen || memchr(buffer + start + from, 0x22, to - from) != nil else { return }
        for place in from..<to { _ = quoting.take(buffer[start + place]) }
    }

    /// The first of several lines that an unclosed quote wrongly joins.
    private func unclosed(_ length: Int) -> Line { line(length: length, consumed: length + 1, lines: 1, unclosed: true) }

    private func line(length: Int, consumed: Int, lines: Int, unclosed: Bool = false) -> Line {
        var first = buffer + start
        var length = length
        if lineNumber == 0, length >= 3, first[0] == 0xEF, first[1] == 0xBB, first[2] == 0xBF {
            first += 3
            length -= 3
        }
        if length > 0, first[length - 1] == 0x0D { length -= 1 }
        let number = lineNumber + 1
        lineNumber += lines
        start += consumed
        return Line(
            bytes: UnsafeBufferPointer(start: first, count: length), number: number, unclosedQuote: unclosed,
            tooLong: false)
    }

    /// Skips to the end of a line that exceeds the maximum length.
    private func overlong() throws(InputFault) -> Line {
        lineNumber += 1
        if endsWithReturn == nil { endsWithReturn = false }
        while true {
            if let found = memchr(buffer + start, 0x0A, end - start) {
                start = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - UnsafePointer(buffer) + 1
                break
            }
            start = 0
            end = 0
            if ended { break }
            try fill()
        }
        return Line(
            bytes: UnsafeBufferPointer(start: buffer, count: 0), number: lineNumber, unclosedQuote: false, tooLong: true)
    }

    private func fill() throws(InputFault) {
        if start > 0 {
            memmove(buffer, buffer + start, end - start)
            end -= start
            start = 0
        }
        if end == capacity {
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
            memcpy(larger, buffer, end)
            buffer.deallocate()
            buffer = larger
            capacity *= 2
        }
        let got = try source.read(into: UnsafeMutableRawBufferPointer(start: buffer + end, count: capacity - end))
        if got == 0 { ended = true }
        end += got
        normalizeLineEnds(from: end - got)
    }

    /// Replaces CR with LF if it ends lines alone. The first line end decides, regardless of how the source is split.
    private func normalizeLineEnds(from place: Int) {
        var place = place
        if endsWithReturn == nil {
            // The byte after a CR at the end of the previous data is now known.
            place = max(start, place - 1)
            guard let first = (place..<end).first(where: { buffer[$0] == 0x0A || buffer[$0] == 0x0D }) else { return }
            guard buffer[first] == 0x0A || first + 1 < end else { return }
            endsWithReturn = buffer[first] == 0x0D && buffer[first + 1] != 0x0A
        }
        guard endsWithReturn == true else { return }
        for place in place..<end where buffer[place] == 0x0D { buffer[place] = 0x0A }
    }
}
