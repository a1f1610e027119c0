// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// A test blocks every thread of Swift's shared pool (as an endless parse would): the rain's feed does not depend on it.
@Suite(.tags(.devices), .waiting, .serialized) struct HeldPoolTests {
    /// A player and the file whose existence keeps the pool blocked.
    private struct Playing {
        let folder: Folder
        let played: FaultyDevice

        init(_ arguments: [String]) throws {
            folder = try Folder()
            // The library finds Dispatch only where it is shared; the released program has it linked in.
            played = try FaultyDevice(
                library: PreloadedLibrary.shared("pool-holder").path, environment: ["POOL_HOLDER": folder.path("hold")],
                products: Program.builtBeside, arguments)
        }

        /// Periods that were played before the timeline covered them. A busy machine has a few now and then; if the feed waited
        /// for the pool, all periods would be of this kind.
        func earlyPeriods() throws -> Int {
            let statistics = try played.statistics()
            let early = try #require(statistics["earlyPeriods"] as? Int), frames = try #require(statistics["frames"] as? Int)
            #expect(early < frames / 256 / 4)
            return early
        }

        /// Returns once the pool serves nothing any more.
        func holdPool() throws {
            try played.run.wait { played.device.log.contains { $0.kind == "start" } }
            try Data().write(to: folder.file("hold"))
            try played.run.wait { FileManager.default.fileExists(atPath: folder.path("hold.held")) }
        }
    }

    @Test func aRecordedTrackPlaysToItsEnd() throws {
        let ride = ["examples/visnjan-drive.gpx", "--seed", "7", "--speed", "20", "-d", "8"]
        let playing = try Playing(ride)
        try playing.holdPool()
        // It ends by itself, and the program with it.
        #expect(playing.played.run.finish() == 0, "\(playing.played.run.errors)")
        // If the machine itself was too busy for the timeline, the sound went on but differs.
        guard try playing.earlyPeriods() == 0 else {
            return print("NOT RUN: with a held pool, played equals rendered: this machine was too busy for the timeline")
        }
        let export = try Program.amaoto(["render"] + ride + ["-f", "FLOAT_LE", "-o", "-", "--container", "raw"])
        let isEqual = playing.played.device.played == playing.played.expected(export.output, bytesPerFrame: 8)
        #expect(isEqual)
    }

    @Test func aLiveTrackIsHeardAndCtrlCIsObeyed() throws {
        let folder = try Folder()
        let preset = try folder.write(
            """
            preset: 1
            title: Speed
            place: abstract
            base: { drops.rate: 600, bed.pink: 0.02 }
            map:
              - { from: speed, unit: m/s, to: drops.level, domain: [0, 50], range: [-30, 0] }

            """, to: "speed.yaml")
        // With a log of applied entries all fixes belong to one track, and no slots are made for others.
        let playing = try Playing(["-", "-p", preset.path, "--state", "-", "--applied", folder.path("applied")])
        let run = playing.played.run
        try playing.holdPool()
        try run.type("time,speed\n")
        for number in 1...15 {
            try run.type("\(1_767_225_600 + number),\(number)\n")
            try run.wait { run.text.contains("\"speed\":\(number)") }
        }
        let asked = monotonicSeconds()
        #expect(run.ended(by: SIGINT) == 130)
        // Within a second; the rest is allowance for a busy machine.
        #expect(monotonicSeconds() - asked < 5)
        _ = try playing.earlyPeriods()
    }
}
