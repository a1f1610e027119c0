// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The terminal tuner from a user's view: keys in, screen out, and the resulting file.
@Suite(.waiting, .serialized) struct TuneScreenTests {
    /// A preset with a user's comments and layout.
    private static let preset = """
        # Mine, for the walk to work.
        preset: 1
        title: "Morning rain"   # quoted
        describe: Denser rain is faster.
        place: outdoor

        base:
          drops.rate:   480     # drops a minute, at rest
          drops.regularity: 6
          bed.pink: 0.025
        map:
          - { from: speed, unit: km/h, to: drops.brightness, domain: [0, 120], range: [-1, 1] }

        """

    /// The tuner on that preset and on a real drive, with a device that discards all sound.
    private static func screen(
        _ arguments: String = "examples/visnjan-drive.gpx --fit 60 -D nothing", columns: Int = 80, rows: Int = 24,
        before: String = "", environment: [String: String] = [:]
    ) throws -> TmuxScreen {
        let line = """
            cp "$PRESET" $HERE/mine.yaml
            \(before)
            echo the shell before; stty -a > $HERE/modes-before
            amaoto tune $HERE/mine.yaml \(arguments)
            echo code $?; stty -a > $HERE/modes-after; touch $HERE/done
            """
        let folder = try Folder()
        let source = try folder.write(preset, to: "tuned.yaml")
        let screen = try TmuxScreen(
            line, columns: columns, rows: rows, environment: ["PRESET": source.path].merging(environment) { $1 })
        // The list is on every screen; the row of hints may first show something else. By now the preset is copied.
        try screen.wait(forText: "> rate")
        withExtendedLifetime(folder) {}
        return screen
    }

    /// The shell again, on a restored terminal.
    private static func expectShell(_ screen: TmuxScreen, code: Int) throws {
        try screen.wait("the end") { FileManager.default.fileExists(atPath: screen.file("done").path) }
        try screen.wait(forText: "code \(code)")
        #expect(screen.text.contains("the shell before") && !screen.isOnOtherScreen)
        let before = try String(contentsOf: screen.file("modes-before"), encoding: .utf8)
        #expect(try String(contentsOf: screen.file("modes-after"), encoding: .utf8) == before)
    }

    private static func saved(_ screen: TmuxScreen) throws -> [String] {
        try String(contentsOf: screen.file("mine.yaml"), encoding: .utf8).components(separatedBy: "\n")
    }

