// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

@testable import LiveSources

/// Clients that misbehave as no phone does, and phones beside them.
@Suite(.tags(.alone), .serialized) struct PhoneGateTests {
    private static let place = "{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":1767653235}"

    private func start(patience: Double = 15) throws -> (listener: PhoneListener, feed: LineQueue) {
        let feed = LineQueue()
        let listener = try PhoneListener(
            host: "127.0.0.1", port: 0, token: nil, title: "http://127.0.0.1", into: feed, patience: patience, warn: { _ in })
        return (listener, feed)
    }

    /// The response to a valid post on a separate connection.
    private func post(_ listener: PhoneListener) async throws -> String {
        let phone = try BareConnection(port: listener.port)
        await phone.say(phone.post(Self.place))
        return await phone.heard("[]")
    }

    @Test func longLinesAreRefusedAndHoldNobodyUp() async throws {
        let (listener, feed) = try start()
        let long = "GET / HTTP/1.1\r\nX-Long: " + String(repeating: "a", count: 200_000)
        let connections = try (0..<8).map { _ in try BareConnection(port: listener.port) }
        for connection in connections { await connection.say(long) }
        #expect(try await post(listener).hasPrefix("HTTP/1.1 200"))
        for connection in connections { #expect(await connection.heard("\r\n\r\n").hasPrefix("HTTP/1.1 431")) }
        #expect(feed.depth.lines == 1)
        listener.stop()
    }

    @Test func aPostThatIsTooLongIsNotReadOn() async throws {
        let (listener, feed) = try start()
        let long = try BareConnection(port: listener.port)
        await long.say(long.post(String(repeating: "a", count: 3_000_000)))
        #expect(try await post(listener).hasPrefix("HTTP/1.1 200"))
        #expect(await long.hasEnded(within: 10))
        #expect(feed.depth.lines == 1)
        listener.stop()
    }

    @Test func whoSaysNothingOrHalfIsShownOut() async throws {
        let (listener, _) = try start(patience: 0.5)
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

    /// A head and a body that arrive byte by byte without end: sending does not extend the deadline.
    @Test func whoDripsIsShownOutAsWell() async throws {
        let (listener, feed) = try start(patience: 0.5)
        let head = try BareConnection(port: listener.port), body = try BareConnection(port: listener.port)
        await head.say("GET / HTTP/1.1\r\nX-Long: ")
        await body.say("POST / HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\nContent-Length: 100000\r\n\r\n")
        for _ in 0..<400 {
            await head.say("a")
            await body.say("a")
            if await head.hasEnded(within: 0.01), await body.hasEnded(within: 0.01) { break }
        }
        #expect(await head.hasEnded(within: 0.01))
        #expect(await body.hasEnded(within: 0.01))
        #expect(feed.depth.lines == 0)
        listener.stop()
    }

    /// Dripping clients occupy all slots: a phone waits for a tenth of the patience.
    @Test func whoDripsKeepsNoPlace() async throws {
        let (listener, _) = try start(patience: 15)
        let slow = try (0..<64).map { _ in try BareConnection(port: listener.port) }
        for connection in slow { await connection.say("GET / HTTP/1.1\r\nX: ") }
        #expect(try await post(listener).hasPrefix("HTTP/1.1 200"))
        #expect(slow.count == 64)
        listener.stop()
    }

    /// However many connections are open, in whatever state, it ends at once.
    @Test func theEndWaitsForNobody() async throws {
        let (listener, _) = try start()
        let slow = try (0..<64).map { _ in try BareConnection(port: listener.port) }
        for connection in slow { await connection.say("POST / HTTP/1.1\r\nContent-Length: 99\r\n\r\n1") }
        let took = ContinuousClock().measure { listener.stop() }
        #expect(took < .seconds(5))
        for connection in slow { #expect(await connection.hasEnded(within: 5)) }
    }

    @Test func aConnectionMayPostAgainAndInPieces() async throws {
        let (listener, feed) = try start()
        let phone = try BareConnection(port: listener.port)
        for count in 1...3 {
            let words = phone.post(Self.place)
            await phone.say(String(words.prefix(90)))
            try await Task.sleep(nanoseconds: 20_000_000)
            await phone.say(String(words.dropFirst(90)))
            try await eventually("it is taken") { feed.depth.lines == count }
        }
        listener.stop()
    }

    @Test(arguments: ["Transfer-Encoding: chunked", "Content-Length: 1\r\nContent-Length: 2", "Content-Length: -1"])
    func aBodyOfNoKnownLengthIsRefused(line: String) async throws {
        let (listener, feed) = try start()
        let phone = try BareConnection(port: listener.port)
        await phone.say("POST / HTTP/1.1\r\nHost: 127.0.0.1:\(listener.port)\r\n\(line)\r\n\r\n")
        #expect(await phone.heard("\r\n\r\n").hasPrefix("HTTP/1.1 4"))
        #expect(await phone.hasEnded(within: 10))
        #expect(feed.depth.lines == 0)
        listener.stop()
    }
}
