// SPDX-License-Identifier: MIT
import Sonification
import TerminalIO

/// The terminal tuner's view state: what it shows and asks, apart from the preset.
struct TunerState {
    enum Mode: Equatable {
        case browse
        /// The selected knob's value is being typed.
        case value(LineEntry)
        case search(LineEntry)
        /// The name of a new file is being typed; `thenQuits`: the tuner ends once it is saved.
        case name(LineEntry, thenQuits: Bool)
        /// The file exists: replace it?
        case replace(String, thenQuits: Bool)
        case sheet(TunerSheet)
        /// There are unsaved changes: save them before leaving?
        case leaving
        /// The other side's changes would be lost: leave anyway?
        case leavingOtherSide
    }

    struct Message: Equatable {
        var text: String
        var isProblem: Bool
    }

    var mode = Mode.browse
    var selected: PresetPath?
    /// The list's row at the top of its area.
    var top = 0
    /// Words that the listed knobs must contain; empty lists all.
    var filter = ""
    var message: Message?

    /// Keeps the selection on a row that is listed and visible.
    mutating func settle(in list: TunerList, height: Int) {
        if list.row(of: selected) == nil { selected = list.first }
        guard let row = list.row(of: selected) else { return top = 0 }
        // A group's heading stays visible above its first knob.
        let first = row > 0 && list.isHeading(row - 1) ? row - 1 : row
        top = min(top, first)
        top = max(top, row - max(1, height) + 1)
        top = max(0, min(top, list.rows.count - max(1, height)))
    }
}

/// Text pages that cover the screen.
struct TunerSheet: Equatable {
    var title: String
    var lines: [String]
    /// The first visible line.
    var top = 0

    static let help = TunerSheet(
        title: "Keys",
        lines: [
            "up down, k j      the knob before, after      PageUp PageDown   a page",
            "Tab, Shift-Tab    the group after, before     Home End          the first, the last",
            "left right, h l   one audible step            Shift, or , .     a fine step",
            "0 ... 9, =        type a new value            Enter             edit the value",
            "x                 reset to inherited          H L               ten steps",
            "u                 undo                        r, Ctrl-R         redo",
            "a                 hear the other side (A, B)  A                 copy this side to the other",
            "R                 randomise within reason     /                 search",
            "d, D              differences from the file, from the other side",
            "s, S              save, save under a name     q                 quit (asks when unsaved)",
            "",
            "Space             pause                       f                 freeze the track, rain goes on",
            "< >               scrub 5 s                   ( )               scrub a minute",
            "[ ]               speed of the track          { }               half, double speed",
            "v V               volume down, up             m                 mute",
            "e                 hear the selected event     Ctrl-L            redraw the screen",
            "",
            "Mouse: click a knob, drag its slider, turn the wheel. With Shift the terminal selects text.",
            "On a slider: the block is the resting value, the bar the default, the arrow the mapped value.",
            "A star before a name: changed since the file was saved.",
        ])

    static func changes(_ lines: [String], title: String) -> TunerSheet {
        TunerSheet(title: title, lines: lines.isEmpty ? ["Nothing differs."] : lines)
    }
}
