// SPDX-License-Identifier: MIT
/// An instant of track time, in integer nanoseconds since 1970-01-01T00:00:00 UTC.
public struct TrackTime: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    public static func < (a: TrackTime, b: TrackTime) -> Bool { a.nanoseconds < b.nanoseconds }
    /// The seconds from `other` to this instant.
    public func seconds(since other: TrackTime) -> Double { Double(nanoseconds &- other.nanoseconds) / 1e9 }
}
