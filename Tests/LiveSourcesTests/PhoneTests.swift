import Foundation
import LiveSources
import Testing
import Tracking

/// Phones, as curl plays them.
@Suite(.serialized) struct PhoneTests {
    private static let place = "{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":1767653235,\"vel\":36}"

    private func listener(_ host: String = "127.0.0.1", token: String? = nil) throws -> (taken: Taken, url: String) {
        let port = try freePort()
        var settings = LiveSource.Settings()
        settings.token = token
        let taken = try Taken("http://\(host):\(port)", settings)
        try eventually("it listens") { taken.said.contains { $0.contains("listening") } || taken.ended(within: 0) != nil }
        return (taken, "http://127.0.0.1:\(port)/")
    }

    private func status(_ arguments: String...) throws -> String {
        let peer = try Peer(["curl", "-s", "-m", "10", "-o", "/dev/null", "-w", "%{http_code}"] + arguments)
        peer.process.waitUntilExit()
        return peer.said
    }

    @Test func postsAndQueriesAreFixes() throws {
        let (taken, url) = try listener()
        #expect(try status("-d", Self.place, url + "pub") == "200")
        try eventually("it comes") { taken.fixes.count == 1 }
        #expect(taken.fixes.first?.speed == 10)
        #expect(try status(url) == "400")
        #expect(try status("-d", String(repeating: " ", count: 300_000), url) == "413")
        taken.source.stop()
        #expect(taken.ended(within: 10) == .some(nil))
    }

    @Test func aTokenIsAskedFor() throws {
        let (taken, url) = try listener(token: "se cret")
        #expect(try status("-d", Self.place, url) == "401")
        #expect(try status("-d", Self.place, url + "?token=wrong") == "401")
        #expect(try status("-d", Self.place, url + "?token=se%20cret") == "200")
        #expect(try status("-u", "anna:se cret", "-d", Self.place, url) == "200")
        #expect(try status("-H", "Authorization: Bearer se cret", "-d", Self.place, url) == "200")
        try eventually("they come") { taken.fixes.count == 3 }
    }

    @Test func beyondThisMachineThereIsNoneWithoutAToken() throws {
        let (taken, _) = try listener("0.0.0.0")
        #expect(taken.ended(within: 1)??.remedy.contains("--token") == true)
    }

    @Test func aPortThatIsTakenIsSaid() throws {
        let port = try freePort()
        let first = try Taken("http://:\(port)")
        try eventually("it listens") { first.said.contains { $0.contains("listening") } }
        let second = try Taken("http://:\(port)")
        #expect(second.ended(within: 10)??.remedy.contains("another port") == true)
    }
}
