import RainSynthesis
import RealtimeExchange
import Sonification

/// The control side's ends of a playing: of one track or several.
struct PlaybackEnds: ~Copyable {
    let parts: [TrackPart]
    /// Behind several tracks.
    var soundscape: SoundscapeConductor?
    /// What the parts' records go to, where there are several.
    let records: RecordOrder?
    var knobs: LatestValueWriter<Knobs>
    let firstKnobs: Knobs
    var telemetry: LatestValueReader<Telemetry>

    /// Of one track, or none.
    init(
        _ playback: LivePlayback, timeline: consuming EventQueueProducer<TimelineEntry>, knobs: consuming LatestValueWriter<Knobs>,
        firstKnobs: Knobs, telemetry: consuming LatestValueReader<Telemetry>
    ) {
        parts = [
            TrackPart(
                nil, preset: playback.performance.preset, sampleRate: playback.performance.sampleRate, producer: timeline,
                record: playback.record)
        ]
        soundscape = nil
        records = nil
        self.knobs = knobs
        self.firstKnobs = firstKnobs
        self.telemetry = telemetry
    }

    /// Of several, which are heard apart.
    init(
        _ playback: LivePlayback, _ heard: [HeardTrack], of tracks: EnsembleTracks, knobs: consuming LatestValueWriter<Knobs>,
        firstKnobs: Knobs, telemetry: consuming LatestValueReader<Telemetry>
    ) {
        let records = RecordOrder()
        parts = tracks.parts(heard, record: playback.record == nil ? nil : { records.take($0, of: $1) })
        soundscape = tracks.soundscapeConductor()
        self.records = records
        self.knobs = knobs
        self.firstKnobs = firstKnobs
        self.telemetry = telemetry
    }
}
