import Foundation

/// Measures what one client sends: heads of requests with their bodies, and after an upgrade frames (RFC 6455, section 5.2).
/// Value type.
///
/// A head goes on once it is whole, and of its lines only those that the server reads: cookies of other programs on this
/// machine, say, are nobody's business here, and the server's library takes quadratic time over a long line.
public struct GateMeter {
    /// What a server wants to read; as it is, no bodies and short lines.
    public struct Bounds: Sendable {
        /// Bytes of the longest line that goes on.
        public var longestLine = GateMeter.longestLine
        /// Bytes of the longest body; 0 where none is wanted.
        public var longestBody = 0
        /// The names of the lines that go on beside the first, in small letters.
        public var names: Set<String> = ["host", "origin", "upgrade", "connection", "sec-websocket-key", "sec-websocket-version"]

        public init() {}
    }

    public enum Verdict: Equatable {
        /// What goes on to the server.
        case pass([UInt8])
        /// What goes on to the server, which ends the connection by it; nothing more is taken.
        case dismiss([UInt8])
        /// What is sent before the connection is closed.
        case refuse(Data)
    }

    /// Bytes of a request's head.
    public static let longestHead = 16 << 10
    /// Bytes of a frame's payload, and of the longest message that a page may send.
    public static let longestMessage = 64 << 10
    /// Bytes of the longest line that goes on, unless a server says otherwise.
    public static let longestLine = 2048

    private enum Place {
        /// In a head; its bytes so far.
        case head([UInt8])
        /// In a request's body; what is still to come.
        case body(Int)
        /// In a frame's head; its bytes so far.
        case frame([UInt8])
        /// In a frame's payload; what is still to come.
        case payload(Int)
    }

    private let bounds: Bounds
    private var place = Place.head([])
    /// Requests that have come whole.
    public private(set) var wholeRequests = 0

    public init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

    /// True while a request's head has begun and is not whole.
    public var isInHead: Bool { if case .head(let bytes) = place { !bytes.isEmpty } else { false } }

    /// True while a request has begun and is not whole, its body included.
    public var isInRequest: Bool { if case .body = place { true } else { isInHead } }

    public mutating func take(_ bytes: [UInt8]) -> Verdict {
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
                let body: Int
                switch bodyLength(lines.dropFirst()) {
                case .success(let length): body = length
                case .failure(let refusal): return Self.answer(refusal.status)
                }
                let kept = lines.enumerated().filter { number, line in number == 0 || isWanted(line, body: body) }
                if kept.contains(where: { $1.utf8.count > bounds.longestLine }) { return Self.answer("431 Request Header Fields Too Large") }
                forwarded += Array((kept.map { String($1) } + ["", ""]).joined(separator: "\r\n").utf8)
                if body > 0 {
                    place = .body(body)
                } else {
                    wholeRequests += 1
                    place = kept.contains { $0 > 0 && Self.name($1) == "upgrade" } ? .frame([]) : .head([])
                }
            case .body(let left):
                let count = min(left, rest.count)
                forwarded += rest.prefix(count)
                rest.removeFirst(count)
                place = left > count ? .body(left - count) : .head([])
                if left == count { wholeRequests += 1 }
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

    /// Why a body is not taken.
    private struct Refusal: Error {
        let status: String
    }

    /// The name of a head's line, in small letters; the whole line where it has none. As the server reads it: what the two
    /// told apart differently would be a request within a request.
    private static func name(_ line: Substring) -> String {
        line.prefix { $0 != ":" }.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    private func isWanted(_ line: Substring, body: Int) -> Bool {
        let name = Self.name(line)
        return bounds.names.contains(name) || (name == "content-length" && body > 0)
    }

    /// The bytes that are to come behind a head's lines.
    private func bodyLength(_ lines: ArraySlice<Substring>) -> Result<Int, Refusal> {
        var length: Int?
        for line in lines {
            switch Self.name(line) {
            case "transfer-encoding":
                return .failure(Refusal(status: bounds.longestBody > 0 ? "411 Length Required" : "413 Content Too Large"))
            case "content-length":
                let digits = line.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespacesAndNewlines)
                // Which of two is meant nobody knows.
                guard length == nil, !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                    return .failure(Refusal(status: "400 Bad Request"))
                }
                // More digits than a number has are too much as well.
                length = Int(digits) ?? .max
            default: continue
            }
        }
        guard let length else { return .success(0) }
        return length <= bounds.longestBody ? .success(length) : .failure(Refusal(status: "413 Content Too Large"))
    }

    private static func answer(_ status: String) -> Verdict {
        .refuse(Data("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))
    }
}
