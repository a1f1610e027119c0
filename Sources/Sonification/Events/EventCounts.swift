// SPDX-License-Identifier: MIT
/// How many of a preset's events were struck, and how many were not although their cooldown permitted it.
public struct EventCounts: Equatable, Sendable {
    public private(set) var struck: Int64
    /// Events displaced by others, or that waited longer than their patience.
    public private(set) var dropped: Int64
    /// Events that wait for others to end; at the end of the sound, those that never sound.
    public private(set) var waiting: Int64

    public init(struck: Int64 = 0, dropped: Int64 = 0, waiting: Int64 = 0) {
        (self.struck, self.dropped, self.waiting) = (struck, dropped, waiting)
    }

    /// Adds another track's counts.
    public mutating func add(_ other: EventCounts) {
        struck += other.struck
        dropped += other.dropped
        waiting += other.waiting
    }
}
