import AudioOutput
import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// Renders a performance to a sink, as fast as the machine can: the same engine and exchange as playing.
public struct OfflineRender {
    /// How far a render has got.
    public struct Progress: Sendable {
        public var frames: Int64
        public var totalFrames: Int64
        public var telemetry: Telemetry
    }

    /// What a render did.
    public struct Report: Sendable {
        public var frames: Int64
        public var telemetry: Telemetry
        public var events: EventCounts
        /// True when it was called off; the sink has been interrupted then.
        public var wasInterrupted: Bool
        /// Where the sound stands.
        public var place: String
    }

    public var performance: Performance
    /// Frames to be heard.
    public var totalFrames: Int64
    /// Frames per call of the engine, 1 ... 65,536; changes no byte.
    public var blockFrames = 4096
    /// True for a piece of rain without an end of its own: no layer stops.
    var goesOn = false
    /// Told every single drop and note that begins, after the block in which it does.
    public var onset: ((SoundOnset) -> Void)?

    public init(performance: Performance, totalFrames: Int64) {
        self.performance = performance
        self.totalFrames = totalFrames
    }

    /// Renders `source` (nil: the preset's resting rain).
    /// - Parameters:
    ///   - record: what the state log wants.
    ///   - progress: called after every block; returning false calls the render off.
    /// - Throws: `EngineError`, `AudioFileError`, or what the source throws. The sink is abandoned then.
    public func run(
        _ source: HeardSource?, to sink: any SoundSink, record: ((StateRecord) -> Void)? = nil,
        progress: (Progress) -> Bool = { _ in true }
    ) async throws -> Report {
        do {
            return try await render(source, to: sink, record: record, progress: progress)
        } catch {
            sink.abandon()
            throw error
        }
    }

    /// Renders a timeline that stands already, in order of its samples: an audio key.
    public func run(
        _ entries: [TimelineEntry], to sink: any SoundSink, progress: (Progress) -> Bool = { _ in true }
    ) async throws -> Report {
        do {
            let exchange = try performance.makeExchange()
            var timeline = exchange.timeline
            var rest = entries[...]
            let stop = max(0, totalFrames - performance.fadeFrames)
            let last = TimelineEntry(sample: stop, payload: .event(SynthEvent(kind: .stop)))
            let end = rest.firstIndex { $0.sample > stop } ?? rest.endIndex
            rest = rest[..<end] + [last]
            return try await loop.run(
                exchange.engine, exchange.telemetry, nil, sink, progress,
                conduct: { sample in
                    while let entry = rest.first, entry.sample < sample, timeline.push(entry) { rest.removeFirst() }
                },
                events: { EventCounts() })
        } catch {
            sink.abandon()
            throw error
        }
    }

    private var loop: RenderLoop { RenderLoop(totalFrames: totalFrames, blockFrames: blockFrames, onset: onset) }

    private func render(
        _ source: HeardSource?, to sink: any SoundSink, record: ((StateRecord) -> Void)?,
        progress: (Progress) -> Bool
    ) async throws -> Report {
        let exchange = try performance.makeExchange(tellsOnsets: onset != nil)
        let onsets = exchange.onsets
        var conductor = Conductor(
            sonifier: Sonifier(preset: performance.preset, sampleRate: performance.sampleRate),
            producer: exchange.timeline, record: record)
        if !goesOn { conductor.stop(at: max(0, totalFrames - performance.fadeFrames)) }
        var source = source
        return try await loop.run(
            exchange.engine, exchange.telemetry, onsets?.takeConsumer(), sink, progress,
            conduct: { sample in
                while let heard = try await source?.next(before: sample) {
                    conductor.hear(heard.update, at: heard.sample)
                }
                conductor.advance(to: sample)
                conductor.settle(before: sample)
            },
            events: { conductor.counts })
    }
}
