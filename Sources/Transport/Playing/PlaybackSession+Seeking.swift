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
        let target = TrackTime(nanoseconds: min(max(nanoseconds, survey.start.nanoseconds), survey.end.nanoseconds))
        guard case .paused(var pause) = state else { return sought = target }
        // The track is read again when it resumes.
        pause.standstill.time = target
        pause.mustReopen = true
        state = .paused(pause)
    }

    /// Continues the track at the requested position. Call it every turn.
    mutating func goToSought() async throws {
        guard let time = sought.take() else { return }
        try await go(to: time, muted: knobs.muted)
        if case .frozen(var standstill) = state {
            standstill.time = time
            state = .frozen(standstill)
        }
    }

    /// Restarts the track at one of its instants.
    mutating func go(to time: TrackTime, muted: Bool) async throws {
        guard case .recorded(let survey) = track else { return }
        // A frozen track plays the state at that instant, including an update at exactly that time.
        let first = state.isFrozen ? TrackTime(nanoseconds: time.nanoseconds &+ 1) : time
        // Read before the engine waits for it.
        var opened = parts.map { ScheduledUpdates(($0.span ?? survey.tracks[0]).journey, clock: clock(from: time, at: 0), from: first) }
        var known: [TrackerUpdate?] = []
        for index in opened.indices { known.append(try opened[index].opening()) }
        let sample = try await renew(muted: muted)
        let start = nextStart
        for (index, part) in parts.enumerated() {
            let fresh = Sonifier(preset: part.conductor.sonifier.preset, sampleRate: performance.sampleRate)
            part.restart(from: fresh, at: start, playedUntil: sample, generation: knobs.generation)
            opened[index].goOn(by: clock(from: time, at: start), with: [])
            part.source = opened[index]
            if let update = known[index] { schedule(ScheduledUpdate(update: update, sample: start), of: part) }
        }
        begin(at: start)
        setEnd()
    }
}
