// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import TestTraits
import Testing

@testable import Tuning

/// Saving a preset, and what other programs do to its file meanwhile.
@Suite struct TuningSaveTests {
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
        #expect(try desk.saveUnsaved() == [])
        try desk.set("drops.rate", to: "600")
        desk.swapSides()
        try desk.set("drops.rate", to: "720")
        try "mine".write(toFile: folder.folder + "my.unsaved.yaml", atomically: true, encoding: .utf8)
        let places = try desk.saveUnsaved()
        #expect(places == [2, 3].map { "\(folder.folder)my.unsaved-\($0).yaml" })
        #expect(
            try places.map { try String(contentsOfFile: $0, encoding: .utf8) }
                == ["720", "600"].map { PresetFolder.text.replacing("480", with: $0) })
        #expect(folder.held == PresetFolder.text)
        let shipped = try TuningDesk("drizzle")
        try shipped.set("drops.rate", to: "600")
        #expect(try shipped.saveUnsaved(folder: folder.folder) == ["\(folder.folder)drizzle.unsaved.yaml"])
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
        #expect(try desk.mergeOutsideChanges() == nil)
        try folder.write(PresetFolder.text.replacing("480", with: "720"))
        #expect(try desk.mergeOutsideChanges() == nil)
        #expect(try desk.mergeOutsideChanges() != nil)
        #expect(desk.snapshot.value("drops.rate")?.value == 720)
        try folder.write("preset: 1\nbase: {")
        #expect(try desk.mergeOutsideChanges() == nil)
        #expect(throws: PresetEditError.self) { try desk.mergeOutsideChanges() }
        // Reported once.
        #expect(try desk.mergeOutsideChanges() == nil)
        #expect(desk.snapshot.value("drops.rate")?.value == 720)
    }

    /// It is heard at once, on both sides, and the steps of undo stay.
    @Test func aChangedParentIsTakenIn() throws {
        let folder = try PresetFolder()
        let parent = folder.folder + "parent.yaml"
        func write(_ text: String) throws { try text.write(toFile: parent, atomically: true, encoding: .utf8) }
        try write(PresetFolder.text)
        try folder.write("preset: 1\nextends: ./parent.yaml\nbase: { bed.brown: 0.1 }\n")
        let desk = try TuningDesk(folder.path)
        try desk.set("bed.brown", to: "0.2")
        try write(PresetFolder.text.replacing("480", with: "720"))
        #expect(try desk.mergeOutsideChanges() == nil)
        #expect(try desk.mergeOutsideChanges() != nil)
        #expect(try desk.mergeOutsideChanges() == nil)
        #expect(desk.restingParameters[.dropsRate] == 720 && desk.restingParameters[.bedBrown] == 0.2)
        #expect(desk.differences().count == 1)
        desk.swapSides()
        #expect(desk.restingParameters[.dropsRate] == 720 && desk.restingParameters[.bedBrown] == 0.1)
        desk.swapSides()
        try write("preset: 1\nbase: {")
        #expect(try desk.mergeOutsideChanges() == nil)
        let error = #expect(throws: PresetEditError.self) { try desk.mergeOutsideChanges() }
        #expect(error?.place.hasSuffix("parent.yaml") == true)
        #expect(try desk.mergeOutsideChanges() == nil)
        #expect(desk.restingParameters[.dropsRate] == 720)
        try write(PresetFolder.text)
        #expect(try (0..<2).compactMap { _ in try desk.mergeOutsideChanges() }.count == 1)
        #expect(desk.restingParameters[.dropsRate] == 480)
        #expect(try desk.undo() != nil && !desk.snapshot.isChanged)
    }

    @Test func aWatchSeesASavedPresetAndItsParents() throws {
        let folder = try PresetFolder()
        let parent = folder.folder + "parent.yaml"
        try PresetFolder.text.write(toFile: parent, atomically: true, encoding: .utf8)
        try folder.write("preset: 1\nextends: parent.yaml\nbase: { bed.brown: 0.1 }\n")
        var watch = PresetWatch(folder.path)
        #expect(watch.check().isNone)
        try PresetFolder.text.replacing("480", with: "720").write(toFile: parent, atomically: true, encoding: .utf8)
        #expect(watch.check().isNone)
        guard case .preset(let preset)? = watch.check() else {
            Issue.record("no preset")
            return
        }
        #expect(preset.restingParameters[.dropsRate] == 720 && preset.restingParameters[.bedBrown] == 0.1)
        #expect(watch.check().isNone)
        try folder.write("preset: 1\nextends: parent.yaml\nbase: { bed.brown: much }\n")
        _ = watch.check()
        guard case .broken(let error)? = watch.check() else {
            Issue.record("not broken")
            return
        }
        #expect("\(error)".contains("must be a number"))
        try FileManager.default.removeItem(atPath: folder.path)
        let findings = (0..<20).compactMap { _ in watch.check() }
        #expect(findings.count == 1)
    }

    /// Saved in another encoding, the file has not disappeared.
    @Test func aWatchSaysThatAFileIsUnreadable() throws {
        let folder = try PresetFolder()
        try folder.write(PresetFolder.text)
        var watch = PresetWatch(folder.path)
        try PresetFolder.text.appending("# café\n").write(toFile: folder.path, atomically: true, encoding: .isoLatin1)
        let findings = (0..<20).compactMap { _ in watch.check() }
        guard findings.count == 1, case .broken(let error) = findings[0] else {
            Issue.record("\(findings)")
            return
        }
        #expect("\(error)".contains("this is not UTF-8 text"))
        try folder.write(PresetFolder.text.replacing("480", with: "720"))
        _ = watch.check()
        guard case .preset? = watch.check() else {
            Issue.record("no preset")
            return
        }
    }

    @Test func aWatchSeesTheCorrectionOfANewParent() throws {
        let folder = try PresetFolder()
        let parent = folder.folder + "parent.yaml"
        try "preset: 1\nplace: nowhere\n".write(toFile: parent, atomically: true, encoding: .utf8)
        try folder.write(PresetFolder.text)
        var watch = PresetWatch(folder.path)
        try folder.write("preset: 1\nextends: parent.yaml\n")
        _ = watch.check()
        guard case .broken? = watch.check() else {
            Issue.record("not broken")
            return
        }
        try PresetFolder.text.write(toFile: parent, atomically: true, encoding: .utf8)
        let findings = (0..<3).compactMap { _ in watch.check() }
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
        _ = watch.check()
        guard case .preset(let preset)? = watch.check() else {
            Issue.record("no preset")
            return
        }
        #expect(preset.restingParameters[.dropsRate] == 720 && preset.restingParameters[.bedBrown] == 0.25)
    }
}

extension Optional {
    fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}
