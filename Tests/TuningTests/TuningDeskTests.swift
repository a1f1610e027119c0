// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import Sonification
import TestTraits
import Testing

@testable import Tuning

@Suite struct TuningDeskTests {
    /// Numbers out of range are refused, not wrapped, and echoed only if they apply.
    @Test func plainCommandsBoundTheirNumbers() throws {
        let folder = try PresetFolder()
        let child = folder.folder + "/child.yaml"
        try "preset: 1\ntitle: Child\nextends: ./\(URL(fileURLWithPath: folder.path).lastPathComponent)\n".write(
            toFile: child, atomically: true, encoding: .utf8)
        let plain = PlainTuner(try TuningDesk(child))
        for line in ["strike 9223372036854775807", "strike -1", "strike 0"] {
            #expect(plain.answer(line).refusal?.contains("no such event") == true, "\(line)")
        }
        for line in ["speed 0", "speed -1", "volume 1e300"] {
            #expect(plain.answer(line).refusal?.contains("out of range") == true, "\(line)")
        }
        // The events of the parent are named; that nothing plays is another matter.
        #expect(plain.answer("strike fix lost").refusal?.contains("no such event") == false)
        let rate = try plain.desk.knob("drops.rate")
        #expect(plain.answer("up drops.rate 1e9").lines.first?.hasPrefix("drops.rate = \(rate.words(rate.range.upperBound))") == true)
    }

    /// A knob's name alone is answered with what to do with it; a sign of equality sets it, with or without the command.
    @Test func aKnobIsNoCommand() throws {
        try withExtendedLifetime(try PresetFolder()) { folder in
            let plain = PlainTuner(try TuningDesk(folder.path))
            #expect(plain.answer("drops.rate").refusal?.contains("get drops.rate prints that value") == true)
            for line in ["drops.rate = 600", "set drops.rate = 600", "set drops.rate 600"] {
                #expect(plain.answer(line).lines.first?.hasPrefix("drops.rate = 600") == true, "\(line)")
            }
            #expect(plain.answer("get").refusal?.contains("a name is required") == true)
            #expect(plain.answer("lst").refusal?.contains("did you mean list?") == true)
        }
    }

    /// An event's name may have blanks, in every command that takes a name.
    @Test func valuesOfEventsAreNamed() throws {
        let folder = try PresetFolder()
        let plain = PlainTuner(try TuningDesk(folder.path)), name = "events.fix lost.play.level"
        for (line, value) in [
            ("\(name) = -10", "-10"), ("set \(name) = -9", "-9"), ("set \(name) -8", "-8"), ("up \(name) 2", "-6"), ("down \(name)", "-7"),
        ] {
            #expect(plain.answer(line).lines == ["events.0.play.level = \(value) dB, changed"], "\(line)")
        }
        #expect(plain.answer("get drops.rate \(name) bed.pink").lines.count == 3)
        #expect(plain.answer("? \(name)").lines.count == 2)
        #expect(plain.answer(name).refusal?.contains("get \(name) prints that value") == true)
        #expect(plain.answer("events.fix found.play.level = -9").refusal?.contains("no event \"fix found\"") == true)
        #expect(plain.answer("map.0.say = faster = louder").lines == ["map.0.say = faster = louder"])
        #expect(folder.held == PresetFolder.text)
    }

    /// The preset's own name is not one that is taken.
    @Test func savingUnderItsOwnNameIsSaving() throws {
        let folder = try PresetFolder()
        let plain = PlainTuner(try TuningDesk(folder.path))
        let answers = ["drops.rate = 600", "save \(folder.path)"].compactMap { plain.answer($0).refusal }
        #expect(answers.isEmpty && folder.held == PresetFolder.text.replacing("480", with: "600"), "\(answers)")
    }

    /// A slip of the hand loses no hour of work, on either side; a script's `quit` ends at once.
    @Test func quitTellsAPersonOfUnsavedChanges() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        let plain = PlainTuner(desk, asksBeforeLeaving: true)
        #expect(plain.answer("quit").ends)
        _ = plain.answer("drops.rate = 600")
        #expect(PlainTuner(desk).answer("quit").ends)
        for line in ["q", "get drops.rate", "quit"] { #expect(!plain.answer(line).ends, "\(line)") }
        #expect(plain.answer("quit").ends)
        _ = plain.answer("ab")
        let told = plain.answer("quit")
        #expect(!told.ends && told.lines.first?.hasPrefix("The other side has unsaved changes") == true)
        for line in ["ab", "save"] { _ = plain.answer(line) }
        #expect(plain.answer("quit").ends)
    }

