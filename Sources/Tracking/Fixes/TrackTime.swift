// SPDX-License-Identifier: MIT
import Glibc

/// An instant of track time, in integer nanoseconds since 1970-01-01T00:00:00 UTC.
public struct TrackTime: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    public static func < (a: TrackTime, b: TrackTime) -> Bool { a.nanoseconds < b.nanoseconds }
    /// The seconds from `other` to this instant.
    public func seconds(since other: TrackTime) -> Double { Double(nanoseconds &- other.nanoseconds) / 1e9 }

    /// The current time by this machine's clock. Any thread.
    public static var now: TrackTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return TrackTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// True within ten seconds of this machine's clock: a fix of this time was taken just now, and not recorded earlier.
    package func isCurrent(at now: TrackTime) -> Bool { now.seconds(since: self).magnitude <= 10 }
}

extension Duration {
    /// The duration in seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
