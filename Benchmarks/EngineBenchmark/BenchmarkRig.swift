// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange

/// An engine with its control side.
struct BenchmarkRig: ~Copyable {
    static let rate = 48_000
    private var engine: RainEngine
    private let timeline: EventQueueProducer<TimelineEntry>
    private var telemetry: LatestValueReader<Telemetry>
    private let knobs: LatestValueWriter<Knobs>
    private let block: UnsafeMutablePointer<Float>
    private static let blockFrames = 480

    init(_ parameters: SynthParameters) throws(EngineError) {
        let queue = EventQueue<TimelineEntry>(capacity: 1024)
        let mailbox = LatestValue(Knobs())
        let reports = LatestValue(Telemetry())
        var configuration = EngineConfiguration()
        configuration.sampleRate = Self.rate
        configuration.parameters = parameters
        timeline = queue.takeProducer()
        knobs = mailbox.takeWriter()
        telemetry = reports.takeReader()
        engine = try RainEngine(
            configuration, timelines: [queue], knobs: mailbox.takeReader(), telemetry: reports.takeWriter())
        block = .allocate(capacity: 2 * Self.blockFrames)
    }

    deinit { block.deallocate() }

    /// Renders 10 ms.
    mutating func render() { engine.render(into: block, frames: Self.blockFrames) }

    /// The latest telemetry.
    mutating func report() -> Telemetry {
        _ = telemetry.refresh()
        return telemetry.value
    }
}
