import RainSynthesis
import RealtimeExchange

/// An engine with its control side, and a clock to hold against it.
struct BenchmarkRig: ~Copyable {
    static let rate = 48_000
    private var engine: RainEngine
    var timeline: EventQueueProducer<TimelineEntry>
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
            configuration, timeline: queue.takeConsumer(), knobs: mailbox.takeReader(), telemetry: reports.takeWriter())
        block = .allocate(capacity: 2 * Self.blockFrames)
    }

    deinit { block.deallocate() }

    /// Renders 10 ms.
    mutating func render() { engine.render(into: block, frames: Self.blockFrames) }

    /// The newest telemetry.
    mutating func report() -> Telemetry {
        _ = telemetry.refresh()
        return telemetry.value
    }

    /// Seconds that `work` takes.
    static func seconds(_ work: () -> Void) -> Double {
        let taken = ContinuousClock().measure(work)
        return Double(taken.components.seconds) + Double(taken.components.attoseconds) * 1e-18
    }
}

/// A figure with that many digits after the point.
func decimal(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % Int(scale))"
    return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
}
