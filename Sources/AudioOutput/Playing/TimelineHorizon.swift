// SPDX-License-Identifier: MIT
import Synchronization

/// Marks how far the timeline is complete. Any thread; never waits.
///
/// The producer advances it after queueing everything that takes effect before it; the player renders beyond it only when its
/// device would otherwise run dry.
///
/// Memory order. The producer pushes its entries, then *releases* the horizon; the player *acquires* it, then reads the queue: so it
/// finds every entry before the horizon.
public final class TimelineHorizon: Sendable {
    private let word = Atomic<Int64>(0)
    public init() {}
    /// The first sample (of the engine's clock) that may still change. `Int64.max` during a pause.
    public var sample: Int64 { word.load(ordering: .acquiring) }
    /// Declares every entry before `sample` queued. Moves back only where a new timeline begins (pause, seek, speed).
    public func advance(to sample: Int64) { word.store(sample, ordering: .releasing) }
}
