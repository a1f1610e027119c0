import RainSynthesis
import Sonification
import Tracking

extension PlaybackSession {
    /// By how much everything steps back under a voice, in dB.
    private static let duck: Float = 10

    /// Carries out what the listener wants.
    mutating func obey(_ command: PlaybackCommand) async throws {
        guard quitInstant == nil else { return }
        // Whatever else is asked for comes after the place that was.
        switch command {
        case .quit, .seek, .seekTo: break
        default: try await goToSought()
        }
        switch command {
        case .quit: quit()
        case .changeVolume(let step): setVolume(Double(volume) + step)
        case .duck(let isSpoken):
            guard isDucked != isSpoken else { return }
            isDucked = isSpoken
            publishVolume()
        case .setVolume(let gain): setVolume(gain)
        case .toggleMute: mute(!(isPaused ? wasMuted : knobs.muted))
        case .setMuted(let isMuted): mute(isMuted)
        case .togglePause: try await hold(isFrozen || source == nil ? !knobs.muted : !isPaused)
        case .setPaused(let isPaused): try await hold(isPaused)
        case .freeze(let isFrozen): try await freeze(isFrozen)
        case .changeSpeed(let factor): try await setSpeed(speed * factor)
        case .setSpeed(let speed): try await setSpeed(speed)
        case .seek(let seconds): seek(by: seconds)
        case .seekTo(let seconds): seek(toSecond: seconds)
        case .strike(let rule): first.strike(rule: rule)
        case .use(let preset): try await use(preset)
        case .override(let id, let value): try await change { $0[id] = value }
        case .release(let id?): try await change { $0[id] = nil }
        case .release(nil): try await change { $0.removeAll() }
        }
    }

    private mutating func mute(_ isMuted: Bool) {
        guard !isPaused else { return wasMuted = isMuted }
        knobs.muted = isMuted
        knobsWriter.publish(knobs)
    }

    private mutating func setSpeed(_ wanted: Double) async throws {
        guard wanted.isFinite else { return }
        // A speed that was asked for may lie beyond what the keys reach.
        let limits = min(speed, PlaybackCommand.speeds.lowerBound)...max(speed, PlaybackCommand.speeds.upperBound)
        try await turn(toSpeed: min(max(wanted, limits.lowerBound), limits.upperBound))
    }

    private mutating func setVolume(_ wanted: Double) {
        guard wanted.isFinite else { return }
        volume = Float(min(max(wanted, PlaybackCommand.gains.lowerBound), PlaybackCommand.gains.upperBound))
        publishVolume()
    }

    private mutating func publishVolume() {
        knobs.gain = volume - (isDucked ? Self.duck : 0)
        knobsWriter.publish(knobs)
    }

    /// Ends without a click: all goes quiet in 20 ms, and the playing ends soon after.
    mutating func quit() {
        quitInstant = .now
        sought = nil
        knobs.muted = true
        knobsWriter.publish(knobs)
        // Where the engine is once it can see that: what was read before may be older than the margin on a busy machine.
        _ = telemetry.refresh()
        output.end(afterFrames: position + margin)
    }

    /// True when the engine has not moved for a second after `quit`: its device stands still.
    var isOverdue: Bool {
        mutating get {
            guard let since = quitInstant else { return false }
            guard position == quitPosition else {
                (quitPosition, quitInstant) = (position, .now)
                return false
            }
            return .now - since > .seconds(1)
        }
    }

    // MARK: A new generation

    /// Makes the engine throw away what is queued. Returns the first sample that is not heard by the old timeline.
    mutating func renew(muted: Bool) async throws -> Int64 {
        knobs.generation &+= 1
        knobs.muted = muted
        knobsWriter.publish(knobs)
        // The engine answers within a period while it plays; a device that stands still is not waited for.
        for _ in 0..<100 {
            _ = telemetry.refresh()
            if telemetry.value.generation == knobs.generation { return telemetry.value.generationSample }
            await output.rest(nanoseconds: 2_000_000)
        }
        return position
    }

    /// The first sample that a timeline begun now can still change in time.
    var nextStart: Int64 {
        let quantum = Int64(EngineConfiguration.quantum)
        return (position + margin) / quantum * quantum
    }

    /// Where the timeline begins, as far as it is remembered.
    private var firstSample: Int64 { parts.reduce(.max) { min($0, $1.checkpoints[0].sample) } }

