import Foundation
import LiveEnds
import LiveSources
import Testing
import Tracking

/// Phones, as curl plays them.
@Suite(.serialized) struct PhoneTests {
    private static let place = "{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":1767653235,\"vel\":36}"

    private func listener(_ host: String = "127.0.0.1", token: String? = nil) async throws -> (taken: Taken, url: String) {
        let port = try freePort()
        var settings = LiveSource.Settings()
        settings.token = token
        let taken = try Taken("http://\(host):\(port)", settings)
        try await eventually("it listens") { taken.said.contains { $0.contains("listening") } || taken.hasEnded }
        return (taken, "http://127.0.0.1:\(port)/")
    }

    private func status(_ arguments: String...) async throws -> String {
        let peer = try Peer(["curl", "-s", "-m", "10", "-o", "/dev/null", "-w", "%{http_code}"] + arguments)
        await peer.finish()
        return peer.said
    }

    @Test func postsAndQueriesAreFixes() async throws {
        let (taken, url) = try await listener()
        #expect(try await status("-d", Self.place, url + "pub") == "200")
        try await eventually("it comes") { taken.fixes.count == 1 }
        #expect(taken.fixes.first?.speed == 10)
        #expect(try await status(url) == "400")
        let long = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-long-\(UUID().uuidString)")
        try Data(repeating: 0x20, count: 300_000).write(to: long)
        defer { try? FileManager.default.removeItem(at: long) }
        #expect(try await status("-d", "@\(long.path)", url) == "413")
        taken.source.stop()
        #expect(await taken.ended(within: 10) == .some(nil))
    }

    @Test func aTokenIsAskedFor() async throws {
        let (taken, url) = try await listener(token: "se cret")
        #expect(try await status("-d", Self.place, url) == "401")
        #expect(try await status("-d", Self.place, url + "?token=wrong") == "401")
        #expect(try await status("-d", Self.place, url + "?token=se%20cret") == "200")
        #expect(try await status("-u", "anna:se cret", "-d", Self.place, url) == "200")
        #expect(try await status("-H", "Authorization: Bearer se cret", "-d", Self.place, url) == "200")
        try await eventually("they come") { taken.fixes.count == 3 }
    }

    @Test func beyondThisMachineThereIsNoneWithoutAToken() async throws {
        let (taken, _) = try await listener("0.0.0.0")
        #expect(await taken.ended(within: 1)??.remedy.contains("--token") == true)
    }

    @Test func aPortThatIsTakenIsSaid() async throws {
        let port = try freePort()
        let first = try Taken("http://:\(port)")
        try await eventually("it listens") { first.said.contains { $0.contains("listening") } }
        let second = try Taken("http://:\(port)")
        #expect(await second.ended(within: 10)??.remedy.contains("another port") == true)
    }
}
