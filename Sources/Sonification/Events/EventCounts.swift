/// What became of a preset's events.
public struct EventCounts: Equatable, Sendable {
    /// How many happened, and how many of those were struck.
    public var happened: Int64 = 0
    public var struck: Int64 = 0
    /// Kept silent by their cooldown.
    public var cooling: Int64 = 0
    /// Gave way to others, or waited longer than their patience.
    public var dropped: Int64 = 0
    public init() {}

    /// What became of another track's events too.
    public mutating func add(_ other: EventCounts) {
        happened += other.happened
        struck += other.struck
        cooling += other.cooling
        dropped += other.dropped
    }
}
