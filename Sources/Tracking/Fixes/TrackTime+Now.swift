// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#endif

extension TrackTime {
    /// The current time by this machine's clock. Any thread.
    public static var now: TrackTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return TrackTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
