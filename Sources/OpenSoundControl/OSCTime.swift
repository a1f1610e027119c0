// SPDX-License-Identifier: MIT
import Glibc

/// A time tag of Open Sound Control: seconds since 1900-01-01 UTC in units of 2^-32, as NTP counts them.
public struct OSCTime: Hashable, Comparable, Sendable {
    var units: UInt64
    /// The tag that means at once, as does a smaller one.
    static let immediately = OSCTime(units: 1)

    /// This machine's time. Any thread.
    public static var now: OSCTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        // From 1900 to 1970 (RFC 868); 32 bits of seconds start again in 2036.
        let seconds = UInt64(UInt32(truncatingIfNeeded: time.tv_sec &+ 2_208_988_800))
        return OSCTime(units: seconds << 32 | UInt64(time.tv_nsec) << 32 / 1_000_000_000)
    }

    /// The time a number of seconds later.
    public func advanced(by seconds: Double) -> OSCTime { OSCTime(units: units &+ UInt64(max(0, seconds) * 0x1p32)) }

    public static func < (a: OSCTime, b: OSCTime) -> Bool { a.units < b.units }
}
