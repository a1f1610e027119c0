// What one core can do, in one run: `Scripts/bench`, or with --short without the rides of 24 hours.
let day = 86_400
let isShort = CommandLine.arguments.contains("--short")

print("48 kHz stereo; a ride is a CSV with a fix a second, stops and tunnels")
await RideBenchmark.run(seconds: 600)
if !isShort { await RideBenchmark.run(seconds: day) }
ProgramBenchmark.run(seconds: 600)
ProgramBenchmark.run(seconds: 600, ending: "wav")
ProgramBenchmark.run(seconds: 600, ending: "flac")
if !isShort { ProgramBenchmark.run(seconds: day) }

print("the engine alone, one thread, by its processor time; drops are the classic model")
PeakMemory.forget()
ThroughputBenchmark.run()
CapacityBenchmark.run()
if let peak = PeakMemory.bytes { print("peak memory with all voices sounding: \(peak) bytes") }
