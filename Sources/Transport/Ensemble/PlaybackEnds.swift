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

    /// Of several.
    init(
        parts: [TrackPart], soundscape: consuming SoundscapeConductor, records: RecordOrder,
        knobs: consuming LatestValueWriter<Knobs>, firstKnobs: Knobs, telemetry: consuming LatestValueReader<Telemetry>
    ) {
        self.parts = parts
        self.soundscape = consume soundscape
        self.records = records
        self.knobs = knobs
        self.firstKnobs = firstKnobs
        self.telemetry = telemetry
    }
}
