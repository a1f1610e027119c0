import Foundation
import LiveEnds
import Testing

@testable import LiveSources

/// Who posts what no phone does, and the phones meanwhile.
@Suite(.serialized) struct PhoneGateTests {
    private static let place = "{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":1767653235}"

    private func start(patience: Double = 15) async throws -> (listener: PhoneListener, feed: LineFeed) {
        let feed = LineFeed()
        let listener = try await PhoneListener(host: "127.0.0.1", port: try freePort(), token: nil, into: feed, patience: patience)
        return (listener, feed)
    }

    /// What a good post is answered on a connection of its own.
    private func post(_ listener: PhoneListener) async throws -> String {
        let phone = try BareConnection(port: listener.port)
        await phone.say(BareConnection.post(Self.place))
        return await phone.heard("[]")
    }

    @Test func longLinesAreRefusedAndHoldNobodyUp() async throws {
        let (listener, feed) = try await start()
        let long = "GET / HTTP/1.1\r\nX-Long: " + String(repeating: "a", count: 200_000)
        let connections = try (0..<8).map { _ in try BareConnection(port: listener.port) }
        for connection in connections { await connection.say(long) }
        #expect(try await post(listener).hasPrefix("HTTP/1.1 200"))
        for connection in connections { #expect(await connection.heard("\r\n\r\n").hasPrefix("HTTP/1.1 431")) }
        #expect(feed.depth.lines == 1)
        listener.stop()
    }

    @Test func aPostThatIsTooLongIsNotReadOn() async throws {
        let (listener, feed) = try await start()
        let long = try BareConnection(port: listener.port)
        await long.say(BareConnection.post(String(repeating: "a", count: 3_000_000)))
        #expect(try await post(listener).hasPrefix("HTTP/1.1 200"))
        #expect(await long.hasEnded(within: 10))
        #expect(feed.depth.lines == 1)
        listener.stop()
    }

    @Test func whoSaysNothingOrHalfIsShownOut() async throws {
        let (listener, _) = try await start(patience: 0.5)
        let silent = try (0..<70).map { _ in try BareConnection(port: listener.port) }
        for connection in silent.suffix(35) { await connection.say("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n12") }
        for connection in silent { #expect(await connection.hasEnded(within: 10)) }
        var answer = ""
        for _ in 0..<50 where !answer.hasPrefix("HTTP/1.1 200") {
            answer = try await post(listener)
            try await Task.sleep(nanoseconds: 100_000_000)
        }
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        listener.stop()
    }

    @Test func aConnectionMayPostAgainAndInPieces() async throws {
        let (listener, feed) = try await start()
        let phone = try BareConnection(port: listener.port)
        for count in 1...3 {
            let words = BareConnection.post(Self.place)
            await phone.say(String(words.prefix(90)))
            try await Task.sleep(nanoseconds: 20_000_000)
            await phone.say(String(words.dropFirst(90)))
            try await eventually("it is taken") { feed.depth.lines == count }
        }
        listener.stop()
    }

    @Test(arguments: ["Transfer-Encoding: chunked", "Content-Length: 1\r\nContent-Length: 2", "Content-Length: -1"])
    func aBodyOfNoKnownLengthIsRefused(line: String) async throws {
        let (listener, feed) = try await start()
        let phone = try BareConnection(port: listener.port)
        await phone.say("POST / HTTP/1.1\r\nHost: x\r\n\(line)\r\n\r\n")
        #expect(await phone.heard("\r\n\r\n").hasPrefix("HTTP/1.1 4"))
        #expect(await phone.hasEnded(within: 10))
        #expect(feed.depth.lines == 0)
        listener.stop()
    }
}
