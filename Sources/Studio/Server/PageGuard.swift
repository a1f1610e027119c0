import FlyingFox
import Foundation

/// Who may speak to the server: pages that it served itself, called by a loopback name, with this run's word in their address.
struct PageGuard: Sendable {
    let port: UInt16
    /// This run's own word: the first part of every path.
    let word: String

    /// 128 random bits, as hexadecimal digits.
    static func drawWord() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

    /// What may be fetched: nothing from outside.
    var contentPolicy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            + "connect-src 'self' \(hosts.map { "ws://\($0)" }.joined(separator: " ")); media-src 'self' blob:; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    /// The rest of the path behind the word, or why the request is refused.
    func admit(_ request: HTTPRequest) -> Result<String, Refusal> {
        // A page of another name that leads here (DNS rebinding) still says that name.
        guard let host = request.headers[.host]?.lowercased(), hosts.contains(host) else { return .failure(.host) }
        if let origin = request.headers[HTTPHeader("Origin")]?.lowercased(), !hosts.contains(where: { origin == "http://\($0)" }) {
            return .failure(.origin)
        }
        let prefix = "/\(word)/"
        let path = request.target.path()
        guard path.utf8.count >= prefix.utf8.count, Self.areEqual(path.utf8.prefix(prefix.utf8.count), prefix.utf8) else {
            return .failure(.path)
        }
        return .success(String(path.dropFirst(prefix.count)))
    }

    enum Refusal: Error { case host, origin, path }

    /// Takes as long whether they differ early or late.
    private static func areEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
        a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
