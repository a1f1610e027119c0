// SPDX-License-Identifier: MIT
import AudioOutput
import RainSynthesis
import Sonification

/// Renders a performance to a sink as fast as possible, with the same engine and exchange as playback.
public struct OfflineRender {
    /// The progress of a render.
    public struct Progress: Sendable {
        public var frames: Int64
        public var totalFrames: Int64
    }

    /// A summary of a render.
    public struct Report: Sendable {
        public var frames: Int64
        public var telemetry: Telemetry
        public var events = EventCounts()
        /// True if the render was cancelled; the sink was then interrupted.
        public var wasInterrupted: Bool
        /// The location of the output.
        public var place: String
    }

    var performance: Performance
    /// The number of frames to render.
    var totalFrames: Int64
    /// Frames per call of the engine, 1 ... 65,536; does not affect the output.
    public var blockFrames = 4096
    /// True for a section of continuing rain: no layer stops at the end.
    var isContinuing = false
    /// Called for every single drop and note, after the block in which it begins.
    public var onset: ((SoundOnset) -> Void)?

    public init(performance: Performance, totalFrames: Int64) {
        self.performance = performance
        self.totalFrames = totalFrames
    }

    /// Renders a track, or several as one rain; with none, the preset's resting rain.
    /// - Parameters:
    ///   - record: receives the state log's records.
    ///   - progress: called after every block; returning false cancels the render.
    /// - Throws: `EngineError`, `AudioFileError`, or an error of a source. The sink is then abandoned.
    public func run(
        _ tracks: [ScheduledTrack], to sink: any SoundSink, record: ((StateRecord) -> Void)? = nil,
        progress: (Progress) -> Bool = { _ in true }
    ) async throws -> Report {
        do {
            return try await render(tracks.isEmpty ? [ScheduledTrack(nil)] : tracks, to: sink, record: record, progress: progress)
        } catch {
            sink.abandon()
            throw error
        }
    }

    /// Renders a finished timeline, in order of its samples: an audio key.
    /// - Throws: `EngineError`, `AudioFileError`. The sink is then abandoned.
    public func run(
        timeline entries: [TimelineEntry], to sink: any SoundSink, progress: (Progress) -> Bool = { _ in true }
    ) async throws -> Report {
        let stop = max(0, totalFrames - performance.fadeFrames)
        let last = TimelineEntry(sample: stop, payload: .event(SynthEvent(kind: .stop)))
        return try await loop.run(
            Array(entries.prefix { $0.sample <= stop }) + [last], needed.configuration, gain: performance.gain, to: sink, progress: progress
        )
    }

    /// Renders the entries that a player applied: the result is identical to what was played.
    /// - Parameter progress: called after every block; returning false cancels the render.
    /// - Throws: `EngineError`, `AudioFileError`. The sink is then abandoned.
    public static func run(
        _ log: AppliedLog, to sink: any SoundSink, progress: (Progress) -> Bool
    ) async throws -> Report {
        // One quantum at a time: all entries that can apply within a quantum fit into the queue.
        try await RenderLoop(totalFrames: log.frames, blockFrames: EngineConfiguration.quantum).run(
            log.entries, log.configuration, gain: 0, to: sink, progress: progress)
    }

    private var loop: RenderLoop { RenderLoop(totalFrames: totalFrames, blockFrames: blockFrames, onset: onset) }

    /// The performance without the layers that its preset never turns on: making them would take time and memory.
    private var needed: Performance {
        var needed = performance
        needed.layers.formIntersection(performance.preset.layers)
        return needed
    }

    private func render(
        _ tracks: [ScheduledTrack], to sink: any SoundSink, record: ((StateRecord) -> Void)?, progress: (Progress) -> Bool
    ) async throws -> Report {
        let slots = TrackSlots(needed, count: tracks.count)
        let exchange = try Exchange(slots.configuration, gain: performance.gain, logsOnsets: onset != nil)
        let timelines = exchange.ends.timelines
        let parts = slots.parts(tracks, timelines: timelines, keepsRecords: record != nil)
        var soundscape = slots.soundscapeConductor(timelines)
        let stop = isContinuing ? Int64.max : max(0, totalFrames - performance.fadeFrames)
        let clock = parts.lazy.compactMap(\.source?.clock).first
        for part in parts {
            if let clock { part.arrange(by: clock) }
            part.stop(at: stop, by: clock)
        }
        var report = try await loop.run(
            exchange, to: sink, progress: progress,
            conduct: { sample in
                for part in parts { try part.conduct(to: sample) }
                soundscape?.advance(by: parts.map { $0.conductor.takeSent() })
                if let record { parts.takeRecords(before: sample).forEach(record) }
            })
        report.events = parts.counts
        return report
    }
}
