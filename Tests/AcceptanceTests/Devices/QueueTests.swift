// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// Queued input is reported, and none of it is lost.
@Suite(.waiting) struct QueueTests {
    private static let start = 1_767_225_600

    /// While the rain is paused, input from an instrument is queued; this is reported once, when the first item has waited for a
    /// minute.
    @Test(.tags(.program), .needs("oscsend")) func fixesThatWaitForAMinuteAreSaid() async throws {
        let positions = try freePort(datagrams: true), control = try freePort(datagrams: true)
        let played = try FaultyDevice("", ["osc://:\(positions)", "-p", "drizzle", "--osc-control", "\(control)"])
        try await played.run.suspend(within: 30) {
            played.device.log.contains { $0.kind == "start" } && played.run.errors.contains("listening on")
        }
        func send(_ port: UInt16, _ words: String) throws {
            try Program.shellMustSucceed("oscsend 127.0.0.1 \(port) \(words)")
        }
        for step in 0..<3 {
            try send(positions, "/dancer ff \(step) 2.5")
            try await Task.sleep(for: .milliseconds(200))
        }
        try send(control, "/amaoto/pause i 1")
        try await Task.sleep(for: .milliseconds(500))
        let began = monotonicSeconds()
        for step in 3..<40 { try send(positions, "/dancer ff \(step) 2.5") }
        try await played.run.suspend(within: 120) { played.run.errors.contains("fixes are waiting to be played, the oldest for a minute") }
        #expect(monotonicSeconds() - began > 59)
        try await Task.sleep(for: .seconds(1))
        #expect(played.run.ended(by: SIGINT) == 130, "\(played.run.errors)")
        let said = played.run.errors.split(separator: "\n").filter { $0.contains("waiting to be played") }
        #expect(said.count == 1 && said[0].contains("37 fixes"), "\(said)")
    }

    /// Five thousand events per second, of which three can sound: the highest sound, the rest is counted and reported, and every
    /// sample is the same.
    @Test func aFullQueueOfEventsIsTold() throws {
        let (folder, captured, environment) = try SoundDevices.capturing()
        let preset = try folder.write(
            """
            preset: 1
            place: abstract
            base: { drops.rate: 200 }
            events:
              - { on: every 1 s, play: { voice: wood, notes: [a5] }, patience: 60 }
              - { on: every 1000 s, play: { voice: bell, notes: [e4] }, priority: 9 }

            """, to: "busy.yaml")
        let track = try folder.write("time,speed\n" + (0...20_000).map { "\(Self.start + $0),\($0 % 40)\n" }.joined(), to: "long.csv")
        let statistics = folder.file("stats.json")
        let common = [track.path, "-p", preset.path, "-f", "FLOAT_LE", "--speed", "5000"]
        let state = folder.path("state")
        let play = try Program.mustSucceed(
            ["play"] + common + ["-D", "cap", "-v", "--stats", statistics.path, "--state", state], environment: environment)
        let json = try PrintedJSON.object(in: statistics)
        let struck = try #require(json["events"] as? Int), dropped = try #require(json["droppedEvents"] as? Int)
        // One strike every 300 ms; the 64 still queued at the end count as neither.
        #expect(struck >= 12 && dropped > 19_900 && (19_950...20_020).contains(struck + dropped), "\(json)")
        #expect(json["lateEntries"] as? Int == 0 && json["queueOverflows"] as? Int == 0, "\(json)")
        #expect(play.errors.contains("\(dropped) events were dropped"), "\(play.errors)")
        let bells = try String(contentsOfFile: state, encoding: .utf8).components(separatedBy: "\"every 1000 s\"").count - 1
        #expect(bells >= 10, "the higher ones come first")
        let render = try Program.amaoto(["render"] + common + ["-o", "-", "--container", "raw"])
        #expect(render.status == 0 && render.output.count > 4 * 48_000 * 8, "\(render.errors)")
        #expect(try Data(contentsOf: captured) == render.output)
    }
}
