// SPDX-License-Identifier: MIT
/// The counters of a part, or of all parts of an engine, since the start. Plain memory.
public struct PartCounts: BitwiseCopyable, Sendable {
    /// The drops that sound now, and the most so far.
    public var activeDrops: Int32 = 0
    public var peakActiveDrops: Int32 = 0
    /// Drops begun, and those stolen (faded early) because the pool was full.
    public var startedDrops: Int64 = 0
    public var yieldedDrops: Int64 = 0
    /// The single drops of the physical rain; its others are noise.
    public var raindrops: Int64 = 0
    /// All single drops.
    public var fallenDrops: Int64 { startedDrops &+ raindrops }
    /// Grains of rain, running water and thunder dropped because the pool was full.
    public var refusedGrains: Int64 = 0
    /// How often a part was silenced at once because its sum was not finite; 0 in a healthy engine.
    public var purges: Int64 = 0
    /// Timeline entries that arrived after their sample, and those discarded because their generation was old.
    public var lateEntries: Int64 = 0
    public var discardedEntries: Int64 = 0
    public var strikes: Int64 = 0
    @_noLocks init() {}

    @_noLocks mutating func add(_ other: PartCounts) {
        activeDrops = activeDrops &+ other.activeDrops
        peakActiveDrops = peakActiveDrops &+ other.peakActiveDrops
        startedDrops = startedDrops &+ other.startedDrops
        yieldedDrops = yieldedDrops &+ other.yieldedDrops
        raindrops = raindrops &+ other.raindrops
        refusedGrains = refusedGrains &+ other.refusedGrains
        purges = purges &+ other.purges
        lateEntries = lateEntries &+ other.lateEntries
        discardedEntries = discardedEntries &+ other.discardedEntries
        strikes = strikes &+ other.strikes
    }
}
