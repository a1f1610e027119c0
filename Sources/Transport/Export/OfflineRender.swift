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

    /// Renders a track, or several as one rain; none: the preset's resting rain.
    /// - Parameters:
    ///   - record: what the state log wants.
    ///   - progress: called after every block; returning false calls the render off.
    /// - Throws: `EngineError`, `AudioFileError`, or what a source throws. The sink is abandoned then.
    public func run(
        _ tracks: [HeardTrack], to sink: any SoundSink, record: ((StateRecord) -> Void)? = nil,
        progress: (Progress) -> Bool = { _ in true }
    ) async throws -> Report {
        do {
            return try await render(tracks.isEmpty ? [HeardTrack(nil)] : tracks, to: sink, record: record, progress: progress)
        } catch {
            sink.abandon()
            throw error
        }
    }

    /// Renders a timeline that stands already, in order of its samples: an audio key.
    public func run(
        timeline entries: [TimelineEntry], to sink: any SoundSink, progress: (Progress) -> Bool = { _ in true }
    ) async throws -> Report {
        do {
            let exchange = try Exchange(performance.configuration, gain: performance.gain)
            var timeline = exchange.ends.timelines[0].takeProducer()
            var rest = entries[...]
            let stop = max(0, totalFrames - performance.fadeFrames)
            let last = TimelineEntry(sample: stop, payload: .event(SynthEvent(kind: .stop)))
            let end = rest.firstIndex { $0.sample > stop } ?? rest.endIndex
            rest = rest[..<end] + [last]
            return try await loop.run(
                exchange.engine, exchange.ends.telemetry, nil, sink, progress,
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
        _ tracks: [HeardTrack], to sink: any SoundSink, record: ((StateRecord) -> Void)?, progress: (Progress) -> Bool
    ) async throws -> Report {
        let places = TrackPlaces(performance, count: tracks.count)
        let exchange = try Exchange(places.configuration, gain: performance.gain, tellsOnsets: onset != nil)
        let timelines = exchange.ends.timelines
        let onsets = exchange.ends.onsets?.takeConsumer()
        let records = RecordOrder()
        let parts = places.parts(tracks, timelines: timelines, record: record == nil ? nil : { records.take($0, of: $1) })
        var soundscape = places.soundscapeConductor(timelines)
        let stop = goesOn ? Int64.max : max(0, totalFrames - performance.fadeFrames)
        let clock = parts.lazy.compactMap(\.source?.clock).first
        for part in parts {
            if let clock { part.arrange(by: clock) }
            part.stop(at: stop, by: clock)
        }
        return try await loop.run(
            exchange.engine, exchange.ends.telemetry, onsets, sink, progress,
            conduct: { sample in
                for part in parts { try part.conduct(to: sample) }
                soundscape?.advance(by: parts.map { $0.conductor.takeTold() })
                for part in parts { part.conductor.settle(before: sample) }
                if let record { records.give(to: record) }
            },
            events: { parts.reduce(into: EventCounts()) { $0.add($1.conductor.counts) } })
    }
}
