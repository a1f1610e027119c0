// SPDX-License-Identifier: MIT
import Foundation

/// The program itself in its own process, start-up included: `amaoto render RIDE -o TARGET`, measured by its `--stats`.
enum ProgramBenchmark {
    /// - Parameter ending: the extension of the file, which is written and then removed; nil renders to /dev/null.
    static func run(seconds: Int, ending: String? = nil) {
        guard let ride = MadeRide(seconds: seconds) else { return print("no ride can be written to /tmp") }
        let stats = ride.path + ".json"
        let target = ending.map { ride.path + "." + $0 } ?? "/dev/null"
        defer {
            unlink(stats)
            if ending != nil { unlink(target) }
        }
        let began = ContinuousClock.now
        do {
            let figures = try ProgramRender([ride.path, "-o", target, "-p", "commuter"], stats: stats)
            let wall = ContinuousClock.now - began
            RenderFigures(
                name: "commuter, \(RideBenchmark.length(seconds)), amaoto render to \(ending ?? target)",
                sound: Double(figures.frames) / Double(figures.sampleRate), processor: figures.processorSeconds,
                wall: wall / .seconds(1), drops: figures.startedDrops, peak: figures.peakMemory
            ).tell()
        } catch {
            print("amaoto cannot be measured: \(error)")
        }
    }
}
