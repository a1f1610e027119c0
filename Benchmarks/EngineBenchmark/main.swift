import Glibc

// What one core can do, in one run: `swift run -c release EngineBenchmark`.
print("48 kHz stereo, one thread, by its processor time; drops are the classic model")
ThroughputBenchmark.run()
CapacityBenchmark.run()
if let peak = peakMemory() { print("peak memory: \(peak * 1024) bytes (VmHWM)") }

/// The most memory this program has had resident (VmHWM), in kB; nil where the kernel does not say.
func peakMemory() -> Int? {
    guard let file = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        if words.first == "VmHWM:", words.count > 1 { return Int(words[1]) }
    }
    return nil
}
