// SPDX-License-Identifier: MIT
/// The counters of a part since its start, except for `activeDrops`, the number of drops sounding now. Plain memory.
struct PartCounts: BitwiseCopyable {
    var activeDrops: Int32 = 0
    var peakActiveDrops: Int32 = 0
    var startedDrops: Int64 = 0
    var raindrops: Int64 = 0
    var yieldedDrops: Int64 = 0
    var refusedGrains: Int64 = 0
    var purges: Int64 = 0
    var lateEntries: Int64 = 0
    var discardedEntries: Int64 = 0
    var strikes: Int64 = 0
    @_noLocks init() {}

    @_noLocks mutating func add(_ other: PartCounts) {
        activeDrops = activeDrops &+ other.activeDrops
        peakActiveDrops = peakActiveDrops &+ other.peakActiveDrops
        startedDrops = startedDrops &+ other.startedDrops
        raindrops = raindrops &+ other.raindrops
        yieldedDrops = yieldedDrops &+ other.yieldedDrops
        refusedGrains = refusedGrains &+ other.refusedGrains
        purges = purges &+ other.purges
        lateEntries = lateEntries &+ other.lateEntries
        discardedEntries = discardedEntries &+ other.discardedEntries
        strikes = strikes &+ other.strikes
    }
}

extension Telemetry {
    /// Audio thread: copies the totals of all parts.
    @_noLocks mutating func take(_ counts: PartCounts) {
        activeDrops = counts.activeDrops
        peakActiveDrops = counts.peakActiveDrops
        startedDrops = counts.startedDrops
        raindrops = counts.raindrops
        yieldedDrops = counts.yieldedDrops
        refusedGrains = counts.refusedGrains
        purges = counts.purges
        lateEntries = counts.lateEntries
        discardedEntries = counts.discardedEntries
        strikes = counts.strikes
    }
}
