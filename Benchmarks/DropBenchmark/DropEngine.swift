// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import RainSynthesis
import RealtimeExchange

/// The engine with drops alone. The drops are classic ones unless configured otherwise.
struct DropEngine: ~Copyable {
    static let rate = 48_000
    /// Everything else is off, and the sum is low enough that the limiter stays idle.
    static let level: Float = -40

    private var engine: RainEngine
    private let timeline: EventQueueProducer<TimelineEntry>
    private let knobs: LatestValueWriter<Knobs>
    private var telemetry: LatestValueReader<Telemetry>
    private let block: UnsafeMutablePointer<Float>

    init(_ set: InstructionSet, perSecond: Double, change: (inout SynthParameters) -> Void = { _ in }) throws {
        let queue = EventQueue<TimelineEntry>(capacity: 16)
        let mailbox = LatestValue(Knobs())
        let reports = LatestValue(Telemetry())
        var configuration = EngineConfiguration()
        configuration.sampleRate = Self.rate
        configuration.instructionSet = set
        configuration.parameters[.dropsRate] = Float(perSecond * 60)
        configuration.parameters[.masterLevel] = Self.level
        configuration.parameters[.bedPink] = 0
        configuration.parameters[.bedBrown] = 0
        change(&configuration.parameters)
        timeline = queue.takeProducer()
        knobs = mailbox.takeWriter()
        telemetry = reports.takeReader()
        engine = try RainEngine(
            configuration, timelines: [queue], knobs: mailbox.takeReader(), telemetry: reports.takeWriter())
        block = .allocate(capacity: 2 * EngineConfiguration.quantum)
        block.initialize(repeating: 0, count: 2 * EngineConfiguration.quantum)
    }

    deinit { block.deallocate() }

    /// Renders quanta and discards them.
    mutating func run(quanta: Int) {
        for _ in 0..<quanta { engine.render(into: block, frames: EngineConfiguration.quantum) }
    }

    /// Renders quanta. `take` receives each quantum's first sample, the drops that began in it and its interleaved sound.
    mutating func run(
        quanta: Int, _ take: (Int, UnsafeBufferPointer<DropOnset>, UnsafeBufferPointer<Float>) -> Void
    ) {
        for quantum in 0..<quanta {
            run(quanta: 1)
            take(
                quantum * EngineConfiguration.quantum, engine.newestDrops,
                UnsafeBufferPointer(start: block, count: 2 * EngineConfiguration.quantum))
        }
    }

    mutating func report() -> Telemetry {
        _ = telemetry.refresh()
        return telemetry.value
    }
}
