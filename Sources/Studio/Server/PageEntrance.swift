import FlyingFox
import Foundation
import Synchronization

/// Answers requests: the page's files, its socket, and the sounds that were exported; everything else is refused.
final class PageEntrance: HTTPHandler {
    private let word: String
    private let hub: PageHub
    private let downloads: Downloads
    private let doorkeeper = Mutex<PageGuard?>(nil)

    init(word: String, hub: PageHub, downloads: Downloads) {
        self.word = word
        self.hub = hub
        self.downloads = downloads
    }

    /// From now on requests are answered.
    func open(at port: UInt16) -> StudioServer.Place {
        doorkeeper.withLock { $0 = PageGuard(port: port, word: word) }
        return StudioServer.Place(port: port, url: "http://127.0.0.1:\(port)/\(word)/")
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let doorkeeper = doorkeeper.withLock({ $0 }) else { return refuse(.serviceUnavailable, "not yet") }
        switch doorkeeper.admit(request) {
        case .failure(.host): return refuse(HTTPStatusCode(421, phrase: "Misdirected Request"), "this is not that host")
        case .failure(.origin): return refuse(.forbidden, "another page's scripts may not come here")
        case .failure(.path): return refuse(.notFound, "there is nothing here; the address is printed where the studio was started")
        case .success(let name):
            guard request.method == .GET || request.method == .HEAD else {
                return refuse(HTTPStatusCode(405, phrase: "Method Not Allowed"), "only GET")
            }
            return try await answer(request, name, doorkeeper)
        }
    }

    private func answer(_ request: HTTPRequest, _ name: String, _ doorkeeper: PageGuard) async throws -> HTTPResponse {
        if name == "socket" {
            // A browser always says which page opens a socket; whoever does not is none of ours.
            guard request.headers[HTTPHeader("Origin")] != nil else { return refuse(.forbidden, "no origin is said") }
            return try await WebSocketHTTPHandler(handler: PageConnection(hub: hub)).handleRequest(request)
        }
        if name.hasPrefix("exports/"), let path = downloads.path(named: String(name.dropFirst("exports/".count))) {
            return download(path, isHead: request.method == .HEAD, doorkeeper)
        }
        guard let file = PageFiles.all[name.isEmpty ? "index.html" : name] else { return refuse(.notFound, "there is no such file") }
        var headers = Self.headers(doorkeeper)
        headers[.contentType] = file.type
        return HTTPResponse(statusCode: .ok, headers: headers, body: request.method == .HEAD ? Data() : file.bytes)
    }

    private func download(_ path: String, isHead: Bool, _ doorkeeper: PageGuard) -> HTTPResponse {
        let url = URL(fileURLWithPath: path)
        guard let body = try? HTTPBodySequence(file: url, suggestedBufferSize: 1 << 16) else {
            return refuse(.notFound, "the file is no longer there")
        }
        var headers = Self.headers(doorkeeper)
        headers[.contentType] = "audio/wav"
        headers[HTTPHeader("Content-Disposition")] = "attachment; filename=\"\(url.lastPathComponent)\""
        if isHead { return HTTPResponse(statusCode: .ok, headers: headers) }
        return HTTPResponse(statusCode: .ok, headers: headers, body: body)
    }

    private static func headers(_ doorkeeper: PageGuard) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers[HTTPHeader("Content-Security-Policy")] = doorkeeper.contentPolicy
        headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
        headers[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
        headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        headers[HTTPHeader("Cache-Control")] = "no-store"
        return headers
    }

    private func refuse(_ status: HTTPStatusCode, _ why: String) -> HTTPResponse {
        HTTPResponse(
            statusCode: status,
            headers: [.contentType: "text/plain; charset=utf-8", HTTPHeader("X-Content-Type-Options"): "nosniff", .connection: "close"],
            body: Data((why + "\n").utf8))
    }
}
