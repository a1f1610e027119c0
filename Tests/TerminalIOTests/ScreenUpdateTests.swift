// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import TerminalIO

/// The output as interpreted by an independent terminal: tmux.
@Suite(.waiting, .serialized) struct ScreenUpdateTests {
    private static let words = ["rain", "雨音", "drops.rate", "Višnjan", "か\u{3099}", "⣿⠁", "▮╌╎", " ", "Shinjuku 新宿", "ｱﾏ", "😀x"]
    private static let inks = [
        Ink.plain, .bold, .reversed, Ink(Ink.Colour(basic: 2, indexed: 34, red: 0, green: 160, blue: 80)),
        Ink(Ink.Colour(basic: 5, indexed: 201, red: 250, green: 0, blue: 250), [.reversed, .underlined]),
    ]

    private static func scribble(on grid: inout CellGrid, _ generator: inout SplitMix) {
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            grid.put(
                words.randomElement(using: &generator) ?? "", Int.random(in: -1...grid.rows, using: &generator),
                Int.random(in: -3...grid.columns, using: &generator), inks.randomElement(using: &generator) ?? .plain)
        }
    }

    @Test(.needs("tmux")) func tmuxShowsTheGridAfterAnyChanges() throws {
        var generator = SplitMix(seed: 1)
        var update = ScreenUpdate(.indexed), grid = CellGrid(columns: 30, rows: 8), bytes: [UInt8] = []
        for step in 0..<400 {
            if step % 50 == 49 { grid = CellGrid(columns: 30, rows: 8) }
            Self.scribble(on: &grid, &generator)
            bytes += update.bytes(for: grid)
        }
        grid.put("the end", 7, 0)
        bytes += update.bytes(for: grid)
        let shown = try Tmux.show(bytes, columns: 30, rows: 8)
        for row in 0..<8 { #expect(shown[row] == grid.text(row), "row \(row)") }
    }

    @Test func onlyChangedCellsAreSent() {
        var update = ScreenUpdate(.none), grid = CellGrid(columns: 80, rows: 24)
        for row in 0..<24 { grid.put("drops.rate  1200 /min", row, 0) }
        #expect(update.bytes(for: grid).count > 24 * 15)
        #expect(update.bytes(for: grid).isEmpty)
        grid.put("3", 5, 13)
        #expect(String(decoding: update.bytes(for: grid), as: UTF8.self) == "\u{1B}[6;14H\u{1B}[0m3")
        grid.cursor = CellGrid.Place(row: 5, column: 0)
        #expect(String(decoding: update.bytes(for: grid), as: UTF8.self) == "\u{1B}[6;1H\u{1B}[?25h")
        update.forget()
        #expect(update.bytes(for: grid).count > 24 * 15)
    }

    /// Every size of window gives a complete redraw.
    @Test func anotherSizeStartsAnew() {
        var update = ScreenUpdate(.none)
        _ = update.bytes(for: CellGrid(columns: 80, rows: 24))
        var smaller = CellGrid(columns: 40, rows: 12)
        smaller.put("a", 11, 39)
        #expect(String(decoding: update.bytes(for: smaller), as: UTF8.self).hasPrefix("\u{1B}[0m\u{1B}[2J\u{1B}[12;40H"))
        #expect(update.bytes(for: CellGrid(columns: 0, rows: 0)).isEmpty == false)
    }

    @Test func coloursAreSentAsTheTerminalHasThem() {
        let colour = Ink.Colour(basic: 3, indexed: 208, red: 240, green: 130, blue: 0)
        func sent(_ depth: ColourDepth) -> String {
            var update = ScreenUpdate(depth), grid = CellGrid(columns: 1, rows: 1)
            grid.put("x", 0, 0, Ink(colour, .bold))
            return String(decoding: update.bytes(for: grid), as: UTF8.self)
        }
        #expect(sent(.direct).contains("\u{1B}[0;1;38;2;240;130;0mx"))
        #expect(sent(.indexed).contains("\u{1B}[0;1;38;5;208mx"))
        #expect(sent(.basic).contains("\u{1B}[0;1;33mx"))
        #expect(sent(.none).contains("\u{1B}[0;1mx"))
    }

    /// Half of a wide character never remains.
    @Test func halvesOfWideCharactersGo() {
        var grid = CellGrid(columns: 6, rows: 1)
        grid.put("雨音x", 0, 0)
        grid.put("-", 0, 1)
        #expect(grid.text(0) == " -音x")
        grid.put("|", 0, 2)
        #expect(grid.text(0) == " -| x")
        grid.put("雨", 0, 5)
        #expect(grid.text(0) == " -| x")
    }
}

/// An independent terminal.
enum Tmux {
    /// The pane's rows after these bytes, without trailing blanks.
    static func show(_ bytes: [UInt8], columns: Int, rows: Int) throws -> [String] {
        let folder = try Folder()
        try Data(bytes).write(to: folder.file("bytes"))
        let line = """
            tmux -u -f /dev/null -S '\(folder.path("socket"))' new-session -d -x \(columns) -y \(rows) \
                "stty raw -echo; cat '\(folder.path("bytes"))'; touch '\(folder.path("done"))'; sleep 20" \\; set status off >&2
            for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -e '\(folder.path("done"))' ] && break; sleep 0.5; done
            sleep 0.2
            tmux -S '\(folder.path("socket"))' capture-pane -p
            tmux -S '\(folder.path("socket"))' kill-server
            """
        let text = try ShellLine.output(of: "export LANG=C.UTF-8 TERM=xterm-256color\n\(line)")
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        while lines.count < rows { lines.append("") }
        return lines
    }
}
