// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import TerminalIO

@Suite(.waiting) struct KeyDecoderTests {
    /// The sequences of xterm (ctlseqs), and of the Linux console where it differs.
    static let table: [(String, [KeyPress])] = [
        ("a", [KeyPress(.character("a"))]),
        ("雨é", [KeyPress(.character("雨")), KeyPress(.character("é"))]),
        ("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}OD", [KeyPress(.up), KeyPress(.down), KeyPress(.right), KeyPress(.left)]),
        ("\u{1B}[1;2C", [KeyPress(.right, .shift)]),
        ("\u{1B}[1;5D", [KeyPress(.left, .control)]),
        ("\u{1B}[1;8A", [KeyPress(.up, [.shift, .alt, .control])]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~", [KeyPress(.home), KeyPress(.end), KeyPress(.home), KeyPress(.end)]),
        ("\u{1B}[5~\u{1B}[6;2~", [KeyPress(.pageUp), KeyPress(.pageDown, .shift)]),
        ("\u{1B}[2~\u{1B}[3~", [KeyPress(.insert), KeyPress(.delete)]),
        ("\u{1B}OP\u{1B}[15~\u{1B}[17~\u{1B}[24~", [1, 5, 6, 12].map { KeyPress(.function($0)) }),
        ("\t\u{1B}[Z\r\n", [KeyPress(.tab), KeyPress(.tab, .shift), KeyPress(.enter), KeyPress(.enter)]),
        ("\u{7F}\u{08}", [KeyPress(.backspace), KeyPress(.backspace)]),
        ("\u{12}", [KeyPress(.character("r"), .control)]),
        // A key right after Escape, as over a slow line, or with Alt.
        ("\u{1B}x\u{1B}é", [KeyPress(.escape), KeyPress(.character("x")), KeyPress(.escape), KeyPress(.character("é"))]),
        ("\u{1B}\u{1B}\r", [KeyPress(.escape), KeyPress(.escape), KeyPress(.enter)]),
        ("\u{1B}[200~a\u{1B}[Ab\n雨\u{1B}[201~c", [KeyPress(.paste("a\u{1B}[Ab\n雨")), KeyPress(.character("c"))]),
        (
            "\u{1B}[<0;5;3M\u{1B}[<32;300;3M\u{1B}[<0;6;3m\u{1B}[<64;1;1M\u{1B}[<65;1;1M",
            [
                KeyPress(.mouse(MouseReport(action: .press, column: 4, row: 2))),
                KeyPress(.mouse(MouseReport(action: .drag, column: 299, row: 2))),
                KeyPress(.mouse(MouseReport(action: .release, column: 5, row: 2))),
                KeyPress(.mouse(MouseReport(action: .wheelUp, column: 0, row: 0))),
                KeyPress(.mouse(MouseReport(action: .wheelDown, column: 0, row: 0))),
            ]
        ),
        // Input that is not a key leaves no trace: unknown sequences, replies, broken UTF-8, right and middle buttons.
        ("\u{1B}[?62;c\u{1B}[99~\u{1B}[<2;1;1M\u{1B}[38;5X.", [KeyPress(.character("."))]),
    ]

    @Test(arguments: table) func aKeyIsRead(bytes: String, keys: [KeyPress]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(bytes.utf8) == keys)
        #expect(!decoder.isUnfinished)
    }

    /// A slow line splits sequences anywhere.
    @Test(arguments: table) func cutsChangeNothing(bytes: String, keys: [KeyPress]) {
        for size in 1...4 {
            var decoder = KeyDecoder(), read: [KeyPress] = []
            let all = Array(bytes.utf8)
            for start in stride(from: 0, to: all.count, by: size) {
                read += decoder.decode(all[start..<min(start + size, all.count)])
            }
            #expect(read == keys, "in pieces of \(size)")
        }
    }

    @Test func aLoneEscapeIsAKeyOnceNothingFollows() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]).isEmpty && decoder.isUnfinished)
        #expect(decoder.flush() == [KeyPress(.escape)])
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.decode(Array("[A".utf8)) == [KeyPress(.up)])
        #expect(decoder.decode([0x1B, 0x5B, 0x31]).isEmpty)
        #expect(decoder.flush().isEmpty && !decoder.isUnfinished)
    }

    /// These keys also begin sequences.
    @Test(arguments: ["[", "O"] as [Character]) func aKeyAfterEscapeIsItselfOnceNothingFollows(key: Character) {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}\(key)".utf8).isEmpty && decoder.isUnfinished)
        #expect(decoder.flush() == [KeyPress(.escape), KeyPress(.character(key))] && !decoder.isUnfinished)
    }

    @Test func brokenCharactersAreSkipped() {
        var decoder = KeyDecoder()
        #expect(
            decoder.decode([0xFF, 0xC0, 0x80, 0xE3, 0x81, 0x61, 0xED, 0xA0, 0x80, 0xC2, 0x85, 0x62])
                == [KeyPress(.character("a")), KeyPress(.character("b"))])
    }

    /// For any input it neither stops nor keeps more than one sequence.
    @Test func noiseDoesNoHarm() {
        var generator = SplitMix(seed: 1), decoder = KeyDecoder()
        let likely = Array("\u{1B}[O<;~0123456789MmA".utf8)
        for _ in 0..<20_000 {
            let byte =
                Bool.random(using: &generator) ? UInt8.random(in: 0...255, using: &generator) : likely.randomElement(using: &generator) ?? 0
            _ = decoder.decode([byte])
        }
        _ = decoder.decode(Array("\u{1B}[201~".utf8))
        _ = decoder.flush()
        #expect(decoder.decode(Array("q".utf8)) == [KeyPress(.character("q"))])
    }
}
