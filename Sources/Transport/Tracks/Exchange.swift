import RainSynthesis
import RealtimeExchange

/// An engine and the other ends of the ways to it and from it. Frozen, so that a test can take it apart too.
@frozen @usableFromInline struct Exchange: ~Copyable {
    var engine: RainEngine
    var ends: PlaybackEnds

    /// - Parameters:
    ///   - gain: volume in dB.
    ///   - keepsLog: true gives the engine a log of what its first part applies.
    ///   - tellsOnsets: true gives it one of every drop and note that begins.
    init(
        _ configuration: EngineConfiguration, gain: Float, keepsLog: Bool = false, tellsOnsets: Bool = false
    ) throws(EngineError) {
        let count = max(configuration.tracks.count, 1)
        var timelines = (0..<count).map { _ in EventQueue<TimelineEntry>(capacity: PlaybackEnds.capacity) }
        // All tracks' sets come together there.
        if !configuration.tracks.isEmpty { timelines.append(EventQueue(capacity: 8192)) }
        // The log is emptied by whoever fills the timeline.
        let applied = keepsLog ? EventQueue<TimelineEntry>(capacity: 2 * PlaybackEnds.capacity) : nil
        let onsets = tellsOnsets ? EventQueue<SoundOnset>(capacity: RenderLoop.onsetCapacity) : nil
        var first = Knobs()
        first.gain = gain
        let knobs = LatestValue(first), telemetry = LatestValue(Telemetry())
        engine = try RainEngine(
            configuration, timelines: timelines, knobs: knobs.takeReader(), telemetry: telemetry.takeWriter(),
            applied: applied?.takeProducer(), onsets: onsets?.takeProducer())
        ends = PlaybackEnds(
            timelines: timelines, door: engine.takeDoor(), knobs: knobs.takeWriter(),
            firstKnobs: first, telemetry: telemetry.takeReader(), applied: applied, onsets: onsets)
    }
}

/// The control side's ends of a playing.
@frozen @usableFromInline struct PlaybackEnds: ~Copyable {
    /// One for each track that sounds from the start, and behind several one for the soundscape.
    let timelines: [EventQueue<TimelineEntry>]
    /// Where tracks come and go.
    var door: PartDoor
    var knobs: LatestValueWriter<Knobs>
    let firstKnobs: Knobs
    var telemetry: LatestValueReader<Telemetry>
    /// What the engine applied; nobody has its consumer's end yet.
    let applied: EventQueue<TimelineEntry>?
    /// What begins; the same holds for it.
    let onsets: EventQueue<SoundOnset>?

    /// Entries of a timeline: two seconds ahead are a hundred sets and a few strikes.
    static let capacity = 1024
    /// The same of a track that comes live: what comes is decided as it comes, so little of it waits.
    static let liveCapacity = 128
}
