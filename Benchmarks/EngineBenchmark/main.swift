// SPDX-License-Identifier: MIT
// Measures rides and presets in one run: `Scripts/bench`. --short omits the rides of 24 hours, --presets measures the presets alone.
import Glibc

if CommandLine.arguments.contains("--presets") {
    PresetBenchmark().run()
    exit(0)
}
let day = 86_400
let hasDays = !CommandLine.arguments.contains("--short")

print("48 kHz stereo; a ride is a CSV with a fix a second, stops and tunnels")
await RideBenchmark.run(seconds: 600)
if hasDays { await RideBenchmark.run(seconds: day) }
ProgramBenchmark.run(seconds: 600)
ProgramBenchmark.run(seconds: 600, ending: "wav")
ProgramBenchmark.run(seconds: 600, ending: "flac")
if hasDays { ProgramBenchmark.run(seconds: day) }

PresetBenchmark().run()
