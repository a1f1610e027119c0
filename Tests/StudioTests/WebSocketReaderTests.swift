// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import HTTPListening

/// A page's data, however it is cut into pieces.
@Suite struct WebSocketReaderTests {
    private static let longest = 64 << 10

    /// A masked frame, as a client sends it.
    private func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, declaring length: Int? = nil, isMasked: Bool = true)
        -> [UInt8]
    {
        let count = length ?? payload.count
        let lengths: [UInt8] =
            switch count {
            case ..<126: [UInt8(count)]
            case ..<65_536: [126, UInt8(count >> 8), UInt8(count & 255)]
            default: [127] + (0..<8).map { UInt8(count >> (56 - 8 * $0) & 255) }
            }
        let mask: [UInt8] = isMasked ? [1, 2, 3, 4] : []
        let head = [(isFinal ? 0x80 : 0) | opcode, lengths[0] | (isMasked ? 0x80 : 0)] + lengths.dropFirst() + mask
        return head + payload.enumerated().map { isMasked ? $1 ^ mask[$0 & 3] : $1 }
    }

    private func read(_ bytes: [UInt8], by size: Int) -> [WebSocketReader.Event] {
        var reader = WebSocketReader(longest: Self.longest)
        return stride(from: 0, to: bytes.count, by: size).flatMap { reader.take(bytes[$0..<min(bytes.count, $0 + size)]) }
    }

    @Test(arguments: [1, 7, 4096]) func messagesArePutTogether(size: Int) {
        let long = [UInt8](repeating: 0x61, count: Self.longest)
        let bytes =
            frame(1, Array("one".utf8)) + frame(1, []) + frame(1, Array("t".utf8), isFinal: false) + frame(9, [7])
            + frame(0, Array("w".utf8), isFinal: false) + frame(10, [8]) + frame(0, Array("o".utf8)) + frame(1, long)
        #expect(
            read(bytes, by: size) == [
                .message(Data("one".utf8)), .message(Data()), .ping(Data([7])), .message(Data("two".utf8)), .message(Data(long)),
            ])
    }

    @Test(arguments: [1, 7, 4096]) func framesAreBoundedAndNothingIsReadBehindAnEnd(size: Int) {
        let more = frame(1, Array("more".utf8))
        func end(_ code: UInt16) -> [WebSocketReader.Event] { [.end(WebSocketCloseCode(rawValue: code))] }
        #expect(read(frame(1, [1], declaring: Self.longest + 1) + more, by: size) == end(1009))
        #expect(read(frame(1, [1], declaring: 1 << 60) + more, by: size) == end(1009))
        let half = [UInt8](repeating: 0x61, count: Self.longest / 2)
        #expect(read(frame(1, half, isFinal: false) + frame(0, half, isFinal: false) + frame(0, [1]) + more, by: size) == end(1009))
        #expect(read(frame(2, [1]) + more, by: size) == end(1003))
        for broken in [
            frame(0, [1]), frame(5, [1]), frame(0x11, [1]), frame(0x41, [1]), frame(11, []), frame(9, [1], isFinal: false),
            frame(1, [], isMasked: false),
            frame(9, [UInt8](repeating: 0, count: 126)), frame(1, [1], isFinal: false) + frame(1, [1]),
        ] { #expect(read(broken + more, by: size) == end(1002), "\(broken.prefix(8))") }
        #expect(read(frame(8, [0x0b, 0xb8]) + more, by: size) == end(3000))
        #expect(read(frame(8, []), by: size) == end(1000))
        #expect(read(frame(8, [0x03, 0xed]), by: size) == end(1002), "1005 is never sent")
    }

    /// With many small pieces, the cost of one does not grow with those before it.
    @Test func aMessageOfSixtyFourThousandPiecesIsOne() {
        let piece = frame(0, [0x61], isFinal: false)
        let bytes = frame(1, [0x61], isFinal: false) + (0..<Self.longest - 2).flatMap { _ in piece } + frame(0, [0x61])
        #expect(read(bytes, by: 4096) == [.message(Data(repeating: 0x61, count: Self.longest))])
    }

    @Test func framesSayTheirLength() {
        #expect(WebSocketFrame(.text, Data("a".utf8)).bytes == [0x81, 1, 0x61])
        #expect(WebSocketFrame(.binary, Data(count: 126)).bytes.prefix(4) == [0x82, 126, 0, 126])
        #expect(WebSocketFrame(.binary, Data(count: 65_536)).bytes.prefix(10) == [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0])
        #expect(WebSocketFrame.close(.normal, reason: "x").bytes == [0x88, 3, 0x03, 0xe8, 0x78])
    }

    /// The examples of RFC 3174 and of RFC 6455, section 1.3.
    @Test func theHandshakeIsAsTheStandardHasIt() {
        func hexadecimal(_ text: String) -> String {
            SHA1.digest(text.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        #expect(hexadecimal("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(hexadecimal("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
        #expect(hexadecimal(String(repeating: "a", count: 1_000_000)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
        #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }
}
