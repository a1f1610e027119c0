// SPDX-License-Identifier: MIT
import RealtimeExchange

@testable import RainSynthesis

/// An engine with its control side, on one thread.
struct EngineFixture: ~Copyable {
    var engine: RainEngine
    /// The soundscape's; a single track's too.
    let queue: EventQueue<TimelineEntry>
    var timeline: EventQueueProducer<TimelineEntry>
    var knobs: LatestValueWriter<Knobs>
    var telemetry: LatestValueReader<Telemetry>

    /// - Parameters:
    ///   - parts: the parameters of several tracks.
    ///   - entries: each track's, then the soundscape's.
    init(
        rate: Int = 48_000, seed: UInt64 = 1, parameters: SynthParameters = SynthParameters(), knobs: Knobs = Knobs(),
        layout: SpeakerLayout = .stereo, capacity: Int = 4096, applied: consuming EventQueueProducer<TimelineEntry>? = nil,
        instructionSet: InstructionSet = .standard, limits: Bool = true, parts: [SynthParameters] = [], entries: [[TimelineEntry]] = []
    ) throws {
        var configuration = EngineConfiguration()
        configuration.sampleRate = rate
        configuration.seed = seed
        configuration.layout = layout
        configuration.parameters = parameters
        configuration.instructionSet = instructionSet
        configuration.limits = limits
        configuration.tracks = parts
        let timelines: [EventQueue<TimelineEntry>] = (0...parts.count).map { _ in EventQueue(capacity: capacity) }
        queue = timelines[parts.count]
        let mailbox = LatestValue(knobs)
        let reports = LatestValue(Telemetry())
        timeline = queue.takeProducer()
        self.knobs = mailbox.takeWriter()
        telemetry = reports.takeReader()
        engine = try RainEngine(
            configuration, timelines: timelines, knobs: mailbox.takeReader(), telemetry: reports.takeWriter(),
            applied: applied)
        for (timeline, own) in zip(timelines, entries.prefix(parts.count)) {
            var producer = timeline.takeProducer()
            for entry in own { precondition(producer.push(entry), "the ring is full") }
        }
        push(Array(entries.dropFirst(parts.count).joined()))
    }

    /// Pushes entries; traps if the ring buffer is full.
    mutating func push(_ entries: [TimelineEntry]) {
        for entry in entries { precondition(timeline.push(entry), "the ring is full") }
    }

    /// Renders `frames` frames in one call; interleaved.
    mutating func render(_ frames: Int) -> [Float] {
        let samples = engine.channels * frames
        return [Float](unsafeUninitializedCapacity: samples) { buffer, count in
            if let base = buffer.baseAddress { engine.render(into: base, frames: frames) }
            count = samples
        }
    }

    /// Renders in blocks whose sizes cycle through a list.
    mutating func render(_ frames: Int, blocks: [Int]) -> [Float] {
        var output: [Float] = []
        let channels = engine.channels
        output.reserveCapacity(channels * frames)
        var index = 0
        while output.count < channels * frames {
            output += render(min(blocks[index % blocks.count], frames - output.count / channels))
            index += 1
        }
        return output
    }

    /// The number of entries that the timeline can still take.
    mutating func room() -> Int { timeline.room }

    /// The latest telemetry.
    mutating func report() -> Telemetry {
        _ = telemetry.refresh()
        return telemetry.value
    }
}

extension SynthParameters {
    /// Nothing sounds.
    static let silent = SynthParameters([.dropsRate: 0, .bedPink: 0, .bedBrown: 0])

    /// The table's defaults except for `values`.
    init(_ values: [ParameterID: Float]) { self = SynthParameters().with(values) }

    /// The same set except for `values`.
    func with(_ values: [ParameterID: Float]) -> SynthParameters {
        var set = self
        for (id, value) in values { set[id] = value }
        return set
    }
}

/// FNV-1a of the samples' bits.
func fingerprint(_ samples: [Float]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for sample in samples {
        var bits = sample.bitPattern
        for _ in 0..<4 {
            hash = (hash ^ UInt64(bits & 0xff)) &* 0x100_0000_01b3
            bits >>= 8
        }
    }
    return hash
}