    @Test(.needs("tmux")) func aPresetIsTunedAndSaved() throws {
        let screen = try Self.screen()
        try screen.wait(forText: "drops/s")
        let rows = screen.rows
        #expect(rows[0].contains("mine.yaml") && rows[0].contains("saved") && rows[0].contains("nothing 48000 Hz"))
        #expect(rows[2].contains(" of 8:34"))
        #expect(rows.contains { $0.hasPrefix("> ") && $0.contains("rate") && $0.contains("480") })
        // The drop, its segments, and a spectrum.
        #expect(screen.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
        for words in ["impact", "pause", "bubble", "1 kHz", "How many drops"] { #expect(screen.text.contains(words)) }
        // Type the exact value, in its unit: the old one does not stay before it.
        try screen.press("=")
        try screen.type("1200 /min")
        try screen.press("Enter")
        try screen.wait(forText: "changed")
        #expect(screen.rows.contains { $0.hasPrefix(">*") && $0.contains("1200 /min") })
        // A step and back; a fine step is smaller.
        try screen.press("Down", "Right")
        try screen.wait { screen.rows.contains { $0.hasPrefix(">*") && $0.contains("regularity") } }
        try screen.press("u")
        try screen.wait(forText: "Undone")
        try screen.wait { screen.rows.contains { $0.hasPrefix("> ") && $0.contains("regularity") } }
        try screen.press("s")
        try screen.wait(forText: "drops.rate: 480/min → 1,200/min")
        #expect(screen.rows[0].contains("saved"))
        let was = Self.preset.components(separatedBy: "\n"), now = try Self.saved(screen)
        let changed = zip(was, now).filter { $0 != $1 }
        #expect(was.count == now.count && changed.map(\.1) == ["  drops.rate:   1200     # drops a minute, at rest"])
        try screen.press("q")
        try Self.expectShell(screen, code: 0)
    }

    @Test(.needs("tmux")) func unsavedChangesAreAskedFor() throws {
        let screen = try Self.screen()
        try screen.press("Right")
        try screen.wait(forText: "changed")
        try screen.press("q")
        try screen.wait(forText: "Save the changes before leaving?")
        try screen.press("Escape")
        try screen.wait { !screen.text.contains("before leaving?") }
        try screen.press("q")
        try screen.wait(forText: "before leaving?")
        try screen.press("n")
        try Self.expectShell(screen, code: 0)
        #expect(screen.text.contains("not saved"))
        #expect(try Self.saved(screen) == Self.preset.components(separatedBy: "\n"))
    }

    @Test(.needs("tmux")) func otherUnitsAndValuesOutsideAreRefused() throws {
        let screen = try Self.screen()
        try screen.type("30 Hz")
        try screen.press("Enter")
        try screen.wait(forText: "its unit is /min, not Hz")
        try screen.press("C-u")
        try screen.type("-5")
        try screen.press("Enter")
        try screen.wait { screen.text.contains("! ") && screen.text.contains("drops.rate") }
        #expect(screen.rows[0].contains("saved"))
        // Over a slow line, Escape and the next key arrive at once.
        try screen.type("\u{1B}q")
        try Self.expectShell(screen, code: 0)
    }

    @Test(.needs("tmux")) func searchSidesHelpAndRandomising() throws {
        let screen = try Self.screen()
        try screen.type("/bubble pitch")
        try screen.wait(forText: "bubble.frequency")
        #expect(!screen.text.contains("regularity"))
        try screen.press("Enter", "Right")
        try screen.wait(forText: "changed")
        // The found item stays selected in the full list.
        try screen.press("Escape")
        try screen.wait { !screen.rows[0].contains("/bubble") && screen.rows.contains { $0.hasPrefix(">*frequency") } }
        try screen.press("a")
        try screen.wait { screen.rows[0].contains("side B") && screen.rows[0].contains("saved") }
        try screen.press("R")
        try screen.wait { screen.rows[0].contains("changed") }
        try screen.press("u")
        try screen.wait { screen.rows[0].contains("saved") }
        try screen.press("?")
        try screen.wait(forText: "Any other key: back.")
        try screen.press("Escape")
        try screen.wait { !screen.text.contains("Any other key") }
        try screen.press("q")
        // Side B is the saved version, but the changes on side A would be lost.
        try screen.wait(forText: "The other side has unsaved changes")
        try screen.press("y")
        try Self.expectShell(screen, code: 0)
    }

    @Test(.needs("tmux")) func theTrackFreezesAndScrubs() throws {
        let screen = try Self.screen()
        func place() -> String { String(screen.rows[2].prefix { $0 != " " }) }
        try screen.press("f")
        try screen.wait(forText: "frozen")
        usleep(300_000)
        let frozen = place()
        usleep(700_000)
        #expect(place() == frozen)
        try screen.press("f")
        try screen.wait { !screen.text.contains("frozen") && place() != frozen }
        try screen.press(">", ">")
        try screen.wait { place() >= "1:20" }
        try screen.press("Space")
        try screen.wait(forText: "paused")
        try screen.press("q")
        try Self.expectShell(screen, code: 0)
    }

    @Test(.needs("tmux")) func itFitsEveryWindow() throws {
        let screen = try Self.screen()
        for (columns, rows) in [(40, 12), (120, 40), (80, 24), (30, 8), (64, 18)] {
            try screen.resize(columns, rows)
            if columns == 30 {
                try screen.wait(forText: "30x8 is too small.")
            } else {
                try screen.wait("\(columns)x\(rows)") {
                    let shown = screen.rows
                    return shown.count >= rows && shown[rows - 1].hasPrefix("? keys") && shown.contains { $0.hasPrefix("> ") }
                }
            }
        }
        // The size is one of the modes that must be restored; tmux reports it to a program with a delay.
        try screen.resize(80, 24)
        try screen.wait("80x24 again") { screen.rows.count >= 24 && screen.rows[23].contains("a A/B") }
        try screen.press("q")
        try Self.expectShell(screen, code: 0)
    }

    @Test(.needs("tmux")) func withoutColourThereIsNone() throws {
        let plain = try Self.screen(environment: ["NO_COLOR": "1"])
        try plain.wait(forText: "bubble")
        let colours = try Regex("\u{1B}\\[[0-9;]*(3[0-7]|38;5;[0-9]+|38;2)[;0-9]*m")
        #expect(plain.coded.firstMatch(of: colours) == nil)
        let colourful = try Self.screen()
        try colourful.wait(forText: "bubble")
        #expect(colourful.coded.firstMatch(of: colours) != nil)
    }

    @Test(.needs("tmux")) func withoutUTF8ItIsASCII() throws {
        let screen = try Self.screen(environment: ["LANG": "C", "LC_ALL": "C"])
        try screen.wait(forText: "bubble")
        // Once: the picture moves.
        let text = screen.text
        #expect(text.utf8.count == text.count)
    }

    @Test(.needs("tmux")) func aSliderIsDragged() throws {
        let screen = try Self.screen()
        let row = try #require(screen.rows.firstIndex { $0.contains("regularity") }) + 1
        // The middle and then the right end of the slider, which ends at column 59.
        for (column, final) in [(50, "M"), (59, "M"), (59, "m")] {
            try screen.type("\u{1B}[<\(column == 50 ? 0 : 32);\(column);\(row)\(final)")
        }
        try screen.wait { screen.rows.contains { $0.hasPrefix(">*") && $0.contains("regularity") && $0.contains(" 16") } }
        // The complete drag is one step.
        try screen.press("u")
        try screen.wait { screen.rows[0].contains("saved") }
        try screen.press("q")
        try Self.expectShell(screen, code: 0)
    }

    @Test(.needs("tmux"), arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)])
    func signalsKeepTheChangesAndRestoreTheTerminal(signal: Int32, code: Int) throws {
        let screen = try Self.screen()
        try screen.press("Right")
        try screen.wait(forText: "changed")
        kill(try screen.process(), signal)
        try Self.expectShell(screen, code: code)
        #expect(try Self.saved(screen) == Self.preset.components(separatedBy: "\n"))
        let kept = try String(contentsOf: screen.file("mine.unsaved.yaml"), encoding: .utf8)
        #expect(kept != Self.preset && kept.contains("# Mine, for the walk to work."))
    }

    @Test(.needs("tmux"), arguments: [(SIGSEGV, 139), (SIGTRAP, 133), (SIGABRT, 134)])
    func aCrashRestoresTheTerminal(signal: Int32, code: Int) throws {
        let screen = try Self.screen(before: "ulimit -c 0")
        kill(try screen.process(), signal)
        try Self.expectShell(screen, code: code)
    }

    @Test(.needs("tmux")) func stoppedItGivesTheTerminalBack() throws {
        let line = """
            set -m; stty -a > $HERE/modes-before
            amaoto tune drizzle -D nothing
            stty -a > $HERE/modes-stopped; echo stopped; read -r; fg; echo code $?; stty -a > $HERE/modes-after
            """
        let screen = try TmuxScreen(line)
        try screen.wait(forText: "? keys")
        try screen.press("C-z")
        try screen.wait { screen.text.contains("stopped") && !screen.isOnOtherScreen }
        let before = try String(contentsOf: screen.file("modes-before"), encoding: .utf8)
        #expect(try String(contentsOf: screen.file("modes-stopped"), encoding: .utf8) == before)
        try screen.press("Enter")
        try screen.wait { screen.text.contains("? keys") && screen.isOnOtherScreen }
        try screen.press("Down")
        try screen.wait { screen.rows.contains { $0.hasPrefix("> ") && $0.contains("regularity") } }
        try screen.press("q")
        try screen.wait(forText: "code 0")
        try screen.wait { (try? String(contentsOf: screen.file("modes-after"), encoding: .utf8)) == before }
    }

    @Test(.needs("tmux")) func withoutADeviceItIsSilentAndSaysSo() throws {
        let screen = try Self.screen("examples/visnjan-drive.gpx --fit 60")
        try screen.wait(forText: "no sound device: silent")
        // The complete message, including what to do.
        try screen.wait { screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("choose a device with -D") }
        // The keys stay in sight, and no list of devices covers the help.
        #expect(screen.text.contains("? keys") && !screen.text.contains("Devices:"), "\(screen.text)")
        let place = screen.rows[2].prefix(5)
        try screen.wait("the track moves all the same") { screen.rows[2].prefix(5) != place }
        try screen.press("q")
        try Self.expectShell(screen, code: 0)
    }

    @Test func aDeviceThatWasAskedForMustBeThere() throws {
        let run = try Program.shell(
            "script -q -e -f -c 'amaoto tune drizzle -D hw:77; echo code $?; stty -a' /dev/null", environment: ["TERM": "xterm"])
        #expect(run.text.contains("hw:77") && run.text.contains("code 5") && run.text.contains(" icanon"))
    }

    @Test(arguments: [["tune", "drizzle"], ["tune", "drizzle", "examples/visnjan-drive.gpx"]])
    func withoutATerminalItPointsToPlain(arguments: [String]) throws {
        let run = try Program.amaoto(arguments)
        #expect(run.status == 2 && run.errors.contains("--plain"))
        #expect(!run.errors.contains("\u{1B}") && run.output.isEmpty)
    }
}
