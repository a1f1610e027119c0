import RainSynthesis
import Sonification
import Tracking

extension PlaybackSession {
    /// Slowest and fastest replay that the keys reach.
    private static let speeds = 0.05...1000.0
    /// Volume that the keys reach, in dB.
    private static let gains: ClosedRange<Float> = -60...12

    /// Carries out what the listener wants.
    mutating func obey(_ command: PlaybackCommand) async throws {
        switch command {
        case .quit: player.requestStop()
        case .changeVolume(let step):
            knobs.gain = min(max(knobs.gain + Float(step), Self.gains.lowerBound), Self.gains.upperBound)
            knobsWriter.publish(knobs)
        case .toggleMute:
            guard !isPaused else { return }
            knobs.muted.toggle()
            knobsWriter.publish(knobs)
        case .togglePause:
            if let time = standstill { try await resume(at: time) } else { try await pause() }
        case .changeSpeed(let factor):
            let wanted = min(max(speed * factor, Self.speeds.lowerBound), Self.speeds.upperBound)
            if isPaused || source == nil { speed = wanted } else { try await turn(toSpeed: wanted) }
        case .seek(let seconds): try await seek(by: seconds)
        }
    }

    // MARK: A new generation

    /// Makes the engine throw away what is queued, and says from which sample on.
    private mutating func renew(muted: Bool) async throws -> Int64 {
        knobs.generation &+= 1
        knobs.muted = muted
        knobsWriter.publish(knobs)
        // The engine answers within a quantum while it plays; a stalled device is not waited for.
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
        return (position + frames(Self.margin)) / quantum * quantum
    }

    /// Goes on from what was heard at `sample`, from `start` on, by `clock`.
    private mutating func goOn(from sample: Int64, at start: Int64, by clock: TrackClock?) {
        let state = snapshots.last { $0.sample <= sample } ?? snapshots.first
        let known = state?.sample ?? 0
        conductor.restart(from: state?.sonifier ?? conductor.sonifier, at: start, generation: knobs.generation)
        let past = heard.filter { $0.sample >= known && $0.sample <= sample }
        let coming = heard.filter { $0.sample > sample }
        heard.removeAll()
        if var last = past.last {
            // Heard already, so only what it says counts, not what happened at it.
            last.update.events = []
            hear(HeardUpdate(update: last.update, sample: start))
        }
        if let clock { source?.goOn(by: clock, with: coming.map(\.update)) }
        begin(at: start)
    }

    /// What follows every restart of the timeline.
    private mutating func begin(at start: Int64) {
        snapshots = [(start, conductor.sonifier)]
        horizon.advance(to: start)
        setEnd()
    }

    // MARK: Commands

    private mutating func turn(toSpeed wanted: Double) async throws {
        let sample = try await renew(muted: knobs.muted)
        let start = nextStart
        speed = wanted
        let clock = source.map {
            TrackClock(
                time0: $0.clock.time(at: sample), sample0: start, rate: performance.sampleRate, speed: wanted)
        }
        goOn(from: sample, at: start, by: clock)
    }

    private mutating func pause() async throws {
        guard let source else {
            // Nothing moves but the rain itself.
            knobs.muted.toggle()
            return knobsWriter.publish(knobs)
        }
        wasMuted = knobs.muted
        let sample = try await renew(muted: true)
        let time = source.clock.time(at: sample)
        let clock = TrackClock(time0: time, sample0: sample, rate: performance.sampleRate, speed: speed)
        goOn(from: sample, at: sample, by: clock)
        standstill = time
        // Nothing more comes until it goes on, and no end either.
        player.end(afterFrames: totalFrames ?? .max)
        horizon.advance(to: .max)
    }

    private mutating func resume(at time: TrackTime) async throws {
        standstill = nil
        knobs.muted = wasMuted
        if mustReopen, case .recorded(let input, _) = track {
            mustReopen = false
            return try await reopen(input, at: time, muted: wasMuted)
        }
        let sample = try await renew(muted: wasMuted)
        let start = nextStart
        goOn(
            from: sample, at: start,
            by: TrackClock(time0: time, sample0: start, rate: performance.sampleRate, speed: speed))
    }

    private mutating func seek(by seconds: Double) async throws {
        guard case .recorded(let input, let survey) = track, let source else { return }
        let now = standstill ?? source.clock.time(at: position)
        let target = TrackTime(
            nanoseconds: min(
                max(now.nanoseconds + Int64(seconds * speed * 1e9), survey.start.nanoseconds), survey.end.nanoseconds))
        if isPaused {
            standstill = target
            mustReopen = true
        } else {
            try await reopen(input, at: target, muted: knobs.muted)
        }
    }

    /// Starts the track anew at `time`: what came before it is tracked but not heard.
    private mutating func reopen(_ input: RideInput, at time: TrackTime, muted: Bool) async throws {
        var opened = try open(input, at: time, sample: 0)
        // Wait for the place before the sound is touched.
        let first = try await opened.next(before: .max)
        _ = try await renew(muted: muted)
        let start = nextStart
        let clock = TrackClock(time0: time, sample0: start, rate: performance.sampleRate, speed: speed)
        heard.removeAll()
        conductor.restart(
            from: Sonifier(preset: performance.preset, sampleRate: performance.sampleRate), at: start,
            generation: knobs.generation)
        opened.goOn(by: clock, with: first.map { $0.update.time >= time ? [$0.update] : [] } ?? [])
        if let first, first.update.time < time { hear(HeardUpdate(update: first.update, sample: start)) }
        source = opened
        begin(at: start)
    }
}
