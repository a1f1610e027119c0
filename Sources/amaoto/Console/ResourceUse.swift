// SPDX-License-Identifier: MIT
import Foundation

/// The resources that the program has used so far.
enum ResourceUse {
    /// CPU time of all its threads in seconds.
    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Peak memory in bytes (VmHWM); 0 where the kernel does not report it.
    static var peakMemory: Int64 {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            guard strncmp(line, "VmHWM:", 6) == 0 else { continue }
            return line.withUnsafeBufferPointer { $0.baseAddress.map { Int64(atoll($0 + 6)) * 1024 } ?? 0 }
        }
        return 0
    }
}
