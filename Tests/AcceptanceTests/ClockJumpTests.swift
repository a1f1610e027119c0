// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The wall clock is set while the program runs: only its time stamps depend on it.
@Suite(.tags(.program), .waiting, .serialized) struct ClockJumpTests {
    /// The wall clock as the program sees it.
    private final class Wall {
        private let folder: Folder
        let environment: [String: String]

        init() throws {
            folder = try Folder()
            environment = ["LD_PRELOAD": try PreloadedLibrary.shared("clock-jumper").path, "CLOCK_JUMPER": folder.path("jump")]
            try Data(count: 8).write(to: folder.file("jump"))
        }

        func jump(hours: Int64) throws {
            let file = try FileHandle(forUpdating: folder.file("jump"))
            try withUnsafeBytes(of: (hours * 3_600_000_000_000).littleEndian) { try file.write(contentsOf: Data($0)) }
            try file.close()
        }
    }

    private static func line(_ second: Int) -> String {
        "{\"time\":\(1_767_653_235 + second),\"lat\":\(35.6 + Double(second) * 1e-4),\"lon\":139.7}\n"
    }

    @Test func theToolMovesTheClock() throws {
        let wall = try Wall()
        let before = try Program.shell("/bin/date +%s", environment: wall.environment)
        try wall.jump(hours: -1)
        let after = try Program.shell("/bin/date +%s", environment: wall.environment)
        let passed = try #require(Int(after.text.dropLast())) - (try #require(Int(before.text.dropLast())))
        #expect((-3600 ..< -3500).contains(passed))
    }

    /// Back an hour, forward two: fixes reach the disk as fast as before, and the end comes on time.
    @Test(.needs("/usr/bin/python3"), arguments: [["track", "-"], ["play", "-", "-D", "cap", "-p", "drizzle", "--speed", "500"]])
    func aSessionGoesOnBeingWritten(command: [String]) throws {
        let folder = try Folder(), aside = try Folder()
        let wall = try Wall()
        let file = folder.file("s.sqlite")
        let (_, sound) = try SoundDevices.capturing(in: aside)
        let run = try RunningProgram(command + ["--session", file.path], environment: wall.environment.merging(sound) { $1 })
        var count = 0
        for hours in [0, -1, 1, -24] as [Int64] {
            try wall.jump(hours: hours)
            for _ in 0..<40 {
                try run.type(Self.line(count))
                count += 1
            }
            try run.wait { (try? Program.keptFixes(in: file)) == count }
        }
        try run.endInput()
        try wall.jump(hours: 48)
        #expect(run.finish() == 0, "\(run.errors)")
        #expect(run.errors.contains("Kept 160 fixes"), "\(run.errors)")
        if command[0] == "play" { #expect(!run.errors.contains("xrun") && !run.errors.contains("late"), "\(run.errors)") }
    }

    /// The sound does not depend on the wall clock.
    @Test func theSoundIsTheSame() throws {
        var played: [Data] = []
        for jumps in [false, true] {
            let aside = try Folder()
            let wall = try Wall()
            let (captured, sound) = try SoundDevices.capturing(in: aside)
            let run = try RunningProgram(
                ["play", "examples/visnjan-drive.gpx", "-D", "cap", "-f", "FLOAT_LE", "--speed", "20", "-d", "5"],
                environment: wall.environment.merging(sound) { $1 })
            for hours in [1, -1, 5] as [Int64] where jumps {
                let before = size(of: captured)
                try run.wait { size(of: captured) > before }
                try wall.jump(hours: hours)
            }
            #expect(run.finish() == 0, "\(run.errors)")
            played.append(try Data(contentsOf: captured))
        }
        #expect(played[0].count == 5 * 48_000 * 8 && played[0] == played[1])
    }
}
