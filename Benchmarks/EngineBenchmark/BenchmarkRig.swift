import Glibc
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

    /// Seconds of the core that `work` takes on this thread; what others run meanwhile does not count.
    static func seconds(_ work: () -> Void) -> Double {
        let start = now()
        work()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
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
