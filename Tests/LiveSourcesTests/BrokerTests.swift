import Foundation
import LiveSources
import Testing
import Tracking

/// A real broker, and what may happen to it.
@Suite(.serialized) struct BrokerTests {
    private func broker(_ port: UInt16) async throws -> Peer {
        let peer = try Peer(["mosquitto", "-p", String(port)])
        try await eventually("the broker listens: \(peer.said)") { isListening(port) }
        return peer
    }

    private func publish(_ port: UInt16, _ topic: String, second: Int) async throws {
        let message = "{\"_type\":\"location\",\"tid\":\"an\",\"lat\":\(35.6 + Double(second) * 1e-4),\"lon\":139.7,\"tst\":\(1_767_653_235 + second),\"vel\":36}"
        #expect(try await Peer.run(["mosquitto_pub", "-p", String(port), "-q", "1", "-t", topic, "-m", message]) == 0)
    }

    @Test func whatOwnTracksPublishesIsFixes() async throws {
        let port = try freePort()
        let first = try await broker(port)
        let taken = try Taken("mqtt://127.0.0.1:\(port)/owntracks/%23")
        try await eventually("subscribed") { taken.said.contains { $0.contains("subscribed") } }
        for second in 0..<5 { try await publish(port, "owntracks/anna/phone", second: second) }
        try await publish(port, "other/topic", second: 99)
        try await eventually("they come") { taken.fixes.count == 5 }
        #expect(taken.fixes.map(\.time) == (0..<5).map { TrackTime(nanoseconds: Int64(1_767_653_235 + $0) * 1_000_000_000) })
        #expect(taken.fixes.allSatisfy { abs(($0.speed ?? 0) - 10) < 1e-9 })

        first.end(SIGKILL)
        try await eventually("its loss is said") { taken.said.contains { $0.contains("has gone") } }
        let second = try await broker(port)
        try await eventually("subscribed anew: \(second.said)") { taken.said.count { $0.contains("subscribed") } == 2 }
        try await publish(port, "owntracks/anna/phone", second: 6)
        try await eventually("they come again") { taken.fixes.count == 6 }
        taken.source.stop()
        #expect(await taken.ended(within: 10) == .some(nil))
    }

    @Test func withoutOneItSaysSo() async throws {
        let taken = try Taken("mqtt://127.0.0.1:\(try freePort())/owntracks/%23")
        let fault = try await taken.failure()
        #expect(fault.message.contains("broker does not answer"), "\(fault)")
    }

    @Test func aTopicThatCannotBeIsRefused() async throws {
        let taken = try Taken("mqtt://127.0.0.1:\(try freePort())/a%23b")
        #expect(await taken.ended(within: 10)??.message.contains("no topic") == true)
    }
}
