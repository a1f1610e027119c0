// SPDX-License-Identifier: MIT
import Foundation
import HTTPListening
import Synchronization

/// Answers HTTP requests: the page's files, its WebSocket, and the exported sounds; everything else is refused.
final class PageEntrance: Sendable {
    private let word: String
    private let hub: PageHub
    private let downloads: Downloads
    private let uploads: Uploads
    private let doorkeeper = Mutex<PageGuard?>(nil)

    init(word: String, hub: PageHub, downloads: Downloads, uploads: Uploads) {
        self.word = word
        self.hub = hub
        self.downloads = downloads
        self.uploads = uploads
    }

    /// Starts answering requests.
    func open(at port: UInt16) -> StudioServer.Place {
        doorkeeper.withLock { $0 = PageGuard(port: port, word: word) }
        return StudioServer.Place(port: port, url: "http://127.0.0.1:\(port)/\(word)/")
    }

    /// True for a file that one of the studio's own pages sends: as for a socket, only such a page names its origin.
    func isUpload(_ request: HTTPRequest) -> Bool {
        guard request.method == "PUT", request.header("origin") != nil else { return false }
        return doorkeeper.withLock { $0 }?.admit(request.path)?.hasPrefix(Self.uploads) == true
    }

    private static let uploads = "uploads/"

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard let doorkeeper = doorkeeper.withLock({ $0 }) else { return HTTPResponse(503, "the studio is still starting; try again") }
        guard let name = doorkeeper.admit(request.path) else {
            return HTTPResponse(404, "not found; open the address printed when the studio started")
        }
        if isUpload(request) {
            return HTTPResponse(201, "\(uploads.keep(request.body, named: String(name.dropFirst(Self.uploads.count))))")
        }
        guard request.method == "GET" || request.method == "HEAD" else { return HTTPResponse(405, "only GET is supported") }
        if name == "socket" {
            // A browser always sends the origin of the page that opens a socket; a client without one is not a studio page.
            guard request.header("origin") != nil else { return HTTPResponse(403, "the Origin header is missing") }
            return WebSocketHandshake.answer(request) { [hub] in PageConnection.begin($0, hub: hub) }
        }
        if name.hasPrefix("exports/"), let path = downloads.path(named: String(name.dropFirst("exports/".count))) {
            return download(path, doorkeeper)
        }
        guard let file = PageFiles.all[name.isEmpty ? "index.html" : name] else { return HTTPResponse(404, "there is no such file") }
        return HTTPResponse(200, headers: Self.headers(doorkeeper, type: file.type), body: .bytes(file.bytes))
    }

    private func download(_ path: String, _ doorkeeper: PageGuard) -> HTTPResponse {
        let opened = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard opened >= 0, fstat(opened, &status) == 0 else {
            if opened >= 0 { close(opened) }
            return HTTPResponse(404, "the file is no longer there")
        }
        var headers = Self.headers(doorkeeper, type: "audio/wav")
        headers.append((name: "Content-Disposition", value: "attachment; filename=\"\(URL(fileURLWithPath: path).lastPathComponent)\""))
        return HTTPResponse(200, headers: headers, body: .file(opened, length: UInt64(status.st_size)))
    }

    private static func headers(_ doorkeeper: PageGuard, type: String) -> [(name: String, value: String)] {
        [
            (name: "Content-Type", value: type),
            (name: "Content-Security-Policy", value: doorkeeper.contentPolicy),
            (name: "X-Content-Type-Options", value: "nosniff"),
            (name: "Referrer-Policy", value: "no-referrer"),
            (name: "Cross-Origin-Opener-Policy", value: "same-origin"),
            (name: "Cross-Origin-Resource-Policy", value: "same-origin"),
            (name: "Cache-Control", value: "no-store"),
        ]
    }
}
