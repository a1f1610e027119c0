// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange

/// An engine of one or several tracks with its control side and its rendered output.
struct EngineRig: ~Copyable {
    private var engine: RainEngine
    private var outboxes: [FuzzOutbox]
    private var knobs: LatestValueWriter<Knobs>
    private var telemetry: LatestValueReader<Telemetry>
    private var applied: EventQueueConsumer<TimelineEntry>
    private var onsets: EventQueueConsumer<SoundOnset>
    /// The applied entries, including the knobs' volumes.
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

    /// Pushes onto the timeline of a track; the index after the last track means the soundscape's timeline.
    func push(_ entry: TimelineEntry, to part: Int = 0) { outboxes[part].push(entry) }
    mutating func publish(_ new: Knobs) { knobs.publish(new) }

    /// Renders `frames` more frames, in blocks of the sizes that `size` returns.
    mutating func render(_ frames: Int, size: () -> Int) {
        let samples = SampleBlocks.render(frames, channels: engine.channels, size: size) { block, count in
            engine.render(into: block, frames: count)
            // After every block, before the ring buffers fill up.
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

/// The producer of one timeline.
private final class FuzzOutbox {
    private var timeline: EventQueueProducer<TimelineEntry>
    init(_ queue: EventQueue<TimelineEntry>) { timeline = queue.takeProducer() }
    func push(_ entry: TimelineEntry) { _ = timeline.push(entry) }
}
