// SPDX-License-Identifier: MIT
import Glibc

/// CLOCK_MONOTONIC, in nanoseconds.
enum MonotonicClock {
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sleeps until `instant`; a signal may end it early.
    static func sleep(until instant: Int64) {
        var time = timespec(tv_sec: Int(instant / 1_000_000_000), tv_nsec: Int(instant % 1_000_000_000))
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
    }

    /// Sleeps from now on; a signal may end it early.
    static func rest(nanoseconds: Int64) { sleep(until: now() + nanoseconds) }
}
