// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import PlainText
import RainSynthesis

/// The cost of drops as their number grows, and the highest drop rate that one core sustains.
enum DropScaling {
    static func run(_ set: InstructionSet) throws {
        print("  \(set.rawValue): what a frame costs with so many drops running (bubbles of 300 ms)")
        let idle = try frame(set, perSecond: 0, voices: 16)
        print("    none, room for 16: \(DecimalFormat.fixed(idle.nanoseconds, 1)) ns")
        for perSecond in [0.0, 1900, 19_000, 190_000] {
            let cost = try frame(set, perSecond: perSecond, voices: 131_072)
            let each = cost.active > 0 ? ", \(DecimalFormat.fixed((cost.nanoseconds - idle.nanoseconds) / cost.active, 3)) ns for each" : ""
            print(
                "    \(DecimalFormat.fixed(cost.active, 0)) running, room for 131072: \(DecimalFormat.fixed(cost.nanoseconds, 1)) ns\(each)"
            )
        }
        let dense = try throughput(set)
        print(
            "  \(set.rawValue): 500,000 classic drops a second take \(DecimalFormat.fixed(100 * dense.load, 1)) % of a core: one core sustains "
                + "\(DecimalFormat.fixed(500_000 / dense.load, 0)) a second at that density; \(dense.active) running, \(dense.yielded) were stolen"
        )
    }

    /// Nanoseconds per frame, and the number of active drops.
    private static func frame(_ set: InstructionSet, perSecond: Double, voices: Float) throws -> (nanoseconds: Double, active: Double) {
        var engine = try DropEngine(set, perSecond: perSecond) { parameters in
            parameters[.dropsBubbleDuration] = 300
            parameters[.dropsVoices] = voices
            parameters[.masterLevel] = -60
        }
        // Until drops end at the rate at which they begin.
        engine.run(quanta: 600)
        var runs: [Double] = []
        var active = 0.0
        for _ in 0..<9 {
            let quanta = perSecond > 100_000 ? 40 : perSecond > 10_000 ? 150 : 600
            runs.append(CoreClock.seconds { engine.run(quanta: quanta) } / Double(quanta * EngineConfiguration.quantum))
            active += Double(engine.report().activeDrops) / 9
        }
        return (median(runs) * 1e9, active)
    }

    private static func throughput(_ set: InstructionSet) throws -> (load: Double, active: Int32, yielded: Int64) {
        var engine = try DropEngine(set, perSecond: 500_000) { $0[.masterLevel] = -60 }
        engine.run(quanta: 100)
        var loads: [Double] = []
        for _ in 0..<9 {
            let quanta = 75
            loads.append(
                CoreClock.seconds { engine.run(quanta: quanta) } * Double(DropEngine.rate)
                    / Double(quanta * EngineConfiguration.quantum))
        }
        let report = engine.report()
        return (median(loads), report.activeDrops, report.yieldedDrops)
    }
}
