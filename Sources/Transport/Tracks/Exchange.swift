// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange

/// An engine and the control side's ends of its queues. Frozen, so that a test can take it apart too.
@frozen @usableFromInline struct Exchange: ~Copyable {
    var engine: RainEngine
    var ends: PlaybackEnds

    /// - Parameters:
    ///   - gain: the volume in dB.
    ///   - keepsLog: true gives the engine a log of the entries that its first part applies.
    ///   - tellsOnsets: true gives it a log of all onsets of drops and notes.
    init(
        _ configuration: EngineConfiguration, gain: Float, keepsLog: Bool = false, tellsOnsets: Bool = false
    ) throws(EngineError) {
        let count = max(configuration.tracks.count, 1)
        var timelines = (0..<count).map { _ in EventQueue<TimelineEntry>(capacity: PlaybackEnds.capacity) }
        // The sets of all tracks are merged there.
        if !configuration.tracks.isEmpty { timelines.append(EventQueue(capacity: 8192)) }
        // The owner of the timeline also drains the log.
        let applied = keepsLog ? EventQueue<TimelineEntry>(capacity: 2 * PlaybackEnds.capacity) : nil
        let onsets = tellsOnsets ? EventQueue<SoundOnset>(capacity: RenderLoop.onsetCapacity) : nil
        var first = Knobs()
        first.gain = gain
        let knobs = LatestValue(first), telemetry = LatestValue(Telemetry())
        engine = try RainEngine(
            configuration, timelines: timelines, knobs: knobs.takeReader(), telemetry: telemetry.takeWriter(),
            applied: applied?.takeProducer(), onsets: onsets?.takeProducer())
        ends = PlaybackEnds(
            timelines: timelines, handoff: engine.takeHandoff(), knobs: knobs.takeWriter(),
            firstKnobs: first, telemetry: telemetry.takeReader(), applied: applied, onsets: onsets)
    }
}

/// The control side's ends of the engine's queues.
@frozen @usableFromInline struct PlaybackEnds: ~Copyable {
    /// One queue per track that sounds from the start, and with several tracks one more for the soundscape.
    let timelines: [EventQueue<TimelineEntry>]
    /// Adds and removes the parts of tracks.
    var handoff: PartHandoff
    var knobs: LatestValueWriter<Knobs>
    let firstKnobs: Knobs
    var telemetry: LatestValueReader<Telemetry>
    /// The entries that the engine applied; its consumer's end has not been taken yet.
    let applied: EventQueue<TimelineEntry>?
    /// The onsets of drops and notes; its consumer's end has not been taken either.
    let onsets: EventQueue<SoundOnset>?

    /// The capacity of a timeline's queue: two seconds ahead are a hundred sets and a few strikes. More would be memory that the
    /// queue walks through, out of every cache.
    static let capacity = 256
    /// The capacity for a live track: updates are scheduled on arrival, so few entries wait.
    static let liveCapacity = 128
}
