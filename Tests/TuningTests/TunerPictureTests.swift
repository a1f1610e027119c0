// SPDX-License-Identifier: MIT
import AudioOutput
import RainSynthesis
import TerminalIO
import Testing
import Tracking

@testable import Sonification
@testable import Transport
@testable import Tuning

@Suite struct TunerPictureTests {
    static func moment(_ change: (inout PlaybackStatus) -> Void = { _ in }) throws -> TuningMoment {
        var parameters = SynthParameters()
        parameters[.dropsRate] = 1510
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
        update.channels["speed"] = .number(12)
        var status = PlaybackStatus(
            time: nil, speed: 14.1, frames: 48_000, isPaused: false, isFrozen: true, isMuted: false, gain: -2, update: update,
            preset: try TuningDesk("counter").snapshot.preset, parameters: parameters, overrides: ParameterOverrides(),
            movements: [MappingMovement(value: 1510, goal: 1600, isMoving: true, takesPart: true)],
            telemetry: Telemetry(), player: PlayerStatistics())
        change(&status)
        return TuningMoment(
            status: status, dropsPerSecond: 12.3, elapsed: 54, duration: 1676, peak: (-6, -7), level: (-20, -130))
    }

    static func picture(
        _ desk: TuningDesk, moment: TuningMoment? = nil, selected: String = "drops.rate", unicode: Bool = true,
        spectrum: [Double] = [], _ change: (inout TunerState) -> Void = { _ in }
    ) throws -> TunerPicture {
        let snapshot = desk.snapshot
        var state = TunerState()
        state.selected = PresetPath(selected)
        change(&state)
        return TunerPicture(
            snapshot: snapshot, list: TunerList(snapshot, filter: state.filter), moment: moment, state: state, spectrum: spectrum,
            abilities: TerminalAbilities(environment: ["TERM": "xterm", "LANG": unicode ? "C.UTF-8" : "C"]),
            sound: "null 48000 Hz", whereabouts: moment == nil ? nil : "山手線 towards 池袋, 43 km/h")
    }

    static func text(_ picture: TunerPicture, _ columns: Int, _ rows: Int) -> [String] {
        let grid = picture.grid(columns: columns, rows: rows)
        return (0..<rows).map { grid.text($0) }
    }

