// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import OpenSoundControl

/// Hand-encoded bytes according to the specification of Open Sound Control 1.0.
struct OSCPacketTests {
    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
    }

    private static func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) } }

    private static let rate = text("/amaoto/drops/rate") + text(",f") + word(Float(1200).bitPattern)

    @Test func aMessageIsReadAsTheSpecificationWritesIt() throws {
        #expect(try OSCPacket.messages(in: Self.rate) == [OSCMessage("/amaoto/drops/rate", [.number(1200)])])
        let all =
            Self.text("/a") + Self.text(",isTFdhN") + Self.word(UInt32(bitPattern: -7)) + Self.text("wood")
            + Self.word(0x3FF8_0000) + Self.word(0) + Self.word(1) + Self.word(2)
        #expect(
            try OSCPacket.messages(in: all) == [
                OSCMessage(
                    "/a", [.integer(-7), .text("wood"), .flag(true), .flag(false), .number(1.5), .integer(1 << 32 + 2), .other("N")])
            ])
        #expect(try OSCPacket.messages(in: Self.text("/amaoto/mute") + Self.text(",")) == [OSCMessage("/amaoto/mute")])
    }

    @Test func aBundleGivesItsMessagesInOrder() throws {
        let mute = Self.text("/amaoto/mute") + Self.text(",i") + Self.word(1)
        func bundle(_ elements: [[UInt8]]) -> [UInt8] {
            Self.text("#bundle") + Self.word(0) + Self.word(1) + elements.flatMap { Self.word(UInt32($0.count)) + $0 }
        }
        let nested = bundle([Self.rate, bundle([mute, Self.rate])])
        #expect(try OSCPacket.messages(in: nested).map(\.address) == ["/amaoto/drops/rate", "/amaoto/mute", "/amaoto/drops/rate"])
        #expect(try OSCPacket.messages(in: bundle([])).isEmpty)
        // Four are within one another, no more.
        let four = (0..<4).reduce(Self.rate) { inner, _ in bundle([inner]) }
        #expect(try OSCPacket.messages(in: four).count == 1)
        let deep = (0..<1000).reduce(bundle([four])) { inner, _ in inner.count < 60_000 ? bundle([inner]) : inner }
        for packet in [bundle([four]), deep] { #expect(throws: OSCPacket.Fault.self) { try OSCPacket.messages(in: packet) } }
    }

    /// An inner bundle acts no earlier than the one around it; a tag of 1, or 0, means at once.
    @Test func aBundleGivesItsTime() throws {
        func bundle(_ seconds: UInt32, _ fraction: UInt32, _ elements: [[UInt8]]) -> [UInt8] {
            Self.text("#bundle") + Self.word(seconds) + Self.word(fraction) + elements.flatMap { Self.word(UInt32($0.count)) + $0 }
        }
        let late = bundle(3_976_214_400, 0x8000_0000, [Self.rate])
        let inside = try OSCPacket.messages(in: bundle(3_976_214_400, 0, [Self.rate, late, bundle(5, 0, [Self.rate])]))
        // 2026-01-01T00:00:00Z (RFC 868, RFC 5905).
        let newYear = UInt64(3_976_214_400) << 32
        let times: [UInt64?] = [newYear, newYear | 0x8000_0000, newYear]
        #expect(inside.map(\.time?.units) == times)
        for tag in [0, 1] as [UInt32] { #expect(try OSCPacket.messages(in: bundle(0, tag, [Self.rate])).map(\.time) == [nil]) }
        #expect(OSCTime(units: newYear).advanced(by: 0.25).units == newYear | 0x4000_0000)
        #expect(OSCTime.now > OSCTime(units: newYear))
    }

    @Test func whatIsWrittenIsReadBack() throws {
        let message = OSCMessage("/amaoto/value", [.text("drops.rate"), .number(0.5), .integer(3), .integer(1 << 40), .flag(true)])
        #expect(try OSCPacket.messages(in: OSCPacket.bytes(of: message)) == [message])
        let bytes = OSCPacket.bytes(of: OSCMessage("/amaoto/drops/rate", [.number(1200)]))
        #expect(bytes == Self.rate)
    }

    /// No input stops the program: every truncation of a message is refused, and arbitrary bytes are or are not.
    @Test func brokenDatagramsAreRefused() {
        for length in 0..<Self.rate.count {
            #expect(throws: OSCPacket.Fault.self, "\(length) bytes") { try OSCPacket.messages(in: Array(Self.rate[..<length])) }
        }
        var random = SplitMix(seed: 7)
        func next() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
        let seeds = [Self.rate, Self.text("#bundle") + Self.word(0) + Self.word(1) + Self.word(UInt32(Self.rate.count)) + Self.rate]
        for round in 0..<20_000 {
            var bytes = seeds[round % 2]
            for _ in 0...Int(next() % 4) { bytes[Int(next()) % bytes.count] = next() }
            if round % 3 == 0 { bytes += (0..<Int(next() % 16)).map { _ in next() } }
            _ = try? OSCPacket.messages(in: bytes)
        }
        #expect(throws: OSCPacket.Fault.self) { try OSCPacket.messages(in: Array("hello world!".utf8)) }
    }
}
