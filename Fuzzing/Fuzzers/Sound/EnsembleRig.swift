import RainSynthesis
import RealtimeExchange

/// An ensemble of three parts with its control side, and what it has rendered.
struct EnsembleRig: ~Copyable {
    static let parts = 3

    private var ensemble: RainEnsemble
    private var first: EventQueueProducer<TimelineEntry>
    private var second: EventQueueProducer<TimelineEntry>
    private var third: EventQueueProducer<TimelineEntry>
    private var soundscape: EventQueueProducer<TimelineEntry>
    private var knobs: LatestValueWriter<Knobs>
    private var telemetry: LatestValueReader<Telemetry>
    private(set) var output: [Float] = []

    init?(_ configuration: EnsembleConfiguration, knobs initial: Knobs) {
        let timelines = (0..<Self.parts).map { _ in EventQueue<TimelineEntry>(capacity: 256) }
        let soundscape = EventQueue<TimelineEntry>(capacity: 256)
        let knobs = LatestValue(initial), telemetry = LatestValue(Telemetry())
        do throws(EngineError) {
            ensemble = try RainEnsemble(
                configuration, timelines: timelines, soundscape: soundscape, knobs: knobs.takeReader(),
                telemetry: telemetry.takeWriter())
        } catch { return nil }
        first = timelines[0].takeProducer()
        second = timelines[1].takeProducer()
        third = timelines[2].takeProducer()
        self.soundscape = soundscape.takeProducer()
        self.knobs = knobs.takeWriter()
        self.telemetry = telemetry.takeReader()
    }

    /// Onto the timeline of a part, or behind the last onto the soundscape's.
    mutating func push(_ entry: TimelineEntry, to part: Int) {
        switch part {
        case 0: _ = first.push(entry)
        case 1: _ = second.push(entry)
        case 2: _ = third.push(entry)
        default: _ = soundscape.push(entry)
        }
    }

    mutating func publish(_ new: Knobs) { knobs.publish(new) }

    /// Renders so many frames behind what there is, in blocks of the sizes that `size` gives.
    mutating func render(_ frames: Int, size: () -> Int) {
        let samples = SampleBlocks.render(frames, channels: ensemble.channels, size: size) { block, count in
            ensemble.render(into: block, frames: count)
        }
        output += samples
    }

    mutating func report() -> Telemetry {
        _ = telemetry.refresh()
        return telemetry.value
    }
}
