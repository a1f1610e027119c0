import Synchronization

/// How far the timeline is complete. Any thread; never waits.
///
/// The producer moves it on after it has queued everything that takes effect before it; the player renders beyond it
/// only when its device would run dry.
public final class TimelineHorizon: Sendable {
    private let word = Atomic<Int64>(0)
    public init() {}
    /// The first sample that may still change (of the engine's clock). `Int64.max` once the timeline has its end.
    public var sample: Int64 { word.load(ordering: .acquiring) }
    /// Every entry before `sample` is queued. Goes back only where a new timeline begins (pause, seek, speed).
    public func advance(to sample: Int64) { word.store(sample, ordering: .releasing) }
}
