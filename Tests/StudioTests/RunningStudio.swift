import Foundation
import Synchronization
import Testing
import Tuning

@testable import Studio

/// A studio that serves for the length of a test.
final class RunningStudio: Sendable {
    let studio: Studio
    let place: StudioServer.Place
    private let serving: Task<Void, any Error>

    init(_ change: (inout Studio.Settings) -> Void = { _ in }) async throws {
        var settings = Studio.Settings()
        settings.streams = true
        change(&settings)
        let studio = Studio(try TuningDesk("drizzle"), settings)
        self.studio = studio
        let (places, told) = AsyncStream.makeStream(of: StudioServer.Place.self)
        serving = Task { try await studio.run(ready: { told.yield($0) }) }
        var first: StudioServer.Place?
        for await place in places {
            first = place
            break
        }
        place = try #require(first)
    }

    /// Ends it, whatever the test found.
    func end() async {
        serving.cancel()
        _ = await serving.result
    }

    var port: UInt16 { place.port }
    /// The path of everything, with a slash at both ends.
    var root: String { String(place.url.dropFirst("http://127.0.0.1:\(port)".count)) }
    var host: String { "127.0.0.1:\(port)" }

    func request(_ path: String, host: String? = nil, headers: String = "", method: String = "GET") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? self.host)\r\nConnection: close\r\n\(headers)\r\n"
    }

    /// The status of the answer to bytes that are sent.
    func status(_ text: String) throws -> Int? {
        let connection = try RawConnection(port: port)
        connection.send(text)
        return Int(connection.head().split(separator: " ").dropFirst().first ?? "")
    }

    func upgrade(origin: String?, path: String = "socket", host: String? = nil) -> String {
        "GET \(root)\(path) HTTP/1.1\r\nHost: \(host ?? self.host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            + (origin.map { "Origin: \($0)\r\n" } ?? "") + "\r\n"
    }

    /// An open socket, as a page has it.
    func open() throws -> RawConnection {
        let connection = try RawConnection(port: port)
        connection.send(upgrade(origin: "http://\(host)"))
        let head = connection.head()
        try #require(head.hasPrefix("HTTP/1.1 101"), "\(head)")
        // The example of RFC 6455, section 1.3.
        #expect(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        return connection
    }
}
