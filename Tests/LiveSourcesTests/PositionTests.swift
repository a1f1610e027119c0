// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import LiveSources
import TestTraits
import Testing
import Tracking

/// Positions by Open Sound Control, sent by liblo's own tool.
@Suite(.tags(.alone), .serialized) struct PositionTests {
    private func listener(_ scheme: String) async throws -> (taken: Taken, port: UInt16) {
        let port = try freePort(datagrams: true)
        let taken = try Taken("\(scheme)://:\(port)")
        try await eventually("it listens") { taken.hasSaid("listening") }
        return (taken, port)
    }

    /// One message, by liblo's tool.
    private func oscsend(_ words: [String], to port: UInt16) async throws {
        #expect(try await Peer.run(["oscsend", "127.0.0.1", String(port)] + words) == 0)
    }

    @Test(.needs("oscsend")) func metresByMessage() async throws {
        let (taken, port) = try await listener("osc")
        for number in 0..<3 {
            try await oscsend(["/something/else", "s", "text"], to: port)
            try await oscsend(["/dancer/anna", "ff", "\(number).5", "2.25"], to: port)
        }
        try await eventually("they come") { taken.fixes.count >= 3 }
        await taken.stop()
        #expect(taken.fixes.map(\.plane) == [0.5, 1.5, 2.5].map { PlanePoint(x: $0, y: 2.25) })
        #expect(taken.fixes.allSatisfy { $0.track == "/dancer/anna" } && taken.faults.isEmpty, "\(taken.faults)")
    }

    /// A sender of something else would go unnoticed.
    @Test(.needs("oscsend")) func manyMessagesWithoutAPositionAreSaidOnce() async throws {
        let (taken, port) = try await listener("osc")
        for _ in 0..<45 { try await oscsend(["/accelerometer", "ffff", "1", "2", "3", "4"], to: port) }
        try await oscsend(["/dancer/anna", "ff", "1.5", "2.25"], to: port)
        try await eventually("the good one comes") { taken.fixes.count == 1 }
        #expect(taken.said.count { $0.contains("no position in the first 20 messages, such as /accelerometer;") } == 1, "\(taken.said)")
        await taken.stop()
    }

    /// The first is reported, all are counted, and the messages between them are read.
    @Test(.needs("oscsend")) func whatIsNoMessageIsSaidOnce() async throws {
        let (taken, port) = try await listener("osc")
        for text in ["nonsense", "/dancer", "x"] {
            #expect(try await Peer.run(["bash", "-c", "printf '%s' '\(text)' > /dev/udp/127.0.0.1/\(port)"]) == 0)
        }
        try await oscsend(["/dancer/anna", "ff", "1.5", "2.25"], to: port)
        try await eventually("the good one comes") { taken.fixes.count == 1 }
        let said = taken.said.filter { $0.contains("dropped") }
        #expect(
            said.count == 1 && said.first?.contains("a datagram of 8 bytes was dropped: not an Open Sound Control message") == true,
            "\(said)")
        #expect(taken.faults.isEmpty)
        taken.source.stop()
        // Before the program can end.
        #expect(taken.hasSaid("3 datagrams were dropped"), "\(taken.said)")
    }

    /// The messages of a tangible tracker: the live objects, their positions, and the frame number.
    @Test(.needs("oscsend")) func cursorsAndObjectsOfTUIO() async throws {
        let (taken, port) = try await listener("tuio")
        func send(_ words: String...) async throws {
            try await oscsend(words, to: port)
        }
        for frame in 0..<3 {
            try await send("/tuio/2Dcur", "sii", "alive", "4", "5")
            try await send("/tuio/2Dcur", "sifffff", "set", "4", "0.\(frame)", "0.5", "0", "0", "0")
            try await send("/tuio/2Dcur", "sifffff", "set", "5", "0.75", "0.\(frame)", "0", "0", "0")
            try await send("/tuio/2Dobj", "siiffffffff", "set", "9", "2", "0.25", "0.5", "1.5", "0", "0", "0", "0", "0")
            try await send("/tuio/2Dcur", "si", "fseq", String(frame))
        }
        // A truncated one, and one of an unknown profile.
        try await send("/tuio/2Dcur", "si", "set", "4")
        try await send("/tuio/5Dcur", "sifffff", "set", "4", "0.1", "0.5", "0", "0", "0")
        try await eventually("they come: \(taken.fixes.count)") { taken.fixes.count == 9 }
        #expect(taken.faults.isEmpty)
        #expect(taken.fixes.map(\.track) == Array(repeating: ["2Dcur 4", "2Dcur 5", "2Dobj 9"], count: 3).flatMap { $0 })
        // By default the full width is ten metres.
        let first = taken.fixes.filter { $0.track == "2Dcur 4" }.compactMap(\.plane)
        #expect(first.map { ($0.x * 100).rounded() / 100 } == [0, 1, 2], "\(first)")
        await taken.stop()
    }

    /// Blobs with their boxes, and cursors above a surface and in a room.
    @Test(.needs("oscsend")) func blobsAndDepthOfTUIO() async throws {
        let (taken, port) = try await listener("tuio")
        func send(_ profile: String, _ session: String, _ numbers: String...) async throws {
            let types = "si" + String(repeating: "f", count: numbers.count)
            try await oscsend(["/tuio/\(profile)", types, "set", session] + numbers, to: port)
        }
        for frame in 0..<2 {
            try await send("2Dblb", "7", "0.\(frame)", "0.25", "1.5", "0.2", "0.3", "0.06", "0", "0", "0", "0", "0")
            try await send("25Dcur", "8", "0.2", "0.\(frame)", "0.75", "0", "0", "0", "0")
            try await send("3Dcur", "9", "0.4", "0.5", "0.\(frame)", "0", "0", "0", "0")
        }
        // One number too few, and one too many.
        try await send("3Dcur", "9", "0.4", "0.5", "0.5", "0", "0", "0")
        try await send("25Dcur", "8", "0.2", "0.5", "0.75", "0", "0", "0", "0", "0")
        try await send("3Dcur", "10", "0.6", "0.5", "0.5", "0", "0", "0", "0")
        try await eventually("they come: \(taken.fixes.count)") { taken.fixes.count >= 7 }
        await taken.stop()
        let fixes = taken.fixes
        #expect(taken.faults.isEmpty, "\(taken.faults)")
        #expect(fixes.map(\.track) == ["2Dblb 7", "25Dcur 8", "3Dcur 9", "2Dblb 7", "25Dcur 8", "3Dcur 9", "3Dcur 10"], "\(fixes)")
        #expect(fixes.compactMap(\.plane).map { ($0.x * 100).rounded() / 100 } == [0, 2, 4, 1, 2, 4, 6])
        // A surface is measured from its upper edge, and the height of a blob's box is not an altitude.
        #expect(fixes.compactMap(\.plane).map { ($0.y * 100).rounded() / 100 } == [-2.5, 0, -5, -2.5, -1, -5, -5])
        #expect(fixes.allSatisfy { $0.altitude == nil })
    }
}
