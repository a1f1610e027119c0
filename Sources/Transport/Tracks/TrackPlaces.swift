import RainSynthesis
import RealtimeExchange
import Sonification

/// Where each track of a performance sounds, and what it begins with: of one that is alone, or of several.
struct TrackPlaces: Sendable {
    private let performance: Performance
    private let places: [TrackSlot]
    private let sets: [SynthParameters]
    private let comeAndGo: Bool

    /// - Parameters:
    ///   - count: of the tracks, or of the places for them.
    ///   - comeAndGo: true where nobody knows how many of them there will be.
    init(_ performance: Performance, count: Int = 1, comeAndGo: Bool = false) {
        self.performance = performance
        self.comeAndGo = comeAndGo
        places = TrackSlot.places(count, in: performance.preset, comeAndGo: comeAndGo)
        sets = places.map { $0.applied(to: performance.preset.placed(at: $0).restingParameters) }
    }

    /// True where a soundscape of its own lies behind the tracks.
    private var isShared: Bool { places.count > 1 }

    /// What the engine is made from. Of tracks that come and go it begins with the first.
    var configuration: EngineConfiguration {
        var configuration = performance.configuration
        configuration.comeAndGo = comeAndGo
        if isShared { configuration.tracks = comeAndGo ? [sets[0]] : sets }
        return configuration
    }

    /// The control side of each. Take them once.
    /// - Parameters:
    ///   - timelines: of those that sound from the start.
    ///   - record: what the state log wants of each, and the track's name; nil where there is none.
    func parts(
        _ heard: [HeardTrack], timelines: [EventQueue<TimelineEntry>], record: ((StateRecord, String?) -> Void)?
    ) -> [TrackPart] {
        let present = isShared ? timelines.count - 1 : 1
        return zip(heard.indices, places).map { index, place in
            let track = heard[index].track
            return TrackPart(
                track?.name, source: heard[index].source, span: track,
                preset: performance.preset.placed(at: place), place: place, isTold: isShared, sampleRate: performance.sampleRate,
                producer: index < present ? timelines[index].takeProducer() : nil,
                record: record.map { take in { take($0, track?.name) } })
        }
    }

    /// The control side of what several have in common; nil for one. Take it once.
    func soundscapeConductor(_ timelines: [EventQueue<TimelineEntry>]) -> SoundscapeConductor? {
        guard isShared, let timeline = timelines.last else { return nil }
        return SoundscapeConductor(sets: sets, sampleRate: performance.sampleRate, producer: timeline.takeProducer())
    }
}
