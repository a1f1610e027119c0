// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import Foundation
import RainSynthesis
import Sonification
import TestTraits
import Testing

@testable import Tuning

/// A preset's file in a separate folder.
final class PresetFolder {
    let folder = NSTemporaryDirectory() + "amaoto-tuning-\(UUID().uuidString)/"
    var path: String { folder + "my.yaml" }

    init(_ text: String = PresetFolder.text) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write(text)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    var held: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    static let text = """
        preset: 1  # mine
        title: Mine
        place: abstract
        base:
          drops.rate: 480   # per minute
          bed.pink: 0.025
        map:
          - { from: speed, unit: km/h, to: drops.level, domain: [0, 50], range: [-30, 0] }  # louder
          - { from: turn, to: drops.brightness, domain: [0, 20], range: [-1, 1] }
        events:
          - { on: fix lost, play: { voice: bell, notes: [e4], level: -12 }, priority: 4 }

        """
}

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
        #expect(snapshot.value("tone.level") == TuningValue(value: -90, words: "-90 dB", isWritten: false, isChanged: false))
        #expect(snapshot.value("map.0.range.0")?.value == -30)
        #expect(snapshot.search("speed range").isEmpty == false)
        #expect(snapshot.search("pink noise").map(\.name) == ["bed.pink", "bed.width"])
    }

    /// A change, from the key to the compiled preset that the player fetches, takes little more than the unavoidable part:
    /// reading and checking the preset's text. (Of the thirty milliseconds until it sounds, PresetChangeTests measures the rest.)
    /// Both are times of this thread, in turn, and the best of several, so that the machine's speed does not matter.
    @Test(.tags(.alone), arguments: ["classic", "commuter", "downpour", "hiker", "storm"]) func aChangeIsReadyInTime(name: String) throws {
        let desk = try TuningDesk(name)
        let library = PresetLibrary(folders: [])
        let text = desk.snapshot.text
        let source = try library.source(name)
        var reading = Double.infinity, change = Double.infinity
        for turn in 0..<40 {
            reading = min(reading, CoreClock.seconds { _ = PresetCheck(source, library: library).preset })
            change = min(change, try CoreClock.seconds { try desk.nudge("drops.rate", by: turn % 2 == 0 ? 1 : -1, gesture: turn) })
        }
        print("a change of \(name) takes \(change * 1e3) ms, to read its \(text.utf8.count) bytes \(reading * 1e3) ms")
        #expect(change < reading * 2)
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

    @Test func savingKeepsEveryOtherByteAndTheRights() throws {
        let folder = try PresetFolder()
        chmod(folder.path, 0o640)
        let link = folder.folder + "link.yaml"
        symlink("my.yaml", link)
        let desk = try TuningDesk(link)
        try desk.set("map.0.range.0", to: "-24")
        try desk.save()
        #expect(folder.held == PresetFolder.text.replacing("-30", with: "-24"))
        #expect(!desk.snapshot.isChanged)
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(folder.path, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.folder).sorted() == ["link.yaml", "my.yaml"])
    }

    /// As when a signal ends the program.
    @Test func whatIsNotSavedIsKeptOfBothSides() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        #expect(try desk.keepUnsaved() == [])
        try desk.set("drops.rate", to: "600")
        desk.swapSides()
        try desk.set("drops.rate", to: "720")
        try "mine".write(toFile: folder.folder + "my.unsaved.yaml", atomically: true, encoding: .utf8)
        let places = try desk.keepUnsaved()
        #expect(places == [2, 3].map { "\(folder.folder)my.unsaved-\($0).yaml" })
        #expect(
            try places.map { try String(contentsOfFile: $0, encoding: .utf8) }
                == ["720", "600"].map { PresetFolder.text.replacing("480", with: $0) })
        #expect(folder.held == PresetFolder.text)
        let shipped = try TuningDesk("drizzle")
        try shipped.set("drops.rate", to: "600")
        #expect(try shipped.keepUnsaved(folder: folder.folder) == ["\(folder.folder)drizzle.unsaved.yaml"])
    }

    @Test func shippedPresetsAreNotChanged() throws {
        let desk = try TuningDesk("drizzle")
        try desk.set("drops.rate", to: "600")
        #expect(throws: PresetEditError.self) { try desk.save() }
        let folder = try PresetFolder()
        #expect(throws: PresetEditError.self) { try desk.save(as: folder.path) }
        #expect(folder.held == PresetFolder.text)
        try desk.save(as: folder.folder + "new.yaml")
        #expect(!desk.snapshot.isShipped && !desk.snapshot.isChanged)
        try desk.set("drops.rate", to: "700")
        try desk.save()
    }

    @Test func changesFromOutsideComeTogetherWithOnesOwn() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        try desk.set("drops.rate", to: "600")
        try desk.set("map.1.range.1", to: "2")
        // Another program writes a comment, a value, and a mapping before the one that was changed here.
        let theirs = PresetFolder.text.replacing("# mine", with: "# ours").replacing("0.025", with: "0.05")
            .replacing("  - { from: turn", with: "  - { from: altitude, to: bed.level, domain: [0, 9], range: [-9, 0] }\n  - { from: turn")
        try folder.write(theirs)
        try desk.save()
        #expect(folder.held == theirs.replacing("480", with: "600").replacing("[-1, 1]", with: "[-1, 2]"))
        #expect(!desk.snapshot.isChanged)
    }

    @Test func theSameValueChangedTwiceIsRefused() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        try desk.set("drops.rate", to: "600")
        let theirs = PresetFolder.text.replacing("480", with: "720")
        try folder.write(theirs)
        let error = #expect(throws: PresetEditError.self) { try desk.save() }
        #expect(error?.kind == .changedOutside)
        #expect(error?.message.contains("drops.rate") == true)
        #expect(folder.held == theirs)
        #expect(desk.snapshot.value("drops.rate")?.value == 600)
        // The same change on both sides is not a conflict.
        try desk.set("drops.rate", to: "720")
        try desk.save()
        #expect(folder.held == theirs)
    }

    @Test func anOutsideChangeIsTakenInOnceItIsWhole() throws {
        let folder = try PresetFolder()
        let desk = try TuningDesk(folder.path)
        #expect(try desk.takeInOutsideChanges() == nil)
        try folder.write(PresetFolder.text.replacing("480", with: "720"))
        #expect(try desk.takeInOutsideChanges() == nil)
        #expect(try desk.takeInOutsideChanges() != nil)
        #expect(desk.snapshot.value("drops.rate")?.value == 720)
        try folder.write("preset: 1\nbase: {")
        #expect(try desk.takeInOutsideChanges() == nil)
        #expect(throws: PresetEditError.self) { try desk.takeInOutsideChanges() }
        // Reported once.
        #expect(try desk.takeInOutsideChanges() == nil)
        #expect(desk.snapshot.value("drops.rate")?.value == 720)
    }

    @Test func aWatchSeesASavedPresetAndItsParents() throws {
        let folder = try PresetFolder()
        let parent = folder.folder + "parent.yaml"
        try PresetFolder.text.write(toFile: parent, atomically: true, encoding: .utf8)
        try folder.write("preset: 1\nextends: parent.yaml\nbase: { bed.brown: 0.1 }\n")
        var watch = PresetWatch(folder.path)
        #expect(watch.look().isNone)
        try PresetFolder.text.replacing("480", with: "720").write(toFile: parent, atomically: true, encoding: .utf8)
        #expect(watch.look().isNone)
        guard case .preset(let preset)? = watch.look() else {
            Issue.record("no preset")
            return
        }
        #expect(preset.restingParameters[.dropsRate] == 720 && preset.restingParameters[.bedBrown] == 0.1)
        #expect(watch.look().isNone)
        try folder.write("preset: 1\nextends: parent.yaml\nbase: { bed.brown: much }\n")
        _ = watch.look()
        guard case .broken(let error)? = watch.look() else {
            Issue.record("not broken")
            return
        }
        #expect("\(error)".contains("must be a number"))
        try FileManager.default.removeItem(atPath: folder.path)
        let findings = (0..<20).compactMap { _ in watch.look() }
        #expect(findings.count == 1)
    }

    @Test func aWatchSeesTheCorrectionOfANewParent() throws {
        let folder = try PresetFolder()
        let parent = folder.folder + "parent.yaml"
        try "preset: 1\nplace: nowhere\n".write(toFile: parent, atomically: true, encoding: .utf8)
        try folder.write(PresetFolder.text)
        var watch = PresetWatch(folder.path)
        try folder.write("preset: 1\nextends: parent.yaml\n")
        _ = watch.look()
        guard case .broken? = watch.look() else {
            Issue.record("not broken")
            return
        }
        try PresetFolder.text.write(toFile: parent, atomically: true, encoding: .utf8)
        let findings = (0..<3).compactMap { _ in watch.look() }
        guard case .preset(let preset)? = findings.first else {
            Issue.record("no preset: \(findings)")
            return
        }
        #expect(preset.restingParameters[.dropsRate] == 480)
    }

    @Test func changesOutliveASavedPreset() throws {
        let folder = try PresetFolder()
        try folder.write(PresetFolder.text)
        var watch = PresetWatch(folder.path, changes: [PresetEdit(PresetPath(base: "bed.brown"), 0.25)])
        try folder.write(PresetFolder.text.replacing("480", with: "720"))
        _ = watch.look()
        guard case .preset(let preset)? = watch.look() else {
            Issue.record("no preset")
            return
        }
        #expect(preset.restingParameters[.dropsRate] == 720 && preset.restingParameters[.bedBrown] == 0.25)
    }
}

extension Optional {
    fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}
