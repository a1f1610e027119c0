// SPDX-License-Identifier: MIT
/// Counts of a preset's events by outcome.
public struct EventCounts: Equatable, Sendable {
    /// The number of events that occurred, and the number of those that were struck.
    var occurred: Int64 = 0
    public var struck: Int64 = 0
    /// Events suppressed by their cooldown.
    var cooling: Int64 = 0
    /// Events displaced by others, or that waited longer than their patience.
    public var dropped: Int64 = 0
    public init() {}

    /// Adds another track's counts.
    public mutating func add(_ other: EventCounts) {
        occurred += other.occurred
        struck += other.struck
        cooling += other.cooling
        dropped += other.dropped
    }
}
