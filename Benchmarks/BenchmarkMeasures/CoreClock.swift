// SPDX-License-Identifier: MIT
import Glibc

/// Clocks for timing a piece of work.
public enum CoreClock {
    /// The processor seconds that `work` takes on this thread. Time on other threads does not count.
    public static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let start = read(CLOCK_THREAD_CPUTIME_ID)
        try work()
        return Double(read(CLOCK_THREAD_CPUTIME_ID) - start) * 1e-9
    }

    /// The processor seconds that this process has used on all its threads.
    public static var processorSeconds: Double { Double(read(CLOCK_PROCESS_CPUTIME_ID)) * 1e-9 }

    /// Monotonic nanoseconds. The call is cheap enough (no system call) to time a single fix.
    @inline(__always)
    public static var nanoseconds: Int64 { read(CLOCK_MONOTONIC) }

    @inline(__always)
    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
