// SPDX-License-Identifier: MIT
import AudioOutput
import RainSynthesis
import RealtimeExchange
import Sonification

/// Renders the entries that a player applied: the result is identical to what was played.
public struct AppliedRender {
    var log: AppliedLog

    public init(_ log: AppliedLog) { self.log = log }

    /// - Parameter progress: called regularly; returning false cancels the render.
    /// - Throws: `EngineError`, `AudioFileError`. The sink is then abandoned.
    public func run(to sink: any SoundSink, progress: (OfflineRender.Progress) -> Bool = { _ in true }) async throws
        -> OfflineRender.Report
    {
        do {
            let exchange = try Exchange(log.configuration, gain: 0)
            var timeline = exchange.ends.timelines[0].takeProducer()
            var next = 0
            // One quantum at a time: all entries that can apply within a quantum fit into the queue.
            return try await RenderLoop(totalFrames: log.frames, blockFrames: EngineConfiguration.quantum).run(
                exchange.engine, exchange.ends.telemetry, nil, sink, progress,
                conduct: { sample in
                    while next < log.entries.count, log.entries[next].sample < sample, timeline.push(log.entries[next]) {
                        next += 1
                    }
                },
                events: { EventCounts() })
        } catch {
            sink.abandon()
            throw error
        }
    }
}
