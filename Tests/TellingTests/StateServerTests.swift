import Foundation
import Telling
import Testing

/// The state, as curl follows it.
@Suite(.serialized) struct StateServerTests {
    private static func port() throws -> UInt16 {
        let end = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(end) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(end, $0, length) == 0 && getsockname(end, $0, &length) == 0 }
        }
        try #require(bound)
        return UInt16(bigEndian: address.sin_port)
    }

    private func curl(_ arguments: [String]) throws -> (process: Process, file: URL) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-curl-\(UUID().uuidString)")
        try Data().write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["curl", "-s", "-N", "-m", "20", "-o", file.path] + arguments
        try process.run()
        return (process, file)
    }

    /// Suspends: the server it talks to may need the thread.
    private func finish(_ process: Process) async { while process.isRunning { try? await Task.sleep(nanoseconds: 5_000_000) } }

    private func text(_ file: URL) -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    @Test func everyChangeReachesEverybodyInOrder() async throws {
        let port = try Self.port()
        let server = try await StateServer(port: port)
        server.tell("{\"n\":0}")
        let followers = try (0..<3).map { _ in try curl(["http://127.0.0.1:\(port)/events"]) }
        for follower in followers {
            while text(follower.file).isEmpty { try await Task.sleep(nanoseconds: 5_000_000) }
        }
        for number in 1...100 { server.tell("{\"n\":\(number)}") }
        let whole = (0...100).map { "data: {\"n\":\($0)}\n\n" }.joined()
        for follower in followers {
            for _ in 0..<2_000 where text(follower.file).utf8.count < whole.utf8.count { try await Task.sleep(nanoseconds: 5_000_000) }
            #expect(text(follower.file) == whole)
        }
        server.stop()
        for follower in followers { await finish(follower.process) }
    }

    @Test func theNewestIsThere() async throws {
        let port = try Self.port()
        let server = try await StateServer(port: port)
        server.tell("{\"n\":1}")
        server.tell("{\"n\":2}")
        let (process, file) = try curl(["http://localhost:\(port)/state"])
        await finish(process)
        #expect(text(file) == "{\"n\":2}\n")
        server.stop()
    }

    @Test(arguments: [["-H", "Origin: https://example.org"], ["-H", "Host: example.org"]])
    func pagesOfOthersGetNothing(headers: [String]) async throws {
        let port = try Self.port()
        let server = try await StateServer(port: port)
        server.tell("{\"n\":1}")
        let (process, file) = try curl(headers + ["-w", "%{http_code}", "http://127.0.0.1:\(port)/state"])
        await finish(process)
        #expect(!text(file).contains("n"))
        server.stop()
    }

    @Test func aPortThatIsTakenIsSaid() async throws {
        let port = try Self.port()
        let first = try await StateServer(port: port)
        await #expect { _ = try await StateServer(port: port) } throws: { "\($0)".contains("another port") }
        first.stop()
    }
}
