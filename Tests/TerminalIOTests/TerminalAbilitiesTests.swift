// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import TerminalIO

@Suite(.waiting) struct TerminalAbilitiesTests {
    @Test(arguments: [
        (["TERM": "xterm"], ColourDepth.basic), (["TERM": "xterm-256color"], .indexed), (["TERM": "tmux-256color"], .indexed),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .direct), (["TERM": "linux"], .basic), (["TERM": "vt100"], .none),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
        (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed), (["TERM": "dumb", "COLORTERM": "truecolor"], .none), ([:], .none),
    ])
    func colours(environment: [String: String], depth: ColourDepth) {
        #expect(TerminalAbilities(environment: environment).colours == depth)
    }

    @Test(arguments: [
        (["LANG": "ja_JP.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false), ([:], false),
        (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
    ])
    func letters(environment: [String: String], isUnicode: Bool) {
        #expect(TerminalAbilities(environment: environment).isUnicode == isUnicode)
    }

    @Test func withoutAScreenItSaysSo() {
        #expect(TerminalAbilities(environment: ["TERM": "xterm"]).hasScreen)
        #expect(!TerminalAbilities(environment: ["TERM": "dumb"]).hasScreen && !TerminalAbilities(environment: [:]).hasScreen)
    }
}
