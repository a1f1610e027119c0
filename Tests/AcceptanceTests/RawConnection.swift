// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds

/// A bare TCP connection to 127.0.0.1, which sends what no browser would.
final class RawConnection {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = try connected(toPort: port)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends all of it; false once the peer accepts no more.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return false }
            done += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// `count` bytes, or fewer at the end of the stream.
    func read(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while bytes.count < count {
            let got = recv(descriptor, &piece, min(piece.count, count - bytes.count), 0)
            if got <= 0 { break }
            bytes += piece[..<got]
        }
        return bytes
    }

    /// The head of a response, up to its empty line.
    func head() -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let next = read(1)
            if next.isEmpty { break }
            bytes += next
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: WebSocket (RFC 6455)

    /// A masked frame, as a client sends it.
    func sendFrame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, declaring length: Int? = nil) -> Bool {
        let count = length ?? payload.count
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        switch count {
        case 0...125: bytes.append(0x80 | UInt8(count))
        case 126...65_535: bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 255)]
        default: bytes += [0x80 | 127] + (0..<8).map { UInt8((UInt64(count) >> UInt64(56 - 8 * $0)) & 255) }
        }
        let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        bytes += mask
        for (index, byte) in payload.enumerated() { bytes.append(byte ^ mask[index % 4]) }
        return send(bytes)
    }

    /// A text message, as the page sends it.
    func sendMessage(_ text: String) -> Bool { sendFrame(1, Array(text.utf8)) }

    /// The next frame that the server sends; nil at the end.
    func frame() -> (opcode: UInt8, payload: [UInt8])? {
        let head = read(2)
        guard head.count == 2 else { return nil }
        var count = Int(head[1] & 0x7f)
        if count >= 126 { count = read(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
        return (head[0] & 0x0f, read(count))
    }

    /// The next text message of that type.
    func message(_ type: String, among most: Int = 400) -> [String: Any]? {
        for _ in 0..<most {
            guard let (opcode, payload) = frame(), opcode != 8 else { return nil }
            guard opcode == 1, let object = try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any] else { continue }
            if object["type"] as? String == type { return object }
        }
        return nil
    }

    /// The code with which the server closes; nil if it disconnects without one.
    func closing() -> Int? {
        while let (opcode, payload) = frame() {
            if opcode == 8 { return payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005 }
        }
        return nil
    }
}