    /// Whoever only hears the answer knows whether it sounds, even before playback has taken the command.
    @Test func pauseAndMuteSayWhatTheyDid() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        let plain = PlainTuner(desk)
        #expect(plain.answer("mute").refusal != nil)
        desk.state.withLock { $0.playing = TuningPlaying(isRunning: true) }
        let said = ["mute", "pause", "mute", "pause", "pause", "go", "pause"].flatMap { plain.answer($0).lines }
        #expect(said == ["Muted.", "Paused.", "Unmuted.", "Resumed.", "Paused.", "The track continues.", "Paused."])
        let sent = desk.state.withLock { $0.playing.takeCommands() }
        #expect(
            sent == [
                .setMuted(true), .setPaused(true), .setMuted(false), .setPaused(false), .setPaused(true), .setPaused(false), .freeze(false),
                .setPaused(true),
            ])
    }

    /// Text from a file may hold characters that a terminal obeys, and a screen reader would spell out every braille dot.
    @Test func plainLinesHaveNoControlCharacters() {
        #expect(PlainTuner.plain("a\u{202e}b\u{1b}[2Jc\u{28ff}\td") == "a b [2Jc  d")
    }

    /// A step that is refused halfway leaves nothing behind, and is no revision that views would draw.
    @Test func whatIsRefusedHalfwayLeavesTheDeskAsItWas() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        try desk.set("drops.rate", to: 600)
        let before = desk.snapshot
        #expect(throws: PresetEditError.self) {
            try desk.edit { (state) throws(PresetEditError) in
                _ = try state.current.undo()
                throw PresetEditError(.file, at: folder.path, "it cannot be written")
            }
        }
        #expect(desk.snapshot.text == before.text && desk.revision == before.revision)
        #expect(try desk.undo() != nil && desk.snapshot.text == PresetFolder.text)
    }

    @Test func everythingThatCanBeTurnedHasAKnob() throws {
        let folder = try PresetFolder()
        let snapshot = try TuningDesk(folder.path).snapshot
        #expect(snapshot.knobs.prefix(ParameterTable.all.count).map(\.name).sorted() == ParameterTable.all.map(\.name).sorted())
        #expect(Set(snapshot.knobs.map(\.name)).count == snapshot.knobs.count)
        for (knob, value) in zip(snapshot.knobs, snapshot.values) {
            #expect(knob.range.contains(value.value), "\(knob.name)")
            #expect(!knob.help.isEmpty)
        }
        #expect(snapshot.value("drops.rate")?.isWritten == true)
        let level = try #require(snapshot.value("tone.level"))
        #expect(level.value == -90 && level.words == "-90 dB" && !level.isWritten && !level.isChanged)
        #expect(snapshot.value("map.0.range.0")?.value == -30)
        #expect(snapshot.search("speed range").isEmpty == false)
        #expect(snapshot.search("pink noise").map { snapshot.knobs[$0].name } == ["bed.pink", "bed.width"])
    }

    /// Every knob of every shipped preset, turned both ways: the text matches the knob, and undo reverts everything.
    @Test(arguments: ["classic", "commuter", "hiker", "storm"]) func everyKnobTurns(name: String) throws {
        let desk = try TuningDesk(name)
        let text = desk.snapshot.text
        var turned = 0
        for knob in desk.snapshot.knobs where turned % 3 == 0 || knob.name.contains(".play.") || desk.snapshot.knobs.count < 60 {
            turned += 1
            for (steps, fine) in [(1.0, false), (-3.0, true)] {
                guard let before = desk.snapshot.value(knob.name)?.value else { continue }
                do throws(PresetEditError) {
                    let value = try desk.nudge(knob.name, by: steps, fine: fine)
                    #expect(desk.snapshot.value(knob.name)?.value == value, "\(knob.name)")
                    if before != knob.range.upperBound, steps > 0, !knob.isChoice { #expect(value > before, "\(knob.name)") }
                } catch {
                    // A log curve through 0, ends that meet: refused with a reason.
                    #expect(error.kind == .badValue && !error.message.isEmpty, "\(knob.name): \(error)")
                }
            }
        }
        while try desk.undo() != nil {}
        #expect(desk.snapshot.text == text)
        #expect(!desk.snapshot.isChanged)
    }

    @Test func aDragIsOneStepOfUndo() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        for value in [500.0, 550, 600] { try desk.set("drops.rate", to: value, gesture: 7) }
        try desk.set("bed.pink", to: "0.05")
        #expect(try desk.undo() == "bed.pink = 0.05")
        try desk.set("map.0.range.0", to: "-24")
        #expect(try desk.undo() == "speed → drops.level, range.0 = -24")
        #expect(try desk.undo() == "drops.rate = 600")
        #expect(desk.snapshot.text == PresetFolder.text)
        #expect(try desk.redo() != nil)
        #expect(desk.snapshot.value("drops.rate")?.value == 600)
        #expect(throws: PresetEditError.self) { try desk.set("drops.rate", to: "-1") }
        #expect(desk.snapshot.value("drops.rate")?.value == 600)
    }

    @Test func eachSideHasItsOwnTextAndHistory() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        try desk.set("drops.rate", to: "600")
        desk.swapSides()
        #expect(desk.snapshot.side == .b)
        #expect(desk.snapshot.text == PresetFolder.text)
        #expect(try desk.undo() == nil)
        #expect(desk.differences(from: .otherSide) == ["drops.rate: 600/min → 480/min (0.8 times)"])
        desk.swapSides()
        desk.copyToOtherSide()
        desk.swapSides()
        #expect(desk.snapshot.value("drops.rate")?.value == 600)
    }

    @Test func chanceMovesWhatIsHeardAndNothingElse() throws {
        let desk = try TuningDesk("counter")
        let before = desk.snapshot
        try desk.randomise(seed: 7)
        let after = desk.snapshot
        let changed = zip(before.knobs, zip(before.values, after.values)).filter { $1.0.value != $1.1.value }.map(\.0.name)
        #expect(changed.count > 8)
        #expect(changed.allSatisfy { name in ["drops.", "bed.", "wash.", "rain."].contains { name.hasPrefix($0) } })
        #expect(!changed.contains("bed.white"))
        #expect(try desk.undo() == "random variation")
        #expect(desk.snapshot.text == before.text)
        try desk.randomise(seed: 7)
        #expect(desk.snapshot.text == after.text)
    }
}
