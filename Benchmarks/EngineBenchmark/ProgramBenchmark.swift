// SPDX-License-Identifier: MIT
import Foundation

/// The program itself in its own process, start-up included: `amaoto render RIDE -o TARGET`, measured by its `--stats`.
enum ProgramBenchmark {
    private struct Figures: Decodable {
        var frames: Int64
        var sampleRate: Int
        var startedDrops: Int64
        var processorSeconds: Double
        var peakMemory: Int
    }

    /// - Parameter ending: the extension of the file, which is written and then removed; nil renders to /dev/null.
    static func run(seconds: Int, ending: String? = nil) {
        guard let ride = MadeRide(seconds: seconds) else { return print("no ride can be written to /tmp") }
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("amaoto")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            return print("\(program.path) is not built: swift build -c release --product amaoto")
        }
        let stats = ride.path + ".json"
        let target = ending.map { ride.path + "." + $0 } ?? "/dev/null"
        defer {
            unlink(stats)
            if ending != nil { unlink(target) }
        }
        let process = Process()
        process.executableURL = program
        process.arguments = ["render", ride.path, "-o", target, "-p", "commuter", "--stats", stats, "-q"]
        let began = ContinuousClock.now
        do {
            try process.run()
            process.waitUntilExit()
            let wall = ContinuousClock.now - began
            guard process.terminationStatus == 0 else { return print("amaoto ended with \(process.terminationStatus)") }
            let figures = try JSONDecoder().decode(Figures.self, from: Data(contentsOf: URL(fileURLWithPath: stats)))
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
