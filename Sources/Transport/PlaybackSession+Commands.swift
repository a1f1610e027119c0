import RainSynthesis
import Sonification
import Tracking

extension PlaybackSession {
    /// Slowest and fastest replay that the keys reach.
    private static let speeds = 0.05...1000.0
    /// Volume that the keys reach, in dB.
    private static let gains: ClosedRange<Float> = -60...12
    /// By how much everything steps back under a voice, in dB.
    private static let duck: Float = 10

    /// Carries out what the listener wants.
    mutating func obey(_ command: PlaybackCommand) async throws {
        guard quitInstant == nil else { return }
        switch command {
        case .quit: quit()
        case .changeVolume(let step):
            volume = min(max(volume + Float(step), Self.gains.lowerBound), Self.gains.upperBound)
            publishVolume()
        case .duck(let isSpoken):
            guard isDucked != isSpoken else { return }
            isDucked = isSpoken
            publishVolume()
        case .toggleMute:
            guard !isPaused else { return wasMuted.toggle() }
            knobs.muted.toggle()
            knobsWriter.publish(knobs)
        case .togglePause:
            if let standstill { try await resume(from: standstill) } else { try await pause() }
        case .changeSpeed(let factor):
            // A speed that was asked for may lie beyond what the keys reach.
            let limits = min(speed, Self.speeds.lowerBound)...max(speed, Self.speeds.upperBound)
            try await turn(toSpeed: min(max(speed * factor, limits.lowerBound), limits.upperBound))
        case .seek(let seconds): try await seek(by: seconds)
        }
    }

    private mutating func publishVolume() {
        knobs.gain = volume - (isDucked ? Self.duck : 0)
        knobsWriter.publish(knobs)
    }

    /// Ends without a click: all goes quiet in 20 ms, and the playing ends soon after.
    mutating func quit() {
        quitInstant = .now
        knobs.muted = true
        knobsWriter.publish(knobs)
        output.end(afterFrames: position + margin)
    }

    /// True when the player has not ended in time after `quit`: its device stands still.
    var isOverdue: Bool { quitInstant.map { .now - $0 > .seconds(1) } ?? false }

    // MARK: A new generation

    /// Makes the engine throw away what is queued. Returns the first sample that is not heard by the old timeline.
    private mutating func renew(muted: Bool) async throws -> Int64 {
        knobs.generation &+= 1
        knobs.muted = muted
        knobsWriter.publish(knobs)
        // The engine answers within a period while it plays; a device that stands still is not waited for.
        for _ in 0..<100 {
            _ = telemetry.refresh()
            if telemetry.value.generation == knobs.generation { return telemetry.value.generationSample }
            try await Task.sleep(nanoseconds: 2_000_000)
        }
        return position
    }

    /// The first sample that a timeline begun now can still change in time.
    private var nextStart: Int64 {
        let quantum = Int64(EngineConfiguration.quantum)
        return (position + margin) / quantum * quantum
    }

    /// What was heard before `sample` has been heard; at `start` the track goes on from there.
    private mutating func goOn(from sample: Int64, at start: Int64) {
        // Nothing has happened yet of a timeline that begins later.
        let sample = max(sample, checkpoints[0].sample)
        let time = source?.time(at: sample)
        let (state, coming) = rewind(to: sample)
        conductor.restart(from: state, at: start, heard: sample, generation: knobs.generation)
        begin(at: start)
        gap.goOn(from: sample, at: start, speed: speed)
        // What came in live has come: only a recorded track waits for its new moments.
        if isLive {
            for update in coming { note(HeardUpdate(update: update, sample: start)) }
        }
        if let time {
            let clock = clock(from: time, at: start), rest = isLive ? [] : coming
            source?.goOn(by: clock, with: rest)
        }
        setEnd()
    }

    /// The sonifier as it was at `sample`, and what was to be heard from there on.
    private func rewind(to sample: Int64) -> (Sonifier, [TrackerUpdate]) {
        let checkpoint = checkpoints.last { $0.sample <= sample } ?? checkpoints[0]
        var sonifier = checkpoint.sonifier
        for update in heard where update.sample >= checkpoint.sample && update.sample < sample {
            sonifier.receive(update.update, at: update.sample)
        }
        sonifier.advance(to: sample) { _ in }
        return (sonifier, heard.filter { $0.sample >= sample }.map(\.update))
    }

    /// The books of a timeline that begins at `start`.
    private mutating func begin(at start: Int64) {
        checkpoints = [Checkpoint(sample: start, sonifier: conductor.sonifier)]
        heard.removeAll()
        liveTrackIsOver = false
        horizon.advance(to: start)
    }

    // MARK: Commands

    private mutating func turn(toSpeed wanted: Double) async throws {
        guard source != nil, !isPaused else { return speed = wanted }
        let sample = try await renew(muted: knobs.muted)
        speed = wanted
        goOn(from: sample, at: nextStart)
    }

    private mutating func pause() async throws {
        guard source != nil else {
            // Nothing moves but the rain itself.
            knobs.muted.toggle()
            return knobsWriter.publish(knobs)
        }
        wasMuted = knobs.muted
        let sample = max(try await renew(muted: true), checkpoints[0].sample)
        goOn(from: sample, at: sample)
        standstill = (sample, source?.clock.time0 ?? TrackTime(nanoseconds: 0))
        // Nothing more comes until it goes on, and no end of the track either.
        output.end(afterFrames: totalFrames ?? .max)
        horizon.advance(to: .max)
    }

    private mutating func resume(from place: (sample: Int64, time: TrackTime)) async throws {
        if mustReopen, case .recorded(let input, _) = track {
            try await reopen(input, at: place.time, muted: wasMuted)
        } else {
            _ = try await renew(muted: wasMuted)
            goOn(from: place.sample, at: nextStart)
        }
        standstill = nil
        mustReopen = false
    }

    private mutating func seek(by seconds: Double) async throws {
        guard case .recorded(let input, let survey) = track, let source else { return }
        let now = standstill?.time ?? source.time(at: position)
        // Clamped to the track, so an overflow is no matter.
        let wanted = now.nanoseconds &+ Int64(seconds * speed * 1e9)
        let target = TrackTime(nanoseconds: min(max(wanted, survey.start.nanoseconds), survey.end.nanoseconds))
        if isPaused {
            standstill?.time = target
            mustReopen = true
        } else {
            try await reopen(input, at: target, muted: knobs.muted)
        }
    }

    /// Starts the track anew at `time`: what came before it is tracked but not heard.
    private mutating func reopen(_ input: RideInput, at time: TrackTime, muted: Bool) async throws {
        var opened = open(input, at: time)
        // Wait for the place before the sound is touched.
        let first = try await opened.next(before: .max)
        let sample = try await renew(muted: muted)
        let start = nextStart
        conductor.restart(
            from: Sonifier(preset: performance.preset, sampleRate: performance.sampleRate), at: start,
            heard: sample, generation: knobs.generation)
        begin(at: start)
        opened.goOn(by: clock(from: time, at: start), with: first.map { $0.update.time >= time ? [$0.update] : [] } ?? [])
        source = opened
        if let first, first.update.time < time { hear(HeardUpdate(update: first.update, sample: start)) }
        setEnd()
    }
}
