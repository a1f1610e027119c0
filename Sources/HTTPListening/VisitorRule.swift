/// Whom a server answers: programs on this machine, and pages that it has served itself. A page of another site, which a browser
/// on this machine shows, gets nothing, whatever it sends and by whatever name it has found its way here (DNS rebinding).
struct VisitorRule: Sendable {
    /// `127.0.0.1:8080`, as requests call the server; nil where a secret is asked of everybody, so that any name will do.
    private let names: Set<String>?
    private let mayBeLinkedTo: Bool

    init(host: String, port: UInt16, _ terms: HTTPTerms) {
        mayBeLinkedTo = terms.mayBeLinkedTo
        guard !terms.asksSecret else {
            names = nil
            return
        }
        let own = [host.contains(":") ? "[\(host)]" : host, "localhost"].map { $0.lowercased() }
        names = Set(own.map { "\($0):\(port)" } + (port == 80 ? own : []))
    }

    /// Why it is not answered; nil where it is.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        // Of a line that stands there twice nobody knows which was meant.
        for name in ["host", "origin"] where (request.headers[name]?.count ?? 0) > 1 { return .refusal(400, "'\(name)' is there twice") }
        let host = request.header("host")?.lowercased() ?? ""
        if let names, !names.contains(host) {
            return .refusal(421, "'\(host)' is not this server: it is \(names.sorted().joined(separator: " or "))")
        }
        if let origin = request.header("origin")?.lowercased() {
            let own = names.map { $0.map { "http://\($0)" } } ?? ["http://\(host)", "https://\(host)"]
            guard own.contains(origin) else { return .refusal(403, "another site's page may not come here") }
        }
        // A picture or a frame of another site's page brings no origin, but says where it stands.
        if let site = request.header("sec-fetch-site"), site != "same-origin", site != "none", !isLink(request) {
            return .refusal(403, "another site's page may not come here")
        }
        return nil
    }

    private func isLink(_ request: HTTPRequest) -> Bool {
        mayBeLinkedTo && request.header("sec-fetch-mode") == "navigate" && request.header("sec-fetch-dest") == "document"
    }
}
