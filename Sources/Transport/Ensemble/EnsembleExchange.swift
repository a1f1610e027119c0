import RainSynthesis
import RealtimeExchange
import Sonification

/// An ensemble and the other ends of the ways to it and from it. Frozen, so that a test can take it apart too.
@frozen @usableFromInline struct EnsembleExchange: ~Copyable {
    var ensemble: RainEnsemble
    let tracks: EnsembleTracks
    var knobs: LatestValueWriter<Knobs>
    let firstKnobs: Knobs
    var telemetry: LatestValueReader<Telemetry>

    /// - Parameters:
    ///   - count: of the tracks, or of the places for them.
    ///   - comeAndGo: true where nobody knows how many of them there will be.
    init(_ performance: Performance, count: Int, comeAndGo: Bool = false) throws(EngineError) {
        let tracks = EnsembleTracks(performance, count: count, comeAndGo: comeAndGo)
        self.tracks = tracks
        var first = Knobs()
        first.gain = performance.gain
        firstKnobs = first
        let mailbox = LatestValue(first)
        let reports = LatestValue(Telemetry())
        ensemble = try RainEnsemble(
            EnsembleConfiguration(engine: performance.configuration, parts: tracks.sets, comeAndGo: comeAndGo), timelines: tracks.timelines,
            soundscape: tracks.soundscape, knobs: mailbox.takeReader(), telemetry: reports.takeWriter())
        knobs = mailbox.takeWriter()
        telemetry = reports.takeReader()
    }
}

/// The ways to an ensemble's tracks.
@usableFromInline struct EnsembleTracks: Sendable {
    /// Where each sounds, and what it begins with.
    private let places: [PartPlace]
    let sets: [SynthParameters]
    let timelines: [EventQueue<TimelineEntry>]
    let soundscape: EventQueue<TimelineEntry>
    private let performance: Performance

    fileprivate init(_ performance: Performance, count: Int, comeAndGo: Bool) {
        self.performance = performance
        places = PartPlace.places(count, in: performance.preset, comeAndGo: comeAndGo)
        sets = places.map { $0.applied(to: performance.preset.placed(at: $0).restingParameters) }
        // What comes live is decided as it comes, so little of it waits.
        timelines = places.map { _ in EventQueue<TimelineEntry>(capacity: comeAndGo ? 128 : 1024) }
        soundscape = EventQueue<TimelineEntry>(capacity: 8192)
    }

    /// The control side of each. Take them once.
    /// - Parameter record: what the state log wants of each, and the track's name.
    func parts(_ heard: [HeardTrack], record: ((StateRecord, String?) -> Void)?) -> [TrackPart] {
        zip(heard.indices, places).map { index, place in
            let track = heard[index].track
            return TrackPart(
                track?.name, source: heard[index].source, input: track?.input, span: track,
                preset: performance.preset.placed(at: place), place: place, isTold: true, sampleRate: performance.sampleRate,
                producer: timelines[index].takeProducer(), record: record.map { take in { take($0, track?.name) } })
        }
    }

    /// The control side of what they have in common. Take it once.
    func soundscapeConductor() -> SoundscapeConductor {
        SoundscapeConductor(sets: sets, sampleRate: performance.sampleRate, producer: soundscape.takeProducer())
    }
}
