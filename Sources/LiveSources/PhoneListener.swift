// SPDX-License-Identifier: MIT
import Foundation
import HTTPListening
import Platform
import Tracking

/// Takes the positions that phones post over HTTP as lines of a feed: the JSON of OwnTracks, Traccar, Overland and Sensor Logger,
/// and the queries of OsmAnd, GPSLogger and Traccar's client, one or several per post. Any thread.
///
/// An invalid post does not affect the next one: its sender receives the reason, and it is counted. Beyond loopback a token is
/// required: as the password of basic authorization (OwnTracks), as `token=` in the query, or as a bearer token. Nothing in a
/// request names a file.
final class PhoneListener: LiveClient {
    /// Bytes of the longest post: Overland sends up to a thousand positions of some 600 bytes, and again until they are taken.
    private static let longest = 1 << 20

    private let server: HTTPServer
    private let drops: DropCounter
    /// Counts the posts without the token, apart: strangers may post too.
    private let strangers: DropCounter
    private let encrypted: EncryptedReports
    var port: UInt16 { server.port }

    /// Starts the listener; it is listening when this returns.
    /// - Parameters:
    ///   - title: The name used in messages.
    ///   - patience: Seconds for which a connection may keep it waiting.
    ///   - warn: Receives reports of posts that could not be read.
    /// - Throws: Why it cannot listen at the address.
    init(
        host: String, port: UInt16, token: Secret?, title: String, into feed: LineQueue, patience: Double = 15,
        warn: @escaping @Sendable (String) -> Void
    ) throws(InputFault) {
        var terms = HTTPTerms()
        terms.longestBody = Self.longest
        terms.patience = patience
        terms.requiresSecret = token != nil
        let drops = DropCounter(title: title, items: "posts, or positions in them,", notice: warn)
        let strangers = DropCounter(title: title, items: "posts without the token", notice: warn)
        let encrypted = EncryptedReports(title: title, notice: warn)
        let post = PostHandler(
            token: token, title: title, feed: feed, drops: drops, strangers: strangers, encrypted: encrypted)
        do throws(SocketFault) {
            server = try HTTPServer(host: host, port: port, terms: terms) { post.answer($0) }
        } catch { throw InputFault(opening: title, error.cause, error.remedy) }
        self.drops = drops
        self.strangers = strangers
        self.encrypted = encrypted
    }

    func stop() {
        server.stop()
        drops.reportTotal()
        strangers.reportTotal()
        encrypted.reportTotal()
    }
}

/// Answers one post.
private struct PostHandler: Sendable {
    let token: Secret?
    let title: String
    let feed: LineQueue
    let drops: DropCounter
    let strangers: DropCounter
    let encrypted: EncryptedReports

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let fields = (request.query ?? "").split(separator: "&")
        guard isAllowed(request, fields) else {
            // The phone's app may not show the answer.
            strangers.add("a post was refused: the token is missing or wrong")
            return HTTPResponse(
                401, "the token is missing or wrong; send it as a bearer token, as the password, or as token= in the query",
                headers: [(name: "WWW-Authenticate", value: "Basic realm=\"amaoto\"")])
        }
        if request.method == "POST" || request.method == "PUT", !request.body.isEmpty {
            return take(ReportCutter.reports(in: request.body), bytes: request.body.count)
        }
        let query = fields.filter { Self.name($0) != "token" }.joined(separator: "&")
        // The leading `?` keeps a value from being mistaken for another format.
        return take(query.isEmpty ? [] : [Array("?\(query)".utf8)], bytes: query.utf8.count)
    }

    private func take(_ reports: [[UInt8]], bytes: Int) -> HTTPResponse {
        guard !reports.isEmpty else {
            if bytes > 0 { drops.add("a post of \(bytes) bytes was refused: it contains no position") }
            return HTTPResponse(400, "the post contains no position; send JSON, or a query: ?id=1&lat=35.6&lon=139.7&timestamp=1767653235")
        }
        var decoder = ReportDecoder(source: title)
        var faults: [InputFault] = []
        // They are accepted: their sender would repeat them, before any that can be read.
        let good = encrypted.removed(from: reports).filter { report in
            report.withUnsafeBufferPointer { bytes in
                do throws(InputFault) {
                    _ = try decoder.decode(bytes)
                    return true
                } catch {
                    faults.append(error)
                    return false
                }
            }
        }
        if let first = faults.first {
            drops.add("a post was \(good.isEmpty ? "refused" : "accepted in part"): \(first.message)", times: faults.count)
            // Many senders repeat a refused post, some of them indefinitely; so if part of a post is good, that part is taken.
            if good.isEmpty { return HTTPResponse(400, first.message) }
        }
        // All or none: a sender repeats the whole post.
        guard feed.push(lines: good) else { return HTTPResponse(503, "positions arrive faster than they are processed; retry later") }
        // OwnTracks expects a list of messages. Overland sends its positions again until an answer confirms them. Others ignore the body.
        let isOverland = good.contains { $0.firstRange(of: "\"geometry\"".utf8) != nil }
        let body = Data((isOverland ? #"{"result":"ok"}"# : "[]").utf8)
        return HTTPResponse(200, headers: [(name: "Content-Type", value: "application/json")], body: .bytes(body))
    }

    private func isAllowed(_ request: HTTPRequest, _ fields: [Substring]) -> Bool {
        guard let token else { return true }
        var given = fields.filter { Self.name($0) == "token" }.map {
            HTTPRequest.decoded($0.utf8.drop { $0 != UInt8(ascii: "=") }.dropFirst())
        }
        let header = request.header("authorization") ?? ""
        let words = header.split(separator: " ", maxSplits: 1)
        switch (words.first?.lowercased(), words.last) {
        case ("bearer", let sent?): given.append(String(sent))
        case ("basic", let sent?):
            let pair = String(decoding: Data(base64Encoded: String(sent)) ?? Data(), as: UTF8.self)
            given.append(String(pair.drop { $0 != ":" }.dropFirst()))
        default: break
        }
        return given.contains { token.matches($0) }
    }

    private static func name(_ field: Substring) -> Substring { field.prefix { $0 != "=" } }
}
