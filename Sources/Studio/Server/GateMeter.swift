import Foundation

/// Measures what one client sends: heads of requests, and after an upgrade frames (RFC 6455, section 5.2). Value type.
///
/// A head goes on once it is whole, and of its lines only those that the server reads: cookies of other programs on this
/// machine, say, are nobody's business here, and the server's library takes quadratic time over a long line.
struct GateMeter {
    enum Verdict: Equatable {
        /// What goes on to the server.
        case pass([UInt8])
        /// What goes on to the server, which ends the connection by it; nothing more is taken.
        case dismiss([UInt8])
        /// What is sent before the connection is closed.
        case refuse(Data)
    }

    /// Bytes of a request's head.
    static let longestHead = 16 << 10
    /// Bytes of a frame's payload, and of the longest message that a page may send.
    static let longestMessage = 64 << 10
    /// Bytes of the longest line that goes on.
    static let longestLine = 2048
    /// The lines that go on beside the first.
    private static let wanted = ["host:", "origin:", "upgrade:", "connection:", "sec-websocket-key:", "sec-websocket-version:"]

    private enum Place {
        /// In a head; its bytes so far.
        case head([UInt8])
        /// In a frame's head; its bytes so far.
        case frame([UInt8])
        /// In a frame's payload; what is still to come.
        case payload(Int)
    }

    private var place = Place.head([])

    /// True while a request's head has begun and is not whole.
    var isInHead: Bool { if case .head(let bytes) = place { !bytes.isEmpty } else { false } }

    mutating func take(_ bytes: [UInt8]) -> Verdict {
        var rest = bytes[...]
        var forwarded: [UInt8] = []
        while !rest.isEmpty {
            switch place {
            case .head(var head):
                place = .frame([])
                // A head ends with an empty line.
                let end = rest.indices.first { index in
                    head.append(rest[index])
                    return rest[index] == 10 && (head.suffix(4) == [13, 10, 13, 10] || head.suffix(2) == [10, 10])
                }
                rest = end.map { rest[($0 + 1)...] } ?? []
                guard head.count <= Self.longestHead else { return Self.answer("431 Request Header Fields Too Large") }
                guard end != nil else {
                    place = .head(head)
                    break
                }
                let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
                if lines.contains(where: Self.hasBody) { return Self.answer("413 Content Too Large") }
                let kept = lines.enumerated().filter { number, line in
                    number == 0 || Self.wanted.contains { line.lowercased().hasPrefix($0) }
                }
                if kept.contains(where: { $1.utf8.count > Self.longestLine }) { return Self.answer("431 Request Header Fields Too Large") }
                forwarded += Array((kept.map { String($1) } + ["", ""]).joined(separator: "\r\n").utf8)
                place = kept.contains { $1.lowercased().hasPrefix("upgrade:") } ? .frame([]) : .head([])
            case .frame(var head):
                head.append(rest.removeFirst())
                guard let length = Self.payloadLength(head) else {
                    place = .frame(head)
                    continue
                }
                // The server answers a close in kind, after what it is just sending.
                guard length <= Self.longestMessage else { return .dismiss(forwarded + Self.tooBig) }
                forwarded += head
                place = length > 0 ? .payload(length) : .frame([])
            case .payload(let left):
                let count = min(left, rest.count)
                forwarded += rest.prefix(count)
                rest.removeFirst(count)
                place = left > count ? .payload(left - count) : .frame([])
            }
        }
        return .pass(forwarded)
    }

    /// A client's close frame, 1009: message too big; masked by zeros.
    private static let tooBig: [UInt8] = [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xf1]

    /// The payload's length once the head is whole, mask included; nil before.
    private static func payloadLength(_ head: [UInt8]) -> Int? {
        guard head.count >= 2 else { return nil }
        let short = Int(head[1] & 0x7f), mask = head[1] & 0x80 == 0 ? 0 : 4
        let extra = short == 127 ? 8 : short == 126 ? 2 : 0
        guard head.count == 2 + extra + mask else { return nil }
        if extra == 0 { return short }
        let long = head[2..<2 + extra].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(clamping: long)
    }

    /// True for a line that announces a body; no request here has one.
    private static func hasBody(_ line: Substring) -> Bool {
        let line = line.lowercased()
        if line.hasPrefix("transfer-encoding") { return true }
        guard line.hasPrefix("content-length") else { return false }
        return line.split(separator: ":").dropFirst().first?.trimmingCharacters(in: .whitespaces) != "0"
    }

    private static func answer(_ status: String) -> Verdict {
        .refuse(Data("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
    }
}
