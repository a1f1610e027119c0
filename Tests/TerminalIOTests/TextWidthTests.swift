// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import TerminalIO

@Suite(.waiting) struct TextWidthTests {
    /// Unicode's East Asian Width (UAX 11): W and F two columns, combining marks none.
    @Test(arguments: [
        ("rain", 4), ("雨音", 4), ("ｱﾏｵﾄ", 4), ("あまおと!", 9), ("Višnjan", 7), ("cafe\u{301}", 4), ("ＡＢ", 4), ("⣿⠁", 2),
        ("が", 2), ("か\u{3099}", 2), ("\u{1F327}", 1), ("😀", 2), ("", 0), ("a\u{1B}\u{7}b", 2),
    ])
    func columns(text: String, columns: Int) { #expect(text.terminalWidth == columns) }

    @Test func textIsCutAtWholeCharacters() {
        #expect("雨の音を聞く".cut(toColumns: 12) == "雨の音を聞く")
        #expect("雨の音を聞く".cut(toColumns: 11) == "雨の音を...")
        #expect("雨の音".cut(toColumns: 5) == "雨の")
        #expect("雨の音".padded(toColumns: 5) == "雨の ")
        #expect("雨".aligned(toColumns: 5) == "   雨")
        #expect("drops".cut(toColumns: 0) == "" && "drops".cut(toColumns: -1) == "")
    }
}
