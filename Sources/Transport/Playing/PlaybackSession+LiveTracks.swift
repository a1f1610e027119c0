// SPDX-License-Identifier: MIT
import Tracking

/// Live tracks, which come and go and never wait.
extension PlaybackSession {
    /// Starts the clock of live tracks at the first fix of any of them.
    mutating func startLiveClock() throws {
        guard source == nil, let live else { return }
        switch live.lookForFirst() {
        case .nothingYet: return
        case .update(let update):
            let clock = clock(from: update.time, at: conducted)
            for (slot, part) in parts.enumerated() { part.source = ScheduledUpdates(live: live.source(at: slot), clock: clock) }
        case .end:
            try live.end?.get()
            guard case .live(let input) = track else { return }
            throw InputFault(
                kind: .noFix, source: input.title, line: 0, message: "no usable fix arrived",
                remedy: "check the sender")
        }
    }

    /// Adjusts the clock of a live track after the device was stopped: live time continues, so that later fixes are played on
    /// arrival. A recorded track is always played completely.
    mutating func keepUp() {
        guard isLive, source != nil else { return }
        guard let behind = lag.frames(position: position, at: output.now(), rate: performance.sampleRate) else { return }
        let here = conducted
        for part in parts {
            guard let time = part.source?.clock.time(at: here + behind) else { continue }
            part.source?.reschedule(by: clock(from: time, at: here))
        }
    }

    /// Silences a slot until a track comes, and releases its part of the engine.
    mutating func vacate(_ slot: Int) {
        parts[slot].vacate()
        parts[slot].conductor.detach()
        handoff.leave(slot, at: conducted)
    }

    /// Assigns the slot and a part of the engine to the track of an update that is about to be played.
    mutating func occupy(_ part: TrackPart, with update: ScheduledUpdate) {
        part.occupy(with: update)
        guard !part.conductor.isAttached, let slot = parts.firstIndex(where: { $0 === part }) else { return }
        let parameters = part.conductor.parameters
        if let timeline = handoff.enter(slot, parameters, capacity: PlaybackEnds.liveCapacity) {
            part.conductor.attach(timeline)
        } else {
            // The device is stopped: the track begins with a later update.
            part.vacate()
        }
    }

    /// Seconds of playback after which a live track that sends nothing, while others do, falls silent; longer if its fixes are
    /// rare.
    private static let patience = 20.0

    /// Vacates the slots of tracks that have long been silent while others send.
    mutating func vacateSilentSlots() {
        guard isLive, parts.count > 1 else { return }
        let present = parts.indices.filter { !parts[$0].isVacant }
        let silence = present.map { parts[$0].silence(at: conducted, patience: Self.patience, speed: speed) }
        guard silence.contains(where: { $0 < 0.5 }) else { return }
        for (slot, silence) in zip(present, silence) where silence >= 1 {
            vacate(slot)
            live?.rest(at: slot)
        }
    }
}
