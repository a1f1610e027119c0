// SPDX-License-Identifier: MIT
import Testing

@testable import HTTPListening

/// The visitors that every server answers.
@Suite struct VisitorRuleTests {
    private func status(
        _ headers: [(String, String)], host: String = "127.0.0.1", port: UInt16 = 8080, _ change: (inout HTTPTerms) -> Void = { _ in }
    ) -> Int? {
        var terms = HTTPTerms()
        change(&terms)
        var request = HTTPRequest(method: "GET", target: "/?lat=1&lon=2")
        for (name, value) in headers { request.headers[name, default: []].append(value) }
        return VisitorRule(host: host, port: port, terms).refusal(of: request)?.status
    }

    @Test func programsOfThisMachineAreAnswered() {
        #expect(status([("host", "127.0.0.1:8080")]) == nil)
        #expect(status([("host", "LocalHost:8080")]) == nil)
        #expect(status([("host", "[::1]:8080")], host: "::1") == nil)
        #expect(status([("host", "localhost")], port: 80) == nil)
    }

    @Test(arguments: [
        "", "rain.example", "rain.example:8080", "127.0.0.1", "127.0.0.1:81", "0.0.0.0:8080", "[::1]:8080", "localhost.:8080",
        "localhost:8080.rain.example",
    ])
    func otherNamesThatLeadHereAreNot(host: String) {
        #expect(status([("host", host)]) == 421)
    }

    @Test func pagesOfOtherSitesAreNot() {
        let own = ("host", "127.0.0.1:8080")
        for origin in [
            "http://rain.example", "null", "", "file://", "https://127.0.0.1:8080", "http://127.0.0.1", "http://127.0.0.1:8081",
            "http://127.0.0.1:8080.rain.example",
        ] {
            #expect(status([own, ("origin", origin)]) == 403, "\(origin)")
        }
        #expect(status([own, ("origin", "http://localhost:8080")]) == nil)
        // A request for a picture has no origin.
        for site in ["cross-site", "same-site", "x"] { #expect(status([own, ("sec-fetch-site", site)]) == 403) }
        for site in ["none", "same-origin"] { #expect(status([own, ("sec-fetch-site", site)]) == nil) }
        #expect(status([own, own]) == 400)
        #expect(status([own, ("origin", "http://localhost:8080"), ("origin", "http://rain.example")]) == 400)
    }

    @Test func aLinkLeadsWhereItMay() {
        let link = [
            ("host", "localhost:8080"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document"),
        ]
        #expect(status(link) == 403)
        #expect(status(link) { $0.mayBeLinkedTo = true } == nil)
        #expect(status(Array(link.dropLast())) { $0.mayBeLinkedTo = true } == 403)
    }

    /// With a required secret any host name is allowed; a page of another site still gets nothing.
    @Test func whereASecretIsAskedAnyNameWillDo() {
        func asked(_ headers: [(String, String)]) -> Int? { status(headers, host: "0.0.0.0") { $0.requiresSecret = true } }
        #expect(asked([("host", "192.168.1.7:8080")]) == nil)
        #expect(asked([]) == nil)
        #expect(asked([("host", "me.example"), ("origin", "https://me.example")]) == nil)
        #expect(asked([("host", "me.example"), ("origin", "https://rain.example")]) == 403)
        #expect(asked([("host", "me.example"), ("sec-fetch-site", "cross-site")]) == 403)
    }

    @Test func thereIsNoEmptySecret() {
        #expect(Secret("") == nil)
        #expect(Secret("a")?.matches("") == false)
        #expect(Secret("ab")?.matches("ab") == true && Secret("ab")?.matches("ac") == false && Secret("ab")?.matches("abc") == false)
    }
}
