import FlyingFox
import FlyingSocks
import Foundation
import HTTPListening
import Tracking

/// Takes the positions that phones post, by HTTP, as lines of a feed: OwnTracks' and Traccar's JSON, and the queries of
/// OsmAnd, GPSLogger and Traccar's client. Any thread.
///
/// Beyond loopback a token is asked for: as the password of basic authorization (OwnTracks), as `token=` in the query, or as
/// a bearer's. Nothing that a request says names a file.
final class PhoneListener: Sendable {
    /// Bytes of the longest post.
    static let longest = 256 << 10

    /// What goes through the gate: a post, its token, and a query of a reasonable length.
    private static func terms(patience: Double) -> GateTerms {
        var terms = GateTerms()
        terms.bounds.longestBody = longest
        terms.bounds.longestLine = 4096
        terms.bounds.names = ["host", "connection", "authorization", "content-type"]
        terms.patience = patience
        return terms
    }

    private static func fault(_ title: String, _ cause: String, _ remedy: String) -> InputFault {
        InputFault(kind: .unreadable, source: title, line: 0, message: cause, remedy: remedy)
    }

    private let server: ListeningServer
    let port: UInt16

    /// Listens, once it returns. What ends it, but for a stop, closes the feed.
    /// - Parameter patience: seconds for which a connection may keep it waiting.
    init(host: String, port: UInt16, token: String?, into feed: LineFeed, patience: Double = 15) async throws(InputFault) {
        let title = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        let address: any SocketAddress
        do {
            if host.contains(":") {
                address = try sockaddr_in6.inet6(ip6: host, port: port)
            } else {
                address = try sockaddr_in.inet(ip4: host == "localhost" ? LiveAddress.loopback : host, port: port)
            }
        } catch { throw Self.fault(title, "'\(host)' is no address of this machine", "give one in numbers, such as 127.0.0.1 or 0.0.0.0") }
        do {
            server = try await ListeningServer(
                at: address, terms: Self.terms(patience: patience), handler: PostHandler(token: token, feed: feed)
            ) { cause in
                feed.close(Self.fault(title, "nothing is listened to there any more (\(cause))", "start it again, with fewer files open in it"))
            }
        } catch { throw Self.fault(title, "it cannot be listened at (\(error))", "choose another port") }
        self.port = port
    }

    func stop() { server.stop() }
}

/// Answers one post.
private struct PostHandler: HTTPHandler {
    let token: String?
    let feed: LineFeed

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard isAllowed(request) else {
            return HTTPResponse(
                statusCode: .unauthorized, headers: [HTTPHeader("WWW-Authenticate"): "Basic realm=\"amaoto\""],
                body: Data("the token is missing or wrong\n".utf8))
        }
        let line: [UInt8]
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard length <= PhoneListener.longest else { return HTTPResponse(statusCode: .payloadTooLarge) }
        let query = request.query.filter { $0.name != "token" }
        if request.method == .POST, length > 0 {
            let body = try await request.bodyData
            guard body.count <= PhoneListener.longest else { return HTTPResponse(statusCode: .payloadTooLarge) }
            line = Array(body)
        } else if !query.isEmpty {
            line = Array(query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&").utf8)
        } else {
            return HTTPResponse(statusCode: .badRequest, body: Data("post a position as JSON, or as a query: ?id=1&lat=35.6&lon=139.7&timestamp=...\n".utf8))
        }
        guard feed.push(line: line) else { return HTTPResponse(statusCode: .serviceUnavailable) }
        // OwnTracks wants a list of messages back; the others read nothing.
        return HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: Data("[]".utf8))
    }

    private func isAllowed(_ request: HTTPRequest) -> Bool {
        guard let token else { return true }
        let given = request.query.first { $0.name == "token" }?.value
        let header = request.headers[.authorization] ?? ""
        var secrets = [given].compactMap { $0 }
        if header.hasPrefix("Bearer ") { secrets.append(String(header.dropFirst(7))) }
        if header.hasPrefix("Basic "), let decoded = Data(base64Encoded: String(header.dropFirst(6))) {
            secrets.append(String(String(decoding: decoded, as: UTF8.self).drop { $0 != ":" }.dropFirst()))
        }
        return secrets.contains { Self.equals($0, token) }
    }

    /// In a time that does not tell how much of it was right.
    private static func equals(_ one: String, _ other: String) -> Bool {
        let a = Array(one.utf8), b = Array(other.utf8)
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~:+"))) ?? ""
    }
}