    /// What was heard before `sample` has been heard; at `start` the track goes on from there.
    /// - Parameter still: where the track stood meanwhile.
    private mutating func goOn(from sample: Int64, at start: Int64, still: TrackTime? = nil) {
        // Nothing has happened yet of a timeline that begins later.
        let sample = max(sample, firstSample)
        let time = still ?? source?.time(at: sample)
        for part in parts {
            let (state, coming) = part.rewind(to: sample)
            part.restart(from: state, at: start, heard: sample, generation: knobs.generation)
            part.gap.goOn(from: sample, at: start, speed: speed)
            // What came in live has come: only a recorded track waits for its new moments.
            if isLive {
                for update in coming { part.note(HeardUpdate(update: update, sample: start)) }
            }
            if let time { part.source?.goOn(by: clock(from: time, at: start), with: isLive ? [] : coming) }
        }
        begin(at: start)
        setEnd()
    }

    /// Begins a timeline at `start`, with all parts.
    mutating func begin(at start: Int64) {
        soundscape?.restart(with: parts.map { $0.conductor.parameters })
        if let clock = source?.clock {
            for part in parts { part.arrange(by: clock, still: isFrozen ? clock.time0 : nil) }
        }
        liveTrackIsOver = false
        lag.forget()
        horizon.advance(to: start)
    }

    // MARK: Commands

    private mutating func turn(toSpeed wanted: Double) async throws {
        guard source != nil, standstill == nil else { return speed = wanted }
        let sample = try await renew(muted: knobs.muted)
        speed = wanted
        goOn(from: sample, at: nextStart)
    }

    /// Pauses or goes on; where nothing moves but the rain itself, that is muted.
    private mutating func hold(_ isHeld: Bool) async throws {
        guard source != nil, !isFrozen else { return mute(isHeld) }
        if let standstill {
            if !isHeld { try await resume(from: standstill) }
        } else if isHeld {
            try await pause()
        }
    }

    private mutating func pause() async throws {
        wasMuted = knobs.muted
        let sample = max(try await renew(muted: true), firstSample)
        goOn(from: sample, at: sample)
        standstill = (sample, source?.clock.time0 ?? TrackTime(nanoseconds: 0))
        // Nothing more comes until it goes on, and no end of the track either.
        output.end(afterFrames: totalFrames ?? .max)
        horizon.advance(to: .max)
    }

    private mutating func resume(from place: (sample: Int64, time: TrackTime)) async throws {
        if mustReopen {
            try await go(to: place.time, muted: wasMuted)
        } else {
            _ = try await renew(muted: wasMuted)
            goOn(from: place.sample, at: nextStart)
        }
        standstill = nil
        mustReopen = false
    }

    /// The track stands still while the rain sounds, or moves again.
    private mutating func freeze(_ freezes: Bool) async throws {
        guard source != nil, freezes != isFrozen else { return }
        if let standstill, isPaused { try await resume(from: standstill) }
        let sample = try await renew(muted: knobs.muted)
        let start = nextStart
        let still = standstill?.time
        isFrozen = freezes
        goOn(from: sample, at: start, still: still)
        standstill = freezes ? (start, source?.clock.time0 ?? TrackTime(nanoseconds: 0)) : nil
    }

    // MARK: Another preset

    /// The rain goes on by another preset, without a click.
    private mutating func use(_ preset: Preset) async throws {
        var preset = preset
        if case .recorded(let survey) = track { preset = survey.resolved(preset) }
        performance.preset = preset
        if parts.count > 1, isLive { return prepare(preset) }
        // They take the time to render some drops, which the timeline has only while it is still ahead.
        let places = TrackSlot.places(parts.count, in: preset)
        try await catchUp()
        use(preset, at: places)
    }

    func use(_ preset: Preset, at places: [TrackSlot]) {
        for (part, place) in zip(parts, places) { part.conductor.use(preset.placed(at: place), at: place) }
        rememberConducted()
    }

    /// What is held from outside changes, without a click.
    private mutating func change(_ edit: (inout ParameterOverrides) -> Void) async throws {
        var overrides = first.conductor.overrides
        edit(&overrides)
        guard overrides != first.conductor.overrides else { return }
        try await catchUp()
        for part in parts { part.conductor.override(overrides) }
        rememberConducted()
    }

    /// What is queued far ahead would be heard before a change: it is taken back.
    private mutating func catchUp() async throws {
        guard !isPaused, lead > margin else { return }
        let sample = try await renew(muted: knobs.muted)
        goOn(from: sample, at: nextStart, still: standstill?.time)
    }

    private func rememberConducted() {
        for part in parts { if isPaused { part.rememberAlone() } else { part.remember() } }
    }
}
