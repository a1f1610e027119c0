// What one core can do, in one run: `Scripts/bench`; with --short without the rides of 24 hours, with --engine without
// any ride.
import BenchmarkMeasures

let day = 86_400
let hasRides = !CommandLine.arguments.contains("--engine")
let hasDays = hasRides && !CommandLine.arguments.contains("--short")

if hasRides {
    print("48 kHz stereo; a ride is a CSV with a fix a second, stops and tunnels")
    await RideBenchmark.run(seconds: 600)
    if hasDays { await RideBenchmark.run(seconds: day) }
    ProgramBenchmark.run(seconds: 600)
    ProgramBenchmark.run(seconds: 600, ending: "wav")
    ProgramBenchmark.run(seconds: 600, ending: "flac")
    if hasDays { ProgramBenchmark.run(seconds: day) }
}

print("the engine alone, one thread, by its processor time; drops are the classic model")
PeakMemory.forget()
ThroughputBenchmark.run()
CapacityBenchmark.run()
if let peak = PeakMemory.bytes { print("peak memory with all voices sounding: \(peak) bytes") }
