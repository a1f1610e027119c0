// SPDX-License-Identifier: MIT
import PlainText
import Testing

/// The example of PlainText's overview.
struct PlainTextOverview {
    @Test func example() async throws {
        // example begins
        let name = "Ueno & Okachimachi\u{1b}[31m"

        let stop = JSONValue.object([("station", .text(name)), ("dwell", .number(42.5))])
        let line = stop.line
        let dwell = stop["dwell"]?.double
        let shown = name.visible
        let title = "<title>\(name.inXML)</title>"
        // example ends
        #expect(line == #"{"station":"Ueno & Okachimachi\u001b[31m","dwell":42.5}"#)
        #expect(dwell == 42.5)
        #expect(shown == #"Ueno & Okachimachi\u{1b}[31m"#)
        #expect(title == "<title>Ueno &amp; Okachimachi [31m</title>")
    }
}
