import Foundation

/// Measures what one client sends: heads of requests, and after an upgrade frames (RFC 6455, section 5.2). Value type.
struct GateMeter {
    enum Verdict: Equatable {
        case pass
        /// What is sent before the connection is closed.
        case refuse(Data)
    }

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
        while !rest.isEmpty {
            switch place {
            case .head(var head):
                let byte = rest.removeFirst()
                head.append(byte)
                guard head.count <= PageGate.longestHead else { return Self.answer("431 Request Header Fields Too Large") }
                guard byte == 10, head.suffix(4) == [13, 10, 13, 10] || head.suffix(2) == [10, 10] else {
                    place = .head(head)
                    continue
                }
                // Line breaks before a request do no harm.
                let lines = String(decoding: head, as: UTF8.self).lowercased().split(whereSeparator: \.isNewline)
                if lines.contains(where: Self.hasBody) { return Self.answer("413 Content Too Large") }
                place = lines.contains { $0.hasPrefix("upgrade:") } ? .frame([]) : .head([])
            case .frame(var head):
                head.append(rest.removeFirst())
                guard let length = Self.payloadLength(head) else {
                    place = .frame(head)
                    continue
                }
                // Close, 1009: message too big.
                guard length <= PageConnection.longestMessage else { return .refuse(Data([0x88, 2, 0x03, 0xf1])) }
                place = length > 0 ? .payload(length) : .frame([])
            case .payload(let left):
                let count = min(left, rest.count)
                rest.removeFirst(count)
                place = left > count ? .payload(left - count) : .frame([])
            }
        }
        return .pass
    }

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
        if line.hasPrefix("transfer-encoding") { return true }
        guard line.hasPrefix("content-length") else { return false }
        return line.split(separator: ":").dropFirst().first?.trimmingCharacters(in: .whitespaces) != "0"
    }

    private static func answer(_ status: String) -> Verdict {
        .refuse(Data("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
    }
}
