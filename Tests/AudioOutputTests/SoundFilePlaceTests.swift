// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import AudioOutput

/// The names that sound files take, and what stays of a file that is not finished.
@Suite(.waiting) struct SoundFilePlaceTests {
    @Test func refusesToOverwrite() throws {
        let scratch = try Folder()
        let path = scratch.path("ride.wav")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: .ride()) }
        #expect(error?.kind == .exists)
        #expect(error?.place == path)
        #expect(error?.remedy.contains("-y") == true)
        #expect(scratch.names == ["ride.wav"])
        var allowed = SoundFileSettings.ride()
        allowed.claims.overwrites = true
        let writer = try SoundFileWriter(path: path, settings: allowed)
        try writer.write(noise(frames: 10))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        try writer.finish()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Array("RIFF".utf8)))
        #expect(scratch.names == ["ride.wav"])
    }

    @Test(.needs("sox")) func nameTakenMeanwhileKeepsBoth() throws {
        let scratch = try Folder()
        let path = scratch.path("ride.wav")
        let writer = try SoundFileWriter(path: path, settings: .ride())
        try writer.write(noise(frames: 100))
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: AudioFileError.self) { try writer.finish() }
        #expect(error?.kind == .exists)
        #expect(error?.remedy.contains("ride.partial.wav") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(try decoded(scratch.path("ride.partial.wav"), .signed24).count == 600)
    }

    @Test(.needs("sox")) func interruptFinishesTheFile() throws {
        let scratch = try Folder()
        let free = try SoundFileWriter(path: scratch.path("a.wav"), settings: .ride(.signed16))
        try free.write(noise(frames: 777))
        #expect(try free.interrupt() == scratch.path("a.wav"))
        #expect(try decoded(scratch.path("a.wav"), .signed16).count == 777 * 4)

        // Even where overwriting is allowed, a partial render never replaces an existing file.
        try scratch.write("mine", to: "b.flac")
        var allowed = SoundFileSettings.ride(.signed16)
        allowed.claims.overwrites = true
        let taken = try SoundFileWriter(path: scratch.path("b.flac"), settings: allowed)
        try taken.write(noise(frames: 777))
        #expect(try taken.interrupt() == scratch.path("b.partial.flac"))
        #expect(try String(contentsOfFile: scratch.path("b.flac"), encoding: .utf8) == "mine")
        #expect(try decoded(scratch.path("b.partial.flac"), .signed16).count == 777 * 4)
        #expect(scratch.names == ["a.wav", "b.flac", "b.partial.flac"])
    }

    @Test func abandonLeavesNothing() throws {
        let scratch = try Folder()
        let writer = try SoundFileWriter(path: scratch.path("a.wav"), settings: .ride())
        try writer.write(noise(frames: 777))
        writer.abandon()
        #expect(scratch.names.isEmpty)
        do {
            let dropped = try SoundFileWriter(path: scratch.path("b.w64"), settings: .ride())
            try dropped.write(noise(frames: 5))
        }
        #expect(scratch.names.isEmpty)
    }

    @Test func placesThatCannotBe() throws {
        let scratch = try Folder()
        try scratch.makeFolder("d.wav")
        func kind(_ path: String) -> AudioFileError.Kind? {
            let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: .ride()) }
            #expect(error?.remedy.isEmpty == false)
            return error?.kind
        }
        #expect(kind(scratch.path("none/a.wav")) == .missingFolder)
        #expect(kind(scratch.path("d.wav")) == .isFolder)
        // Not even root may create a file here.
        #expect(kind("/sys/a.wav") == .noPermission)
        #expect(kind(scratch.path("a.aac")) == .unsupported)
        #expect(kind(scratch.path("wav")) == .unsupported)
        #expect(scratch.names == ["d.wav"])
    }

    /// The stems share one disk: each alone would fit.
    @Test func aDiskTooSmallForAllStemsIsSaidBeforehand() throws {
        let scratch = try Folder()
        var disk = statvfs()
        try #require(statvfs(scratch.path("."), &disk) == 0)
        var long = SoundFileSettings.ride()
        long.expectedFrames = Int64(disk.f_bavail) * Int64(disk.f_frsize) / Int64(2 * 4 * long.layout.channels)
        let folder = scratch.path("stems")
        let error = #expect(throws: AudioFileError.self) { try StemFolder(folder, settings: long) }
        // No format of theirs is smaller.
        #expect(error?.kind == .diskFull && error?.place == folder && error?.remedy.contains("flac") == false)
        #expect(scratch.names.isEmpty)
    }

    /// A render of many hours would otherwise fail at its end. Of an encoded file nobody knows the size.
    @Test func aDiskTooSmallIsSaidBeforehand() throws {
        let scratch = try Folder()
        var long = SoundFileSettings.ride()
        long.expectedFrames = 1 << 60
        for name in ["a.wav", "a.rf64", "a.w64", "a.raw"] {
            let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: scratch.path(name), settings: long) }
            #expect(error?.kind == .diskFull && error?.cause.contains("6917529027.6 GB") == true, "\(String(describing: error))")
            #expect(error?.remedy.contains(".flac") == true)
        }
        #expect(scratch.names.isEmpty)
        let writer = try SoundFileWriter(path: scratch.path("a.flac"), settings: long)
        try writer.write(noise(frames: 100))
        try writer.finish()
        #expect(scratch.names == ["a.flac"])
    }

    @Test func folderThatGoesAway() throws {
        let scratch = try Folder()
        try scratch.makeFolder("in")
        let writer = try SoundFileWriter(path: scratch.path("in/a.wav"), settings: .ride())
        try writer.write(noise(frames: 100))
        try FileManager.default.removeItem(atPath: scratch.path("in"))
        let error = #expect(throws: AudioFileError.self) { try writer.finish() }
        #expect(error?.kind == .missingFolder)
        #expect(scratch.names.isEmpty)
    }

    @Test(.needs("sox")) func twoWritersOfOneName() throws {
        let scratch = try Folder()
        let path = scratch.path("a.wav")
        let first = try SoundFileWriter(path: path, settings: .ride())
        let plain = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: .ride()) }
        #expect(plain?.kind == .inUse)
        var allowed = SoundFileSettings.ride()
        allowed.claims.overwrites = true
        let second = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: allowed) }
        #expect(second?.kind == .inUse)
        try first.write(noise(frames: 100))
        try first.finish()
        #expect(try decoded(path, .signed24).count == 600)
        #expect(scratch.names == ["a.wav"])
        // A partial file left by a killed run belongs to nobody: it is taken over where overwriting is allowed.
        try scratch.write("old", to: "b.partial.wav")
        let kept = #expect(throws: AudioFileError.self) {
            try SoundFileWriter(path: scratch.path("b.wav"), settings: .ride())
        }
        #expect(kept?.kind == .exists)
        let third = try SoundFileWriter(path: scratch.path("b.wav"), settings: allowed)
        try third.write(noise(frames: 10))
        try third.finish()
        #expect(scratch.names == ["a.wav", "b.wav"])
    }

    @Test func oneOfManyRacersWins() async throws {
        let scratch = try Folder()
        for round in 0..<20 {
            let path = scratch.path("race\(round).wav")
            let wins = await withTaskGroup(of: Int.self) { group in
                for racer in 0..<4 {
                    group.addTask {
                        do {
                            let writer = try SoundFileWriter(path: path, settings: SoundFileSettings())
                            try writer.write(noise(frames: 200, seed: UInt64(racer)))
                            try writer.finish()
                            return 1
                        } catch { return 0 }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(wins == 1)
        }
        #expect(scratch.names.count == 20)
    }
}
