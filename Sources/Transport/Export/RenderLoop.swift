// SPDX-License-Identifier: MIT
import AudioOutput
import RainSynthesis
import RealtimeExchange

/// Renders an engine to a sink as fast as possible.
struct RenderLoop {
    /// The number of frames to render.
    var totalFrames: Int64
    /// Frames per call of the engine.
    var blockFrames: Int
    /// Called for every onset.
    var onset: ((SoundOnset) -> Void)?

    /// The maximum number of onsets in one call of the engine, and the number of frames that cannot exceed it.
    static let onsetCapacity = 1 << 17
    private static let onsetBlock = 4096

    /// Renders a finished timeline of one track, in order of its samples.
    /// - Throws: `EngineError`, `AudioFileError`. The sink is then abandoned.
    func run(
        _ entries: [TimelineEntry], _ configuration: EngineConfiguration, gain: Float, to sink: any SoundSink,
        progress: (OfflineRender.Progress) -> Bool
    ) async throws -> OfflineRender.Report {
        do {
            let exchange = try Exchange(configuration, gain: gain)
            var timeline = exchange.ends.timelines[0].takeProducer()
            var next = 0
            return try await run(
                exchange, to: sink, progress: progress,
                conduct: { sample in
                    while next < entries.count, entries[next].sample < sample, timeline.push(entries[next]) { next += 1 }
                })
        } catch {
            sink.abandon()
            throw error
        }
    }

    /// Renders block by block; `conduct` first completes the timeline up to a sample.
    func run(
        _ exchange: consuming Exchange, to sink: any SoundSink, progress: (OfflineRender.Progress) -> Bool,
        conduct: (Int64) async throws -> Void
    ) async throws -> OfflineRender.Report {
        var onsets = exchange.ends.onsets?.takeConsumer()
        let block = min(max(blockFrames, 1), onset == nil ? 65_536 : Self.onsetBlock)
        let channels = exchange.engine.channels
        let buffer = UnsafeMutablePointer<Float>.allocate(capacity: block * channels)
        defer { buffer.deallocate() }
        let latency = Int64(exchange.engine.latency)
        let quantum = Int64(EngineConfiguration.quantum)
        var rendered: Int64 = 0
        var continues = true
        while rendered < totalFrames + latency, continues {
            let count = Int(min(Int64(block), totalFrames + latency - rendered))
            try await conduct((rendered + Int64(count) + quantum - 1) / quantum * quantum)
            exchange.engine.render(into: buffer, frames: count)
            while let begun = onsets?.pop() { if begun.sample < totalFrames { onset?(begun) } }
            // The limiter's look-ahead is removed from the beginning.
            let skipped = Int(min(max(latency - rendered, 0), Int64(count)))
            if skipped < count {
                try sink.write(UnsafeBufferPointer(start: buffer + skipped * channels, count: (count - skipped) * channels))
            }
            rendered += Int64(count)
            _ = exchange.ends.telemetry.refresh()
            continues = progress(OfflineRender.Progress(frames: max(0, rendered - latency), totalFrames: totalFrames))
        }
        let place = continues ? try sink.finish() : try sink.interrupt()
        return OfflineRender.Report(
            frames: sink.framesWritten, telemetry: exchange.ends.telemetry.value, wasInterrupted: !continues, place: place)
    }
}
