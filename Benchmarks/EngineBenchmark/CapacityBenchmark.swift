// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import RainSynthesis

/// The cost of a drop, and the highest drop rate that one core sustains.
enum CapacityBenchmark {
    private struct Trial {
        var perSecond: Double
        var load: Double
        var report: Telemetry
        /// Sum of the active drops over all frames.
        var dropSamples: Double
        var seconds: Double
    }

    static func run() {
        guard let quiet = trial(perSecond: 0), let dense = trial(perSecond: 50_000) else { return }
        let cost = (dense.seconds - quiet.seconds) / dense.dropSamples
        print("\(decimal(cost * 1e9, 3)) ns per drop-sample (all of a drop's life, at \(dense.report.activeDrops) at once)")
        guard let best = sustained() else { return }
        print(
            "one core sustains \(decimal(best.perSecond, 0)) drops/s (load \(decimal(100 * best.load, 0)) %): "
                + "started \(best.report.startedDrops), yielded \(best.report.yieldedDrops), "
                + "peak active \(best.report.peakActiveDrops)")
    }

    /// The densest rain, within 2 %, that renders faster than real time and loses no drop.
    private static func sustained() -> Trial? {
        var low = 1000.0
        var high = 40_000_000 / 60.0
        var best: Trial?
        while high / low > 1.02 {
            let middle = (low * high).squareRoot()
            guard let result = trial(perSecond: middle) else { return nil }
            if result.load < 1 && result.report.yieldedDrops == 0 {
                best = result
                low = middle
            } else {
                high = middle
            }
        }
        return best
    }

    private static func trial(perSecond: Double) -> Trial? {
        var set = SynthParameters()
        set[.dropsRate] = Float(perSecond * 60)
        set[.dropsLevel] = -40
        guard var rig = try? BenchmarkRig(set) else { return nil }
        // Fill the pool before the clock starts.
        for _ in 0..<50 { rig.render() }
        var active = 0.0
        let blocks = 150
        let taken = CoreClock.seconds {
            for _ in 0..<blocks {
                rig.render()
                active += Double(rig.report().activeDrops) * 480
            }
        }
        return Trial(
            perSecond: perSecond, load: taken / (Double(blocks) / 100), report: rig.report(), dropSamples: active,
            seconds: taken)
    }
}
