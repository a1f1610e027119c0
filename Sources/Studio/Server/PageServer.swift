// SPDX-License-Identifier: MIT
import Foundation
import HTTPListening
import Platform

/// Serves the page's files, its WebSocket and the exported sounds on 127.0.0.1 only; everything else is refused. In addition to
/// the server's own rule (`VisitorRule`), the address must contain this run's secret word. Any thread.
final class PageServer: Sendable {
    /// This run's secret word: the first component of every path.
    private let word = Secret.drawn()
    private let hub: PageHub
    private let uploads: Uploads
    private let download: @Sendable (String) -> String?

    /// - Parameter download: returns the path of an exported sound that pages may fetch by this name.
    init(hub: PageHub, uploads: Uploads, download: @escaping @Sendable (String) -> String?) {
        self.hub = hub
        self.uploads = uploads
        self.download = download
    }

    /// Serves until the task is cancelled.
    /// - Parameters:
    ///   - port: 0 takes any free port.
    ///   - ready: called once with the page's address, as soon as pages can connect.
    /// - Throws: `StudioError` when the port is not available.
    func serve(at port: UInt16, ready: @escaping @Sendable (String) -> Void) async throws {
        // A page has one persistent connection and a few short ones; only a file that it opens is sent as a body.
        var terms = HTTPTerms()
        terms.patience = 10
        terms.longestBody = Uploads.longest
        terms.takesBody = { self.isUpload($0) }
        // The address is printed, so it may be followed from any place that shows a terminal: without the word it gives no
        // access.
        terms.mayBeLinkedTo = true
        let server: HTTPServer
        do throws(SocketFault) {
            server = try HTTPServer(host: "127.0.0.1", port: port, terms: terms) { self.answer($0) }
        } catch { throw StudioError(fault: error) }
        ready("http://127.0.0.1:\(server.port)/\(word.text)/")
        let (ending, end) = AsyncStream<Never>.makeStream()
        await withTaskCancellationHandler {
            for await _ in ending {}
        } onCancel: {
            end.finish()
        }
        // Stopping blocks, so it must not run on a shared thread.
        await withCheckedContinuation { stopped in
            Thread {
                server.stop()
                stopped.resume()
            }.start()
        }
    }

    /// Returns the rest of the path after the word; nil where the word is wrong.
    private func pathAfterWord(_ path: String) -> String? {
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, word.matches(parts[1]) else { return nil }
        return String(parts[2])
    }

    /// True for a file that one of the studio's own pages sends: as for a socket, only such a page names its origin.
    private func isUpload(_ request: HTTPRequest) -> Bool {
        guard request.method == "PUT", request.header("origin") != nil else { return false }
        return pathAfterWord(request.path)?.hasPrefix(Self.uploads) == true
    }

    private static let uploads = "uploads/"

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard let name = pathAfterWord(request.path) else {
            return HTTPResponse(404, "not found; open the address printed when the studio started")
        }
        if isUpload(request) {
            return HTTPResponse(201, "\(uploads.store(request.body, named: String(name.dropFirst(Self.uploads.count))))")
        }
        guard request.method == "GET" || request.method == "HEAD" else { return HTTPResponse(405, "only GET is supported") }
        if name == "socket" {
            // A browser always sends the origin of the page that opens a socket; a client without one is not a studio page.
            guard request.header("origin") != nil else { return HTTPResponse(403, "the Origin header is missing") }
            return WebSocketHandshake.answer(request) { [hub] in PageConnection.begin($0, hub: hub) }
        }
        if name.hasPrefix("exports/"), let path = download(String(name.dropFirst("exports/".count))) {
            return sound(at: path, request)
        }
        guard let file = PageFiles.all[name.isEmpty ? "index.html" : name] else { return HTTPResponse(404, "there is no such file") }
        return HTTPResponse(200, headers: Self.headers(request, type: file.type), body: .bytes(file.bytes))
    }

    private func sound(at path: String, _ request: HTTPRequest) -> HTTPResponse {
        let opened = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard opened >= 0, fstat(opened, &status) == 0 else {
            if opened >= 0 { close(opened) }
            return HTTPResponse(404, "the file is no longer there")
        }
        var headers = Self.headers(request, type: "audio/wav")
        headers.append((name: "Content-Disposition", value: "attachment; filename=\"\(URL(fileURLWithPath: path).lastPathComponent)\""))
        return HTTPResponse(200, headers: headers, body: .file(opened, length: UInt64(status.st_size)))
    }

    private static func headers(_ request: HTTPRequest, type: String) -> [(name: String, value: String)] {
        // Nothing may be fetched from elsewhere. The socket is named by the host of the page, which the server has checked.
        let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            + "connect-src 'self' ws://\(request.header("host") ?? ""); media-src 'self' blob:; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return [
            (name: "Content-Type", value: type),
            (name: "Content-Security-Policy", value: policy),
            (name: "X-Content-Type-Options", value: "nosniff"),
            (name: "Referrer-Policy", value: "no-referrer"),
            (name: "Cross-Origin-Opener-Policy", value: "same-origin"),
            (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
            (name: "Cache-Control", value: "no-store"),
        ]
    }
}

/// The studio cannot start, since its port is not available.
public struct StudioError: Error, Equatable, Sendable, CustomStringConvertible {
    let fault: SocketFault
    public var description: String { "\(fault); --port PORT names another" }
}

/// The page's files, embedded in the program: it needs no source tree and nothing external. Any thread.
enum PageFiles {
    struct File: Sendable {
        var type: String
        var bytes: Data
    }

    /// By the path after the word: `studio.js`, `panels/map.js`.
    static let all: [String: File] = ShippedFiles.names(in: "page").reduce(into: [:]) { files, name in
        files[name] = ShippedFiles.all["page/" + name].map { File(type: type(of: name), bytes: Data($0)) }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
