// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Sessions
import TestTraits
import Testing
import Tracking

@testable import amaoto

/// The recording of a recorded track, which may take longer than the command that it belongs to.
@Suite(.waiting) struct SessionRecordingTests {
    /// Keeps ten fixes, and waits for the gate after the first five.
    private static func keeping(in file: URL, _ gate: OneShot<Void>) throws -> SessionRecording {
        let keeping = try SessionRecording(
            try SessionOptions.parse(["--session", file.path]), input: "a.csv", console: Console(plain: true, quiet: true))
        let half = OneShot<Void>()
        try keeping.start(source: "a.csv") { recorder in
            recorder.begin(extraNames: [], restartsOnClockReset: false)
            for number in 0..<10 as Range<Int64> {
                if number == 5, half.resolve(()) { _ = gate.wait() }
                let time = TrackTime(nanoseconds: (1_767_653_235 + number) * 1_000_000_000)
                var fix = Fix()
                (fix.time, fix.latitude, fix.longitude) = (time, 35 + Double(number) / 1000, 139)
                await recorder.record(TrackerUpdate(time: time, fix: fix))
            }
        }
        _ = half.wait()
        return keeping
    }

    @Test func theEndOfACommandWaitsForItsTrack() throws {
        let folder = try Folder(), gate = OneShot<Void>()
        let keeping = try Self.keeping(in: folder.file("s.sqlite"), gate)
        var polls = 0
        let isWhole = try keeping.complete {
            polls += 1
            if polls == 3 { gate.resolve(()) }
            return false
        }
        #expect(isWhole && polls >= 3)
        #expect(try Program.keptFixes(in: folder.file("s.sqlite")) == 10)
    }

    @Test func anInterruptEndsTheWaitAndIsNoSuccess() throws {
        let folder = try Folder(), gate = OneShot<Void>()
        defer { gate.resolve(()) }
        let file = folder.file("s.sqlite")
        let keeping = try Self.keeping(in: file, gate)
        var polls = 0
        let isWhole = try keeping.complete {
            polls += 1
            return polls > 3
        }
        #expect(!isWhole)
        #expect(try Program.keptFixes(in: file) == 5)
        #expect(try keeping.finish(), "nothing is left to finish")
    }
}
