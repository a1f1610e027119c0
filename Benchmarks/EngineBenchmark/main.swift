// SPDX-License-Identifier: MIT
// Measures the capacity of one core in one run: `Scripts/bench`. --short omits the rides of 24 hours, --engine omits those of
// ten minutes too, --presets measures the presets alone.
import BenchmarkMeasures
import Glibc

if CommandLine.arguments.contains("--presets") {
    PresetBenchmark().run()
    exit(0)
}
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

PresetBenchmark().run()

print("the engine alone, one thread, by its processor time; drops are the classic model")
PeakMemory.forget()
CapacityBenchmark.run()
if let peak = PeakMemory.bytes { print("peak memory with all voices sounding: \(peak) bytes") }
