// SPDX-License-Identifier: MIT
import HTTPListening
import Testing

/// The example of HTTPListening's overview.
struct HTTPListeningOverview {
    @Test func example() async throws {
        // example begins
        let handler: HTTPServer.Handler = { request in
            switch request.path {
            case "/status": HTTPResponse(200, "playing")
            default: HTTPResponse(404, "there is no such page")
            }
        }
        var terms = HTTPTerms()
        terms.mostConnections = 8
        let server = try HTTPServer(host: "127.0.0.1", port: 0, terms: terms, handler: handler)
        print("http://127.0.0.1:\(server.port)/status")
        server.stop(within: 1)
        // example ends
        #expect(server.port > 0)
        #expect(handler(HTTPRequest(method: "GET", target: "/status?now")).status == 200)
        #expect(handler(HTTPRequest(method: "GET", target: "/")).status == 404)
    }
}
