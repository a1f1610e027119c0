// SPDX-License-Identifier: MIT
import TerminalIO

/// The tuner's colours: each has one meaning, and nothing is shown by colour alone. Legible on black and on white.
enum TunerInk {
    static let impact = Ink(Ink.Colour(basic: 3, indexed: 172, red: 214, green: 120, blue: 0))
    static let pause = Ink(Ink.Colour(basic: 2, indexed: 35, red: 0, green: 158, blue: 100))
    static let bubble = Ink(Ink.Colour(basic: 6, indexed: 32, red: 0, green: 135, blue: 215))
    /// Silence before and after the drop.
    static let silence = Ink.faint
    /// Values that mappings move.
    static let live = Ink(Ink.Colour(basic: 5, indexed: 170, red: 204, green: 90, blue: 200), .bold)
    /// Values that differ from the file.
    static let changed = Ink(Ink.Colour(basic: 3, indexed: 172, red: 214, green: 120, blue: 0), .bold)
    static let quiet = pause
    static let loud = impact
    static let clipping = Ink(Ink.Colour(basic: 1, indexed: 160, red: 215, green: 40, blue: 40), .bold)
    static let problem = clipping
    static let heading = Ink.bold
    static let hint = Ink.faint
}

/// The characters of the pictures. All of them are one column wide on every terminal, also where Chinese and Japanese terminals
/// draw ambiguous characters two columns wide.
struct TunerGlyphs {
    let isUnicode: Bool

    var line: Character { isUnicode ? "╌" : "-" }
    var thumb: Character { isUnicode ? "▮" : "#" }
    var defaultMark: Character { isUnicode ? "╎" : "|" }
    var live: Character { isUnicode ? "▸" : ">" }
    var full: Character { isUnicode ? "▮" : "=" }
    var empty: Character { isUnicode ? "▯" : "." }
    var boundary: Character { isUnicode ? "╎" : ":" }
    var selected: Character { ">" }
}
