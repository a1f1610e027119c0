import AudioOutput
import RainSynthesis
import Sonification

extension OfflineRender {
    /// Renders several tracks as one rain; a track that is alone as it always is.
    /// - Parameters: as for one track.
    public func run(
        _ tracks: [HeardTrack], to sink: any SoundSink, record: ((StateRecord) -> Void)? = nil,
        progress: (Progress) -> Bool = { _ in true }
    ) async throws -> Report {
        guard tracks.count > 1 else { return try await run(tracks.first?.source, to: sink, record: record, progress: progress) }
        do {
            return try await renderEnsemble(tracks, to: sink, record: record, progress: progress)
        } catch {
            sink.abandon()
            throw error
        }
    }

    private func renderEnsemble(
        _ tracks: [HeardTrack], to sink: any SoundSink, record: ((StateRecord) -> Void)?, progress: (Progress) -> Bool
    ) async throws -> Report {
        let exchange = try EnsembleExchange(performance, count: tracks.count)
        let records = RecordOrder()
        let parts = exchange.tracks.parts(tracks, record: record == nil ? nil : { records.take($0, of: $1) })
        var soundscape = exchange.tracks.soundscapeConductor()
        let stop = goesOn ? Int64.max : max(0, totalFrames - performance.fadeFrames)
        for part in parts {
            guard let clock = parts.lazy.compactMap(\.source?.clock).first else { break }
            part.arrange(by: clock)
            part.stop(at: stop, by: clock)
        }
        return try await RenderLoop(totalFrames: totalFrames, blockFrames: blockFrames).run(
            exchange.ensemble, exchange.telemetry, nil, sink, progress,
            conduct: { sample in
                for part in parts { try await part.conduct(to: sample) }
                soundscape.advance(by: parts.map { $0.conductor.takeTold() })
                for part in parts { part.conductor.settle(before: sample) }
                if let record { records.give(to: record) }
            },
            events: { parts.reduce(into: EventCounts()) { $0.add($1.conductor.counts) } })
    }
}

/// Brings the records of several tracks into the order of their samples. Control side.
final class RecordOrder {
    private var records: [StateRecord] = []

    func take(_ record: StateRecord, of track: String?) {
        var record = record
        record.track = track ?? record.track
        records.append(record)
    }

    /// Passes on what has come in; of one sample in the order of the tracks.
    func give(to take: (StateRecord) -> Void) {
        let order = records.indices.sorted { (records[$0].sample, $0) < (records[$1].sample, $1) }
        for index in order { take(records[index]) }
        records.removeAll(keepingCapacity: true)
    }
}