    /// Name, value, unit, default, range and help of the selected knob, and a description of its sound, in every usable window.
    @Test(arguments: [(80, 24), (40, 12), (40, 10), (64, 18), (100, 30), (120, 24), (200, 60)])
    func everythingThatMattersIsInSight(columns: Int, rows: Int) throws {
        let picture = try Self.picture(try TuningDesk("counter"), moment: try Self.moment())
        let lines = Self.text(picture, columns, rows)
        let all = lines.joined(separator: "\n")
        let row = try #require(lines.first { $0.hasPrefix("> ") })
        #expect(row.contains("rate") && row.contains("240") && row.contains("/min"))
        #expect(row.contains("▮") || row.contains("▸"), "a slider")
        #expect(lines[0].contains("counter") && lines[1].contains("12.3 drops/s") && lines[1].contains("-20"))
        #expect(lines[2].contains("0:54 of 27:56"))
        #expect(all.contains("drops.rate, 0 /min to"))
        if columns >= 80 {
            #expect(lines[2].contains("frozen") && lines[2].contains("x14.1"))
            #expect(row.contains("1510 /min by "))
            #expect(all.contains("default 300 /min") && lines.joined(separator: " ").contains("How many drops fall in a minute."))
            #expect(all.contains("speed 43.2 km/h -> drops.rate 1510 /min, going to 1600 /min"))
            #expect(all.contains("impact") && all.contains("pause") && all.contains("bubble") && all.contains("1 kHz"))
        }
        for line in lines { #expect(line.terminalWidth <= columns) }
    }

    /// A question says which keys answer it, in every usable window and for any name.
    @Test(arguments: [(80, 24), (40, 16), (40, 10), (120, 24)]) func aQuestionIsShownToItsEnd(columns: Int, rows: Int) throws {
        let desk = try TuningDesk("counter")
        let questions: [(TunerState.Mode, String)] = [
            (.leaving, "(y: save, n: leave without, Esc: stay)"), (.leavingOtherSide, "(y, n; a goes there)"),
            (.replace("presets/a-name-that-people-use.yaml", thenQuits: false), "replace it? (y, n)"),
            (.replace(String(repeating: "雨", count: 200), thenQuits: true), "replace it? (y, n)"),
        ]
        for (mode, end) in questions {
            let lines = Self.text(try Self.picture(desk) { $0.mode = mode }, columns, rows)
            let shown = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
            #expect(shown.hasSuffix(end), "\(shown.suffix(200))")
        }
    }

    /// For any size and mode, nothing is drawn outside the window and nothing crashes.
    @Test func anySizeAndAnyMode() throws {
        let desk = try TuningDesk("counter")
        let odd = try Self.moment { status in
            status.gain = .nan
            status.speed = .infinity
            status.parameters[.dropsDelay] = .nan
            status.movements = Array(
                repeating: MappingMovement(value: .nan, goal: .infinity, isMoving: true, takesPart: true), count: 99)
        }
        let modes: [TunerState.Mode] = [
            .browse, .value(LineEntry(String(repeating: "雨", count: 90))), .search(LineEntry("bub")), .leaving, .sheet(.help),
            .name(LineEntry("x.yaml"), thenQuits: true), .replace("x.yaml", thenQuits: false), .sheet(.changes([], title: "")),
        ]
        for mode in modes {
            let picture = try Self.picture(desk, moment: odd, spectrum: [.nan, .infinity, -30]) { $0.mode = mode }
            for columns in Array(0...50) + [79, 80, 119, 120, 121, 300] {
                for rows in [0, 1, 2, 9, 10, 11, 15, 16, 17, 18, 24, 60] {
                    let grid = picture.grid(columns: columns, rows: rows)
                    #expect(grid.columns == columns && grid.rows == rows)
                    guard columns >= 40, rows >= 10 else {
                        if columns >= 25, rows >= 3 { #expect(grid.text(0) == "\(columns)x\(rows) is too small.") }
                        continue
                    }
                    guard let cursor = grid.cursor else {
                        Issue.record("no cursor: \(mode) \(columns)x\(rows)")
                        continue
                    }
                    #expect((0..<columns).contains(cursor.column) && (0..<rows).contains(cursor.row))
                }
            }
        }
    }

    /// A live track has no length, but a place.
    @Test func aLiveTrackIsNoRestingRain() throws {
        let desk = try TuningDesk("counter")
        var live = try Self.moment()
        (live.elapsed, live.duration) = (nil, nil)
        let row = Self.text(try Self.picture(desk, moment: live), 80, 24)[2]
        #expect(row.hasPrefix("frozen, volume -2") && row.hasSuffix("山手線 towards 池袋, 43 km/h"), "\(row)")
        live.status.update = nil
        #expect(Self.text(try Self.picture(desk, moment: live), 80, 24)[2].hasPrefix("resting rain, no track"))
    }

    /// The last line of a sheet can be reached in the smallest window, where lines are wrapped.
    @Test(arguments: [(40, 10), (80, 24), (200, 60)]) func sheetsEndWithTheirLastLine(columns: Int, rows: Int) throws {
        var sheet = TunerSheet.help
        sheet.top = TunerPicture.lastTop(of: sheet, columns: columns, rows: rows)
        let lines = Self.text(try Self.picture(try TuningDesk("counter")) { $0.mode = .sheet(sheet) }, columns, rows)
        let last = try #require(sheet.lines.last { !$0.isEmpty })
        #expect(lines.joined(separator: " ").contains(last.suffix(20)))
        sheet.top += 1
        #expect(Self.text(try Self.picture(try TuningDesk("counter")) { $0.mode = .sheet(sheet) }, columns, rows) == lines)
    }

    /// The cursor rests where a screen reader should read: on the selected knob's name, or at the text input.
    @Test func theCursorIsWhereItIsRead() throws {
        let desk = try TuningDesk("counter")
        let grid = try Self.picture(desk).grid(columns: 80, rows: 24)
        let cursor = try #require(grid.cursor)
        #expect(grid.text(cursor.row).dropFirst(cursor.column).hasPrefix("rate"))
        let entry = try Self.picture(desk) { $0.mode = .value(LineEntry("12")) }.grid(columns: 80, rows: 24)
        #expect(entry.text(23) == "drops.rate (/min) = 12")
        #expect(entry.cursor == CellGrid.Place(row: 23, column: "drops.rate (/min) = 12".count))
    }

    /// A long message is displayed completely; the help makes room for it.
    @Test func aLongMessageTakesTheRowsItNeeds() throws {
        let desk = try TuningDesk("counter"), columns = 40
        let words = (1...12).map { "word\($0)" }.joined(separator: " ")
        func shown(_ text: String) throws -> [String] {
            Self.text(try Self.picture(desk) { $0.message = .init(text: text, isProblem: true) }, columns, 16)
        }
        let lines = try shown(words)
        #expect(lines.suffix(3).joined(separator: " ").hasSuffix("! " + words) && lines.allSatisfy { $0.count <= columns })
        let endless = try shown(words + "\n" + words + "\n" + words)
        #expect(endless[15].hasSuffix(" ...") && endless[12].hasPrefix("! word1 ") && endless[11].contains("╌"))
    }

    /// A terminal without UTF-8 gets ASCII for all our own text.
    @Test func withoutUnicodeOurOwnIsASCII() throws {
        var picture = try Self.picture(
            try TuningDesk("downpour"), moment: try Self.moment(), unicode: false, spectrum: Array(repeating: -40, count: 80))
        picture = TunerPicture(
            snapshot: picture.snapshot, list: picture.list, moment: picture.moment, state: picture.state, spectrum: picture.spectrum,
            abilities: picture.abilities, sound: "", whereabouts: "here")
        for line in Self.text(picture, 80, 24) { #expect(line.utf8.count == line.count, "\(line)") }
    }

    /// Japanese names do not shift the columns beside them.
    @Test func japaneseKeepsItsPlace() throws {
        let picture = try Self.picture(try TuningDesk("counter"), moment: try Self.moment())
        let grid = picture.grid(columns: 80, rows: 24)
        let words = "山手線 towards 池袋"
        let line = grid.text(2)
        let start = try #require(line.range(of: words)).lowerBound
        let column = line[..<start].terminalWidth
        #expect(grid.cell(2, column).character == "山" && grid.cell(2, column + 1).character == nil)
        #expect(grid.cell(2, column + 6).character == " ")
    }

    /// The caption of the drop's picture has the durations of its segments.
    @Test func theDropsCaptionHasItsDurations() throws {
        let desk = try TuningDesk("classic")
        let lines = Self.text(try Self.picture(desk), 80, 24)
        let resting = desk.snapshot.preset.restingParameters
        func said(_ value: Double) -> String { TunerPicture.figure(value) }
        let caption = lines[7]
        #expect(caption.contains("impact \(said(Double(resting[.dropsImpactDuration])))"))
        #expect(caption.contains("pause \(said(Double(resting[.dropsDelay])))"))
        #expect(caption.contains("bubble \(said(Double(resting[.dropsBubbleDuration]))) ms"))
    }

    @Test func sliderPlacesAndColumnsAreInverse() {
        for width in [1, 2, 7, 30] {
            let range = 20..<20 + width
            for column in range {
                #expect(TunerPicture.column(of: TunerPicture.position(of: column, in: range), in: range) == column)
            }
            #expect(TunerPicture.column(of: 0, in: range) == 20 && TunerPicture.column(of: 1, in: range) == 19 + width)
            #expect(TunerPicture.position(of: -100, in: range) == 0)
            #expect(range.contains(TunerPicture.column(of: .nan, in: range)))
        }
    }

    @Test func figuresAreShort() {
        #expect(TunerPicture.figure(1234.5) == "1230" && TunerPicture.figure(0.02512) == "0.0251" && TunerPicture.figure(-6) == "-6")
        #expect(TunerPicture.figure(.nan) == "?" && TunerPicture.decibels(-130) == "-inf" && TunerPicture.decibels(-6.4) == "-6")
    }

    @Test func linesBreakAtBlanks() {
        #expect(TunerPicture.wrap("how many drops fall", columns: 10) == ["how many", "drops fall"])
        #expect(TunerPicture.wrap("雨音雨音雨音", columns: 5) == ["雨音", "雨音", "雨音"])
        #expect(TunerPicture.wrap("", columns: 5) == [""] && TunerPicture.wrap("abc", columns: 0).isEmpty)
        #expect(TunerPicture.wrap("雨", columns: 1) == ["雨", ""])
    }
}
