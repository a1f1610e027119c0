import RainSynthesis
import RealtimeExchange

/// An engine of one track or several with its control side, and what it has rendered.
struct EngineRig: ~Copyable {
    private var engine: RainEngine
    private var outboxes: [FuzzOutbox]
    private var knobs: LatestValueWriter<Knobs>
    private var telemetry: LatestValueReader<Telemetry>
    private var applied: EventQueueConsumer<TimelineEntry>
    private var onsets: EventQueueConsumer<SoundOnset>
    /// What acted, the knobs' volumes included.
    private(set) var log: [TimelineEntry] = []
    private(set) var output: [Float] = []

    init?(_ configuration: EngineConfiguration, knobs first: Knobs) {
        let timelines = (0...configuration.tracks.count).map { _ in EventQueue<TimelineEntry>(capacity: 256) }
        let applied = EventQueue<TimelineEntry>(capacity: 4096)
        let onsets = EventQueue<SoundOnset>(capacity: 1024)
        let knobs = LatestValue(first), telemetry = LatestValue(Telemetry())
        do throws(EngineError) {
            engine = try RainEngine(
                configuration, timelines: timelines, knobs: knobs.takeReader(), telemetry: telemetry.takeWriter(),
                applied: applied.takeProducer(), onsets: onsets.takeProducer())
        } catch { return nil }
        outboxes = timelines.map(FuzzOutbox.init)
        self.knobs = knobs.takeWriter()
        self.telemetry = telemetry.takeReader()
        self.applied = applied.takeConsumer()
        self.onsets = onsets.takeConsumer()
    }

    /// Onto the timeline of a track, or behind the last onto the soundscape's.
    func push(_ entry: TimelineEntry, to part: Int = 0) { outboxes[part].push(entry) }
    mutating func publish(_ new: Knobs) { knobs.publish(new) }

    /// Renders so many frames behind what there is, in blocks of the sizes that `size` gives.
    mutating func render(_ frames: Int, size: () -> Int) {
        let samples = SampleBlocks.render(frames, channels: engine.channels, size: size) { block, count in
            engine.render(into: block, frames: count)
            // After every block, before the rings are full.
            while let entry = applied.pop() { log.append(entry) }
            while let onset = onsets.pop() {
                expect(onset.left.isFinite && onset.right.isFinite && onset.level.isFinite && onset.sample >= 0, "\(onset)")
            }
        }
        output += samples
    }

    mutating func report() -> Telemetry {
        _ = telemetry.refresh()
        return telemetry.value
    }
}

/// One timeline's producer.
private final class FuzzOutbox {
    private var timeline: EventQueueProducer<TimelineEntry>
    init(_ queue: EventQueue<TimelineEntry>) { timeline = queue.takeProducer() }
    func push(_ entry: TimelineEntry) { _ = timeline.push(entry) }
}
