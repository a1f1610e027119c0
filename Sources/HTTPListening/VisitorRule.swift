// SPDX-License-Identifier: MIT
import Platform

/// Decides which requests a server answers: those of programs on this machine, and of pages that it has served itself. A page of
/// another site, shown by a browser on this machine, gets nothing, whatever it sends and by whatever name it got here (DNS
/// rebinding).
struct VisitorRule: Sendable {
    /// The names by which requests may address the server, such as `127.0.0.1:8080`; nil if a secret is required, so that any
    /// name is accepted.
    private let names: Set<String>?
    private let mayBeLinkedTo: Bool

    init(host: String, port: UInt16, _ terms: HTTPTerms) {
        mayBeLinkedTo = terms.mayBeLinkedTo
        guard !terms.requiresSecret else {
            names = nil
            return
        }
        let own = [HostText.beforePort(host), "localhost"].map { $0.lowercased() }
        names = Set(own.map { "\($0):\(port)" } + (port == 80 ? own : []))
    }

    /// Why the request is refused; nil if it is answered.
    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        // A repeated header is ambiguous.
        for name in ["host", "origin"] where (request.headers[name]?.count ?? 0) > 1 {
            return .refusal(400, "the header '\(name)' is given twice")
        }
        let host = request.header("host")?.lowercased() ?? ""
        if let names, !names.contains(host) {
            return .refusal(421, "Host '\(host)' is not accepted; use \(names.sorted().joined(separator: " or "))")
        }
        if let origin = request.header("origin")?.lowercased() {
            let own = names.map { $0.map { "http://\($0)" } } ?? ["http://\(host)", "https://\(host)"]
            guard own.contains(origin) else {
                return .refusal(403, "cross-site requests are refused; open the page from the printed address")
            }
        }
        // An image or a frame on another site's page sends no origin, but the browser names the kind of site.
        if let site = request.header("sec-fetch-site"), site != "same-origin", site != "none", !isLink(request) {
            return .refusal(403, "cross-site requests are refused; open the page from the printed address")
        }
        return nil
    }

    private func isLink(_ request: HTTPRequest) -> Bool {
        mayBeLinkedTo && request.header("sec-fetch-mode") == "navigate" && request.header("sec-fetch-dest") == "document"
    }
}
