// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import RainSynthesis

/// How many times faster than real time the engine renders ordinary rain.
enum ThroughputBenchmark {
    static func run() {
        measure("table defaults", SynthParameters())
        measure("classic, 1200 drops/min, varied", classic)
        measure("busy ride, 50 sets/s", ride, setsPerSecond: 50)
        measure("stopped", ride, stopped: true)
    }

    private static var classic: SynthParameters {
        var set = SynthParameters()
        set[.dropsRate] = 1200
        for spec in ParameterTable.all where spec.name.hasSuffix(".variation") { set[spec.id] = 30 }
        return set
    }

    private static var ride: SynthParameters {
        var set = classic
        set[.dropsRate] = 2400
        set[.dropsRegularity] = 6
        set[.dropsMaterial] = 2
        set[.washLevel] = 0.02
        set[.bedWhite] = 0.005
        return set
    }

    private static func measure(
        _ name: String, _ parameters: SynthParameters, setsPerSecond: Int = 0, stopped: Bool = false
    ) {
        guard var rig = try? BenchmarkRig(parameters) else { return }
        let seconds = 120
        var refused = 0
        if stopped { _ = rig.timeline.push(TimelineEntry(sample: 0, payload: .event(SynthEvent(kind: .stop)))) }
        let total = CoreClock.seconds {
            for block in 0..<seconds * 100 {
                if setsPerSecond > 0, block % (100 / setsPerSecond) == 0 {
                    var set = parameters
                    let way = Float(block % 1000) / 1000
                    set[.dropsRate] = 240 + 3360 * way
                    set[.dropsBrightness] = 2 * way - 1
                    set[.dropsLevel] = -6 * way
                    set[.masterLevel] = -12 + 6 * way
                    set[.washLevel] = 0.02 * way
                    let entry = TimelineEntry(
                        sample: Int64(block) * 480 + 13, payload: .parameters(set, glide: 960))
                    if !rig.timeline.push(entry) { refused += 1 }
                }
                rig.render()
            }
        }
        let report = rig.report()
        print(
            "\(name): \(decimal(Double(seconds) / total, 0)) times real time, "
                + "\(decimal(total * 1e9 / Double(report.sample), 1)) ns a frame; "
                + "\(report.startedDrops) drops, \(refused) sets refused")
    }
}
