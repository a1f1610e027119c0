import Foundation
import HTTPListening
import Testing

/// What the gate lets in, however it is cut into pieces.
@Suite struct GateMeterTests {
    /// What is handed on of bytes that come in pieces of a size, or the refusal.
    private func take(_ text: String, then more: [UInt8] = [], by size: Int = 4096) -> GateMeter.Verdict {
        var meter = GateMeter()
        var forwarded: [UInt8] = []
        let bytes = Array(text.utf8) + more
        for start in stride(from: 0, to: bytes.count, by: size) {
            switch meter.take(Array(bytes[start..<min(bytes.count, start + size)])) {
            case .pass(let part): forwarded += part
            case .dismiss(let last): return .dismiss(forwarded + last)
            case .refuse(let farewell): return .refuse(farewell)
            }
        }
        return .pass(forwarded)
    }

    private func pass(_ text: String, then more: [UInt8] = []) -> GateMeter.Verdict { .pass(Array(text.utf8) + more) }

    private func status(_ verdict: GateMeter.Verdict) -> String? {
        guard case .refuse(let data) = verdict else { return nil }
        return String(decoding: data.prefix(12), as: UTF8.self)
    }

    @Test(arguments: [1, 3, 4096]) func requestsPassAndBodiesDoNot(size: Int) {
        let get = "GET / HTTP/1.1\r\nHost: x\r\n"
        #expect(take(get + "\r\n", by: size) == pass(get + "\r\n"))
        #expect(take(get + "Content-Length: 0\r\n\r\n" + get + "\r\n", by: size) == pass(get + "\r\n" + get + "\r\n"))
        #expect(take(get, by: size) == .pass([]), "nothing goes on before the head is whole")
        #expect(take(get + "Cookie: \(String(repeating: "c", count: 6000))\r\nORIGIN: y\r\n\r\n", by: size) == pass(get + "ORIGIN: y\r\n\r\n"))
        #expect(status(take("GET /" + String(repeating: "a", count: 3000) + " HTTP/1.1\r\n\r\n", by: size)) == "HTTP/1.1 431")
        #expect(status(take(get + "Content-Length: 5\r\n\r\nhello", by: size)) == "HTTP/1.1 413")
        #expect(status(take(get + "content-length:5\n\nhello", by: size)) == "HTTP/1.1 413")
        #expect(status(take(get + "Transfer-Encoding: chunked\r\n\r\n", by: size)) == "HTTP/1.1 413")
        #expect(status(take(get + "\r\n" + get + "Content-Length: 7\r\n\r\n", by: size)) == "HTTP/1.1 413", "the second counts too")
        #expect(status(take(get + "X: " + String(repeating: "a", count: 17_000), by: size)) == "HTTP/1.1 431")
    }

    @Test(arguments: [1, 7, 4096]) func framesAreBoundedAndTheirPayloadIsNotRead(size: Int) {
        let upgrade = "GET /s HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"
        // Of the frame itself nothing goes on, but a close in its place.
        func tooBig(after bytes: [UInt8] = []) -> GateMeter.Verdict {
            .dismiss(Array(upgrade.utf8) + bytes + [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xf1])
        }
        func frame(_ declared: Int, _ sent: Int) -> [UInt8] {
            let length: [UInt8] =
                switch declared {
                case ..<126: [0x80 | UInt8(declared)]
                case ..<65_536: [0x80 | 126, UInt8(declared >> 8), UInt8(declared & 255)]
                default: [0x80 | 127] + (0..<8).map { UInt8(declared >> (56 - 8 * $0) & 255) }
                }
            // A payload of what would be a frame of 2^63 bytes.
            return [0x81] + length + [1, 2, 3, 4] + [UInt8](repeating: 0xff, count: sent)
        }
        let whole = frame(5, 5) + frame(0, 0) + frame(200, 200) + frame(65_536, 65_536) + frame(125, 125)
        #expect(take(upgrade, then: whole, by: size) == pass(upgrade, then: whole))
        #expect(take(upgrade, then: whole + frame(65_537, 10), by: size) == tooBig(after: whole))
        #expect(take(upgrade, then: frame(1 << 60, 0), by: size) == tooBig())
        #expect(take(upgrade, then: [0x81, 0xff] + [UInt8](repeating: 0xff, count: 12), by: size) == tooBig())
    }
}
