// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import Railways
import Tracking

/// The memory that remains in use after following a day's fixes at one per second.
enum MemoryBenchmark {
    private static let hour = 3_600
    private static let day = 86_400

    static func run(_ map: RailwayMap) {
        // Once without a tracker, as the simulation takes memory too.
        var rehearsal = MadeTrain(map)
        for _ in 0..<day where rehearsal.next() == nil { break }
        var tracker = RideTracker.maker(map: map)([])
        var train = MadeTrain(map)
        var afterHour: Int?
        var count = 0
        while count < day, let (fix, _) = train.next() {
            _ = tracker.step(to: fix)
            count += 1
            if count == hour { afterHour = ResidentMemory.bytes }
        }
        guard count == day, let afterHour, let afterDay = ResidentMemory.bytes else {
            return print("memory over a day cannot be measured")
        }
        print(
            "RideTracker over a made train, \(day) fixes: resident \(afterHour) bytes after 1 h, \(afterDay) after 24 h "
                + "(\(afterDay >= afterHour ? "+" : "-")\((afterDay - afterHour).magnitude / 1024) KiB)")
    }
}
