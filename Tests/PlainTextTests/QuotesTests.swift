// SPDX-License-Identifier: MIT
import PlainText
import Testing

/// Quotes and replacements do not depend on what follows a character.
@Suite struct QuotesTests {
    @Test func aShellReadsOneWord() {
        #expect(["north", "Zürich", "a-1.b"].map(\.inShell) == ["north", "Zürich", "a-1.b"])
        #expect("my city".inShell == "'my city'" && "".inShell == "''" && "$(x);`y`".inShell == "'$(x);`y`'")
        #expect("it's".inShell == #"'it'\''s'"# && "~".inShell == "'~'")
    }

    @Test func aCombiningMarkHidesNothing() {
        #expect("[[\u{301}x".replacingBytes("[[", with: "[ [").unicodeScalars.elementsEqual("[ [\u{301}x".unicodeScalars))
        #expect("&lt;\u{301}".replacingBytes("&lt;", with: "<").unicodeScalars.elementsEqual("<\u{301}".unicodeScalars))
        #expect("a\r\nb".replacingBytes("\n", with: "") == "a\rb")
    }
}
