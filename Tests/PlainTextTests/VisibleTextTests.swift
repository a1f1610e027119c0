// SPDX-License-Identifier: MIT
import PlainText
import Testing

@Suite struct VisibleTextTests {
    @Test func controlCharactersAreSeen() {
        #expect("\u{1B}]0;owned\u{7}".visible == #"\u{1b}]0;owned\u{7}"#)
        #expect("a\u{9B}2J\u{0}\u{7F}".visible == #"a\u{9b}2J\u{0}\u{7f}"#)
        #expect("abc\u{202E}def\u{2066}\u{2069}\u{2028}\u{FEFF}".visible == #"abc\u{202e}def\u{2066}\u{2069}\u{2028}\u{feff}"#)
        #expect("one\r\ntwo\tthree".visible == #"one\r\ntwo\tthree"#)
        #expect("one\r\ntwo\tthree".visibleLines == "one\\r\ntwo\tthree")
        #expect("one\ntwo\u{1B}".withoutControls == "one two ")
    }

    @Test func otherTextStaysAsItIs() {
        for text in ["", "plain", "Visnjan é°±½ \u{A0}", "東京 駅 😀👩‍👩‍👧 e\u{301}", "—’…", "\u{200F}שלום\u{200E}", "\\n stays"] {
            #expect(text.visible == text && text.visibleLines == text && text.withoutControls == text)
        }
    }
}
