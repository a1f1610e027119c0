// SPDX-License-Identifier: MIT
import Sonification
import Tracking

// Seeking in a recorded track. Of several seeks requested in one turn, only the newest is executed.
extension PlaybackSession {
    /// Seeks by seconds of playback from the current position, or from the target of a pending seek.
    mutating func seek(by seconds: Double) {
        guard let now = sought ?? state.standstill?.time ?? source?.time(at: position) else { return }
        // Clamped to the track, so an overflow is harmless.
        seek(to: now.nanoseconds &+ Self.nanoseconds(seconds * speed))
    }

    /// Seeks to a time in seconds of track time after the track's start.
    mutating func seek(toSecond seconds: Double) {
        guard case .recorded(let survey) = track else { return }
        seek(to: survey.start.nanoseconds &+ Self.nanoseconds(seconds))
    }

    /// The limit is longer than any track, so that adding to it does not overflow.
    private static func nanoseconds(_ seconds: Double) -> Int64 {
        seconds.isFinite ? Int64(min(max(seconds, -1e9), 1e9) * 1e9) : 0
    }

    private mutating func seek(to nanoseconds: Int64) {
        guard case .recorded(let survey) = track, source != nil else { return }
        sought = TrackTime(nanoseconds: min(max(nanoseconds, survey.start.nanoseconds), survey.end.nanoseconds))
    }

    /// Continues the track at the requested position. Call it every turn.
    mutating func goToSought() async throws {
        guard let time = sought.take() else { return }
        if case .paused(var pause) = state {
            // The track is read again when it resumes.
            pause.standstill.time = time
            pause.mustReopen = true
            state = .paused(pause)
            for (part, opened) in zip(parts, try opened(at: time, isStill: true)) { part.history.show(opened.known) }
            return
        }
        try await go(to: time, muted: knobs.muted)
        if case .frozen(var standstill) = state {
            standstill.time = time
            state = .frozen(standstill)
        }
    }

    /// The tracks from one of the ride's instants, each with the update that is in effect there.
    /// - Parameter isStill: true takes an update at exactly that time as in effect, not as the next one.
    private func opened(at time: TrackTime, isStill: Bool) throws -> [(source: ScheduledUpdates, known: TrackerUpdate?)] {
        guard case .recorded(let survey) = track else { return [] }
        let first = isStill ? TrackTime(nanoseconds: time.nanoseconds &+ 1) : time
        return try parts.map { part in
            var source = ScheduledUpdates((part.span ?? survey.tracks[0]).journey, clock: clock(from: time, at: 0), from: first)
            let known = try source.opening()
            return (source, known)
        }
    }

    /// Restarts the track at one of its instants.
    mutating func go(to time: TrackTime, muted: Bool) async throws {
        // Read before the engine waits for it.
        let opened = try opened(at: time, isStill: state.isFrozen)
        let sample = await renew(muted: muted)
        let start = nextStart
        for (part, (source, known)) in zip(parts, opened) {
            let fresh = Sonifier(preset: part.conductor.sonifier.preset, sampleRate: performance.sampleRate)
            part.restart(from: fresh, at: start, playedUntil: sample, generation: knobs.generation)
            part.source = source
            part.source?.reschedule(by: clock(from: time, at: start))
            if let update = known { schedule(ScheduledUpdate(update: update, sample: start), of: part) }
        }
        begin(at: start)
        setEnd()
    }
}
