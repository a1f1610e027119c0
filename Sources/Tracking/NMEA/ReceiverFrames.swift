// SPDX-License-Identifier: MIT
/// Splits a receiver's output into frames: NMEA and AIS sentences, SiRF and u-blox binary messages, and the noise between them.
///
/// A logger's stamp before a sentence is not noise: a tag block of NMEA 4, a time, columns of a table.
///
/// Bytes are pushed in as they arrive, in chunks of any size; `next` returns the complete frames. Memory is bounded by the
/// longest message and by the largest chunk.
struct ReceiverFrames {
    enum Kind: Equatable {
        /// From `$` or `!` to before the line break. `isCut`: it ended in something other than a line break.
        case sentence(isCut: Bool)
        /// The payload of a SiRF message whose checksum is correct.
        case siRF
        /// A line that begins with `#`, without its line break.
        case comment
        /// A u-blox message whose checksum is correct; its content is not decoded.
        case ublox
        /// The number of bytes that belong to no frame.
        case noise(Int)
    }
    struct Frame: Equatable {
        let kind: Kind
        let bytes: ArraySlice<UInt8>
        /// The line on which it begins, from 1.
        let line: Int
    }
    /// Limits in bytes, longer than any sentence (AIS and proprietary ones exceed the standard's 82) and than any message.
    private static let longestSentence = 1024
    private static let longestPayload = 2047

    private var window: [UInt8] = []
    private var place = 0
    private var line = 1
    private var lastWasReturn = false
    private var noise = 0
    private var noiseLine = 1
    private var stamp = SentenceStamp()
    private var isLineStart = true

    mutating func append(_ bytes: some Sequence<UInt8>) {
        if place > 0 {
            window.removeFirst(place)
            place = 0
        }
        window.append(contentsOf: bytes)
    }

    /// The next complete frame, or nil until more bytes arrive.
    /// - Parameter isEnd: whether the input has ended, so that the remaining bytes are final.
    mutating func next(isEnd: Bool) -> Frame? {
        while place < window.count {
            let byte = window[place]
            switch byte {
            case 0x24, 0x21:
                if stamp.isWhole { noise = 0 }
                if let frame = takeNoise() { return frame }
                return sentence(isEnd: isEnd)
            case 0x23 where isLineStart:
                guard let end = lineEnd(from: place) else {
                    if !isEnd, window.count - place < Self.longestSentence { return nil }
                    noise += window.count - place
                    place = window.count
                    continue
                }
                let frame = Frame(kind: .comment, bytes: window[place..<end], line: line)
                place = end
                return frame
            case 0x0A, 0x0D:
                lineBreak(byte)
                place += 1
            case 0xA0, 0xB5:
                switch message(isEnd: isEnd) {
                case let length? where length > 0:
                    if let frame = takeNoise() { return frame }
                    return take(length, isSiRF: byte == 0xA0)
                case .some: addNoise()
                case nil: return nil
                }
            case 0x20, 0x09:
                if noise > 0 { stamp.take(byte) }
                place += 1
            default: addNoise()
            }
        }
        return isEnd ? takeNoise() : nil
    }

    // MARK: Pieces

    private mutating func sentence(isEnd: Bool) -> Frame? {
        var end = place + 1
        let most = min(window.count, place + Self.longestSentence)
        while end < most, window[end] >= 0x20, window[end] < 0x7F, window[end] != 0x24, window[end] != 0x21 { end += 1 }
        let isOpen = end == window.count
        if isOpen, !isEnd { return nil }
        let isCut = !isOpen && window[end] != 0x0A && window[end] != 0x0D
        let frame = Frame(kind: .sentence(isCut: isCut), bytes: window[place..<end], line: line)
        place = end
        isLineStart = false
        lastWasReturn = false
        return frame
    }

    /// The length of the binary message here, with its header; nil if more bytes are needed, 0 if no valid message begins here.
    private func message(isEnd: Bool) -> Int? {
        let left = window.count - place
        let isSiRF = window[place] == 0xA0
        // At the end of the input an incomplete message is not a message.
        func wait() -> Int? { isEnd ? 0 : nil }
        guard left >= 2 else { return wait() }
        guard window[place + 1] == (isSiRF ? 0xA2 : 0x62) else { return 0 }
        let header = isSiRF ? 4 : 6
        guard left >= header else { return wait() }
        let length =
            isSiRF
            ? Int(window[place + 2]) << 8 | Int(window[place + 3])
            : Int(window[place + 5]) << 8 | Int(window[place + 4])
        guard length > 0 || !isSiRF, length <= Self.longestPayload else { return 0 }
        let whole = header + length + (isSiRF ? 4 : 2)
        guard left >= whole else { return wait() }
        let end = place + header + length
        if isSiRF {
            var sum = 0
            for index in place + header..<end { sum = (sum + Int(window[index])) & 0x7FFF }
            let isRight = sum == Int(window[end]) << 8 | Int(window[end + 1]) && window[end + 2] == 0xB0 && window[end + 3] == 0xB3
            return isRight ? whole : 0
        }
        // The checksum of RFC 1145 over class, id, length and payload.
        var a: UInt8 = 0
        var b: UInt8 = 0
        for index in place + 2..<end {
            a &+= window[index]
            b &+= a
        }
        return a == window[end] && b == window[end + 1] ? whole : 0
    }

    private mutating func take(_ length: Int, isSiRF: Bool) -> Frame {
        let bytes = isSiRF ? window[place + 4..<place + length - 4] : window[place + 2..<place + length - 2]
        let frame = Frame(kind: isSiRF ? .siRF : .ublox, bytes: bytes, line: line)
        place += length
        isLineStart = true
        lastWasReturn = false
        return frame
    }

    // MARK: Lines and noise

    private func lineEnd(from start: Int) -> Int? { window[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } }

    /// CR, LF and CR LF each end one line.
    private mutating func lineBreak(_ byte: UInt8) {
        if byte == 0x0A, lastWasReturn {
            lastWasReturn = false
        } else {
            line += 1
            lastWasReturn = byte == 0x0D
        }
        isLineStart = true
        stamp = SentenceStamp()
    }

    private mutating func addNoise() {
        if noise == 0 {
            noiseLine = line
            stamp = SentenceStamp(isPossible: isLineStart)
        }
        stamp.take(window[place])
        noise += 1
        place += 1
        isLineStart = false
        lastWasReturn = false
    }

    private mutating func takeNoise() -> Frame? {
        guard noise > 0 else { return nil }
        let frame = Frame(kind: .noise(noise), bytes: [], line: noiseLine)
        noise = 0
        return frame
    }
}
