// SPDX-License-Identifier: MIT
import CompanionDevice
import Foundation
import TestTraits
import Testing

/// A live source does not wait for a device: its fixes must sound soon, whatever happened before.
@Suite(.tags(.devices), .waiting) struct LiveFaultTests {
    /// The time at which each frame was played, interpolated from the device's log.
    private struct PlayedFrames {
        private var runs: [(frame: Int64, instant: Int64)] = []
        private let nanosecondsPerFrame: Double

        init(_ log: [CompanionDevice.Happening], speed: Double) {
            nanosecondsPerFrame = 1e9 / (48_000 * speed)
            for entry in log where ["start", "goes", "resumed"].contains(entry.kind) { runs.append((entry.frame, entry.instant)) }
        }

        func seconds(_ frame: Int64) -> Double? {
            guard let run = runs.last(where: { $0.frame <= frame }) else { return nil }
            return (Double(run.instant) + Double(frame - run.frame) * nanosecondsPerFrame) / 1e9
        }
    }

    /// The device had an underrun, stalled for 2 s and slept for 2 s, and its clock is two per cent slow.
    @Test func fixesGoOnBeingHeardSoon() throws {
        let speed = 0.98
        let played = try FaultyDevice(
            "96000 xrun; 144000 stall 2; 200000 suspend 2 deaf; 260000 lose 1", options: ["SPEED": "\(speed)"],
            ["-", "-p", "drizzle", "--state", "-"])
        // The rain at rest sounds before the first fix.
        try played.run.wait { played.device.log.contains { $0.kind == "start" } }
        try played.run.type("time,speed\n")
        var sent: [(speed: Double, instant: Double)] = []
        let began = monotonicSeconds()
        // A fix every 200 ms by the clock, as from a receiver.
        for number in 0..<90 {
            while monotonicSeconds() < began + Double(number) / 5 { usleep(2_000) }
            let time = 1_767_225_600 + Double(number) / 5
            try played.run.type("\(time),\(Double(number) / 10)\n")
            sent.append((Double(number) / 10, monotonicSeconds()))
        }
        try played.run.endInput()
        #expect(played.run.finish() == 0, "\(played.run.errors)")
        #expect(played.run.errors.contains("the track continued without sound"))

        let frames = PlayedFrames(played.device.log, speed: speed)
        var heard: [Double: Double] = [:]
        for record in try PrintedJSON.objects(played.run.text) {
            guard let sample = record["sample"] as? Int,
                let value = (record["channels"] as? [String: Any])?["speed"] as? Double, let instant = frames.seconds(Int64(sample))
            else { continue }
            if heard[value] == nil { heard[value] = instant }
        }
        let log = played.device.log
        // Seconds in which the device stalled.
        let silences = [("stall", "goes"), ("suspend", "prepare"), ("lost", "start")].compactMap { begin, end -> ClosedRange<Double>? in
            guard let first = log.first(where: { $0.kind == begin }),
                let last = log.first(where: { $0.kind == end && $0.instant > first.instant })
            else { return nil }
            return Double(first.instant) / 1e9 - 0.3...Double(last.instant) / 1e9 + 0.3
        }
        #expect(silences.count == 3)
        // The first fix only starts the track.
        let running = sent.dropFirst().filter { fix in !silences.contains { $0.contains(fix.instant) } }
        #expect(running.count > 30)
        var latest = 0.0
        for fix in running {
            let instant = try #require(heard[fix.speed], "the fix at \(fix.speed) was not heard: \(log)")
            latest = max(latest, instant - fix.instant)
        }
        #expect(latest < 0.35, "heard \(latest) s after it was sent: \(log)")
    }
}
