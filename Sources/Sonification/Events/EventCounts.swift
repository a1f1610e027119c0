// SPDX-License-Identifier: MIT
/// How many of a preset's events were struck, and how many were not although their cooldown permitted it.
public struct EventCounts: Equatable, Sendable {
    public var struck: Int64 = 0
    /// Events displaced by others, or that waited longer than their patience.
    public var dropped: Int64 = 0
    /// Events that wait for others to end; at the end of the sound, those that never sound.
    public var waiting: Int64 = 0
}

extension EventCounts {
    public init() {}

    /// Adds another track's counts.
    public mutating func add(_ other: EventCounts) {
        struck += other.struck
        dropped += other.dropped
        waiting += other.waiting
    }
}
