import RainSynthesis
import RealtimeExchange

/// An engine with its control side, and what it has rendered.
struct EngineRig: ~Copyable {
    private var engine: RainEngine
    private var timeline: EventQueueProducer<TimelineEntry>
    private var knobs: LatestValueWriter<Knobs>
    private var telemetry: LatestValueReader<Telemetry>
    private var applied: EventQueueConsumer<TimelineEntry>
    private var onsets: EventQueueConsumer<SoundOnset>
    let channels: Int
    /// What acted, without the first volume, which is the knobs' own.
    private(set) var log: [TimelineEntry] = []
    private(set) var output: [Float] = []

    init?(_ configuration: EngineConfiguration, knobs first: Knobs) {
        let timeline = EventQueue<TimelineEntry>(capacity: 256), applied = EventQueue<TimelineEntry>(capacity: 4096)
        let onsets = EventQueue<SoundOnset>(capacity: 1024)
        let knobs = LatestValue(first), telemetry = LatestValue(Telemetry())
        do throws(EngineError) {
            engine = try RainEngine(
                configuration, timeline: timeline.takeConsumer(), knobs: knobs.takeReader(), telemetry: telemetry.takeWriter(),
                applied: applied.takeProducer(), onsets: onsets.takeProducer())
        } catch { return nil }
        self.timeline = timeline.takeProducer()
        self.knobs = knobs.takeWriter()
        self.telemetry = telemetry.takeReader()
        self.applied = applied.takeConsumer()
        self.onsets = onsets.takeConsumer()
        channels = engine.channels
    }

    mutating func push(_ entry: TimelineEntry) { _ = timeline.push(entry) }
    mutating func publish(_ new: Knobs) { knobs.publish(new) }

    /// Renders so many frames behind what there is, in blocks of the sizes that `size` gives.
    mutating func render(_ frames: Int, size: () -> Int) {
        var done = 0
        while done < frames {
            let count = max(1, min(size(), frames - done))
            // Exactly as large as asked for, so that the sanitizer sees a sample too many.
            let block = UnsafeMutablePointer<Float>.allocate(capacity: count * channels)
            defer { block.deallocate() }
            engine.render(into: block, frames: count)
            output.append(contentsOf: UnsafeBufferPointer(start: block, count: count * channels))
            done += count
            while let entry = applied.pop() { log.append(entry) }
            while let onset = onsets.pop() {
                expect(onset.left.isFinite && onset.right.isFinite && onset.level.isFinite && onset.sample >= 0, "\(onset)")
            }
        }
    }

    mutating func report() -> Telemetry {
        _ = telemetry.refresh()
        return telemetry.value
    }
}
