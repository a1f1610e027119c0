import RainSynthesis
import Sonification
import Tracking

/// Live tracks, which come and go and never wait.
extension PlaybackSession {
    /// The clock of live tracks starts with the first fix of all.
    mutating func welcomeLiveTracks() throws {
        guard source == nil, let live else { return }
        switch live.first() {
        case .nothingYet: return
        case .at(let time):
            let clock = clock(from: time, at: conducted)
            for (place, part) in parts.enumerated() { part.source = HeardSource(live: live.source(at: place), clock: clock) }
        case .none:
            if let failure = live.failure { throw failure }
            guard case .live(let input) = track else { return }
            throw InputFault(
                kind: .noFix, source: input.title, line: 0, message: "there was no usable fix in it",
                remedy: "check what sends to it")
        }
    }

    /// A live track does not wait for a device that stands still: its clock goes on, so that what comes in afterwards is
    /// heard when it comes. A recorded one is heard whole.
    mutating func keepUp() {
        guard isLive, source != nil else { return }
        guard let behind = lag.frames(position: position, at: output.now(), rate: performance.sampleRate) else { return }
        let here = conducted
        for part in parts {
            guard let time = part.source?.clock.time(at: here + behind) else { continue }
            part.source?.goOn(by: clock(from: time, at: here), with: [])
        }
    }

    /// Several live tracks go on by another preset once their places are known: to find them takes longer than the timeline is ahead.
    mutating func prepare(_ preset: Preset) {
        let places = OnceAnswer<[TrackSlot]>()
        let count = parts.count
        Task.detached { places.give(TrackSlot.places(count, in: preset, comeAndGo: true)) }
        comingPreset = (preset, places)
    }

    /// Takes the prepared preset up when it is ready.
    mutating func takeUpPreset() {
        guard let (preset, coming) = comingPreset, let places = coming.now else { return }
        comingPreset = nil
        use(preset, at: places)
    }

    /// A place falls silent until a track comes; its part leaves the engine.
    mutating func vacate(_ place: Int) {
        parts[place].vacate()
        parts[place].conductor.detach()
        door.leave(place, at: conducted)
    }

    /// The track of an update that is about to be heard has the place, and a part of the engine.
    mutating func welcome(_ heard: HeardUpdate, of part: TrackPart) {
        part.welcome(heard)
        guard !part.conductor.isAttached, let place = parts.firstIndex(where: { $0 === part }) else { return }
        let parameters = part.conductor.parameters
        if let timeline = door.enter(place, parameters, capacity: PlaybackEnds.liveCapacity) {
            part.conductor.attach(timeline)
        } else {
            // The device stands still: it begins with a later update.
            part.vacate()
        }
    }

    /// Heard seconds after which a live track falls silent that sends nothing while others do; longer where fixes are rare.
    private static let patience = 20.0

    /// Who has long sent nothing, while others do, has left.
    mutating func dismissSilentTracks() {
        guard isLive, parts.count > 1 else { return }
        let present = parts.indices.filter { !parts[$0].isVacant }
        let silence = present.map { parts[$0].silence(at: conducted, patience: Self.patience, speed: speed) }
        guard silence.contains(where: { $0 < 0.5 }) else { return }
        for (place, silence) in zip(present, silence) where silence >= 1 {
            vacate(place)
            live?.rest(at: place)
        }
    }
}
