import Glibc

/// The clocks to hold against a piece of work.
public enum CoreClock {
    /// Seconds of the core that `work` takes on this thread; what others run meanwhile does not count.
    public static func seconds(_ work: () throws -> Void) rethrows -> Double {
        let start = read(CLOCK_THREAD_CPUTIME_ID)
        try work()
        return Double(read(CLOCK_THREAD_CPUTIME_ID) - start) * 1e-9
    }

    /// Seconds that the cores have spent on this process, all its threads.
    public static var processorSeconds: Double { Double(read(CLOCK_PROCESS_CPUTIME_ID)) * 1e-9 }

    /// Nanoseconds on the wall, from anywhere; cheap enough (no system call) to time a single fix.
    @inline(__always)
    public static var nanoseconds: Int64 { read(CLOCK_MONOTONIC) }

    @inline(__always)
    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
