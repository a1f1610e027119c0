// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange
import Sonification

/// The slots of a performance's tracks, and the initial state of each: of a single track, or of several.
struct TrackSlots: Sendable {
    private let performance: Performance
    private let slots: [TrackSlot]
    private let sets: [SynthParameters]
    private let comeAndGo: Bool

    /// - Parameters:
    ///   - count: the number of tracks, or of slots for them.
    ///   - comeAndGo: true if the number of tracks is not known in advance.
    init(_ performance: Performance, count: Int, comeAndGo: Bool = false) {
        self.performance = performance
        self.comeAndGo = comeAndGo
        slots = TrackSlot.places(count, in: performance.preset, comeAndGo: comeAndGo)
        sets = slots.map { $0.applied(to: performance.preset.placed(at: $0).restingParameters) }
    }

    /// True if there is a separate soundscape behind the tracks.
    private var isShared: Bool { slots.count > 1 }

    /// The engine configuration. Of tracks that come and go, the engine starts with the first.
    var configuration: EngineConfiguration {
        var configuration = performance.configuration
        configuration.comeAndGo = comeAndGo
        if isShared { configuration.tracks = comeAndGo ? [sets[0]] : sets }
        return configuration
    }

    /// The control side of each track. Take them once.
    /// - Parameters:
    ///   - timelines: the queues of those that sound from the start.
    ///   - keepsRecords: true keeps the state log's records of each until they are taken.
    func parts(_ tracks: [ScheduledTrack], timelines: [EventQueue<TimelineEntry>], keepsRecords: Bool) -> [TrackPart] {
        let present = isShared ? timelines.count - 1 : 1
        return zip(tracks.indices, slots).map { index, slot in
            TrackPart(
                source: tracks[index].source, span: tracks[index].track, preset: performance.preset.placed(at: slot), slot: slot,
                collectsSent: isShared, sampleRate: performance.sampleRate,
                producer: index < present ? timelines[index].takeProducer() : nil, keepsRecords: keepsRecords)
        }
    }

    /// The control side of the shared soundscape; nil for a single track. Take it once.
    func soundscapeConductor(_ timelines: [EventQueue<TimelineEntry>]) -> SoundscapeConductor? {
        guard isShared, let timeline = timelines.last else { return nil }
        return SoundscapeConductor(sets: sets, sampleRate: performance.sampleRate, producer: timeline.takeProducer())
    }
}
