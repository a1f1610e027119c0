// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import Notifications
import TestTraits
import Testing

/// The state, as followed by curl.
@Suite(.tags(.alone), .serialized) struct StateServerTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func curl(_ arguments: [String]) throws -> (process: Process, file: URL) {
        let file = try folder.write("", to: UUID().uuidString)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["curl", "-s", "-N", "-m", "20", "-o", file.path] + arguments
        try process.run()
        return (process, file)
    }

    /// Suspends: its server may need the thread.
    private func finish(_ process: Process) async { while process.isRunning { try? await Task.sleep(nanoseconds: 5_000_000) } }

    /// What a follower has received, without the comments that keep a quiet connection open.
    private func text(_ file: URL) -> String {
        let all = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return all.components(separatedBy: "\n\n").filter { $0 != ":" }.joined(separator: "\n\n")
    }

    @Test(.needs("curl")) func everyChangeReachesEverybodyInOrder() async throws {
        let server = try StateServer(port: 0), port = server.port
        server.send("{\"n\":0}")
        let followers = try (0..<3).map { _ in try curl(["http://127.0.0.1:\(port)/events"]) }
        for follower in followers { try await eventually("it follows", within: 20) { !text(follower.file).isEmpty } }
        for number in 1...100 { server.send("{\"n\":\(number)}") }
        let whole = (0...100).map { "data: {\"n\":\($0)}\n\n" }.joined()
        for follower in followers {
            try await eventually("\(text(follower.file))", within: 10) { text(follower.file) == whole }
        }
        server.stop()
        for follower in followers { await finish(follower.process) }
    }

    /// A state followed immediately by a stop: the state is sent, and the stream ends cleanly.
    @Test(.needs("curl")) func theEndCutsNothingOff() async throws {
        let server = try StateServer(port: 0), port = server.port
        server.send("{\"n\":0}")
        let (process, file) = try curl(["http://127.0.0.1:\(port)/events"])
        try await eventually("it follows", within: 20) { !text(file).isEmpty }
        for number in 1...300 { server.send("{\"n\":\(number)}") }
        server.stop()
        await finish(process)
        #expect(process.terminationStatus == 0)
        #expect(text(file) == (0...300).map { "data: {\"n\":\($0)}\n\n" }.joined())
    }

    @Test(.needs("curl")) func theNewestIsThere() async throws {
        let server = try StateServer(port: 0), port = server.port
        server.send("{\"n\":1}")
        server.send("{\"n\":2}")
        let (process, file) = try curl(["http://localhost:\(port)/state"])
        await finish(process)
        #expect(text(file) == "{\"n\":2}\n")
        server.stop()
    }

    @Test(
        .needs("curl"),
        arguments: [
            ["-H", "Origin: https://example.org"], ["-H", "Origin: http://localhost:1"], ["-H", "Host: example.org"],
            ["-H", "Sec-Fetch-Site: cross-site"],
        ])
    func pagesOfOthersGetNothing(headers: [String]) async throws {
        let server = try StateServer(port: 0), port = server.port
        server.send("{\"n\":1}")
        let (process, file) = try curl(headers + ["-i", "http://127.0.0.1:\(port)/state"])
        await finish(process)
        #expect(text(file).hasPrefix("HTTP/1.1 4") && !text(file).contains("{\"n\""))
        server.stop()
    }

    /// While nothing changes: only a write detects them.
    @Test(.needs("curl")) func thePlacesOfTheGoneAreFree() async throws {
        let server = try StateServer(port: 0, beat: 0.2), port = server.port
        server.send("{\"n\":1}")
        func follow() async throws -> (connection: BareConnection, answer: String) {
            let connection = try BareConnection(port: port)
            await connection.say(connection.get("/events"))
            return (connection, await connection.heard("\r\n\r\n"))
        }
        var followers: [BareConnection] = []
        for _ in 0..<32 {
            let (connection, answer) = try await follow()
            #expect(answer.hasPrefix("HTTP/1.1 200"))
            followers.append(connection)
        }
        #expect(try await follow().answer.hasPrefix("HTTP/1.1 503"))
        #expect(followers.count == 32)
        followers = []
        var answer = ""
        for _ in 0..<100 where !answer.hasPrefix("HTTP/1.1 200") {
            answer = try await follow().answer
            try await Task.sleep(nanoseconds: 100_000_000)
        }
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        server.stop()
    }

    @Test func aLongLineHoldsNobodyUp() async throws {
        let server = try StateServer(port: 0), port = server.port
        server.send("{\"n\":1}")
        let long = try BareConnection(port: port)
        await long.say(long.get("/state?" + String(repeating: "a", count: 200_000)))
        #expect(await long.heard("\r\n\r\n").hasPrefix("HTTP/1.1 414"))
        let good = try BareConnection(port: port)
        await good.say(good.get("/state"))
        #expect(await good.heard("{\"n\":1}").hasPrefix("HTTP/1.1 200"))
        server.stop()
    }

    @Test func aPortThatIsTakenIsSaid() async throws {
        let first = try StateServer(port: 0), port = first.port
        #expect {
            _ = try StateServer(port: port)
        } throws: {
            "\($0)".contains("Address already in use") && "\($0)".contains("another port")
        }
        first.stop()
    }
}
