// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// A studio that runs while a test holds it.
final class RunningStudio {
    let program: RunningProgram
    let url: String
    let port: UInt16
    let folder: Folder

    /// - Parameter folder: where it saves; nil for one of its own.
    init(_ arguments: [String] = ["drizzle"], in folder: Folder? = nil, environment: [String: String] = [:]) throws {
        let folder = try folder ?? Folder()
        self.folder = folder
        program = try RunningProgram(
            ["studio"] + arguments + ["--stream", "--port", "0", "--folder", folder.url.path], environment: environment)
        let running = program
        try running.wait { running.errors.contains("http://127.0.0.1:") && running.errors.hasSuffix("\n") }
        url = String(try #require(running.errors.split(whereSeparator: \.isWhitespace).last { $0.hasPrefix("http://127.0.0.1:") }))
        port = try #require(UInt16(url.dropFirst("http://127.0.0.1:".count).prefix { $0.isNumber }))
    }

    /// The root path, with a slash at both ends.
    var root: String { String(url.dropFirst("http://127.0.0.1:\(port)".count)) }
    var host: String { "127.0.0.1:\(port)" }

    func request(_ path: String, host: String? = nil, headers: String = "", method: String = "GET") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? self.host)\r\nConnection: close\r\n\(headers)\r\n"
    }

    /// The response status for raw bytes.
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

    /// The status of a ride's upload, as the page sends it.
    func upload(_ ride: String) throws -> Int? {
        let headers = "Origin: http://\(host)\r\nContent-Length: \(ride.utf8.count)\r\n"
        return try status(request(root + "uploads/ride.csv", headers: headers, method: "PUT") + ride)
    }

    /// An open socket, like that of a page.
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
