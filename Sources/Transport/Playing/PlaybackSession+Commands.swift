// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification
import Tracking

extension PlaybackSession {
    /// The attenuation of the rain under a voice, in dB.
    private static let duck: Float = 10

    /// Executes a listener's command.
    mutating func execute(_ command: PlaybackCommand) async throws {
        guard !state.isLeaving else { return }
        // Every other command takes effect after the requested seek.
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
        case .toggleMute: mute(!(state.pause?.isMuted ?? knobs.muted))
        case .setMuted(let isMuted): mute(isMuted)
        case .togglePause: try await hold(state.isFrozen || source == nil ? !knobs.muted : !state.isPaused)
        case .setPaused(let isPaused): try await hold(isPaused)
        case .freeze(let isFrozen): try await freeze(isFrozen)
        case .changeSpeed(let factor): await setSpeed(speed * factor)
        case .setSpeed(let speed): await setSpeed(speed)
        case .seek(let seconds): seek(by: seconds)
        case .seekTo(let seconds): seek(toSecond: seconds)
        case .strike(let rule): firstSounding.strike(rule: rule)
        case .use(let preset): await use(preset)
        case .override(let id, let value): await change { $0[id] = value }
        case .release(let id?): await change { $0[id] = nil }
        case .release(nil): await change { $0.removeAll() }
        case .control(let values):
            await catchUp()
            for part in parts { part.conductor.control(values) }
            rememberConducted()
        }
    }

    private mutating func mute(_ isMuted: Bool) {
        if case .paused(var pause) = state {
            pause.isMuted = isMuted
            return state = .paused(pause)
        }
        knobs.muted = isMuted
        knobsWriter.publish(knobs)
    }

    private mutating func setSpeed(_ wanted: Double) async {
        guard wanted.isFinite else { return }
        // The speed set at the start may lie outside the range of the keys.
        let limits = min(speed, PlaybackCommand.speeds.lowerBound)...max(speed, PlaybackCommand.speeds.upperBound)
        await turn(toSpeed: min(max(wanted, limits.lowerBound), limits.upperBound))
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

    /// Ends without a click: mutes within 20 ms, and playback ends shortly after.
    mutating func quit() {
        state.leave()
        sought = nil
        knobs.muted = true
        knobsWriter.publish(knobs)
        // The engine's current position: on a busy machine, the last value read may be older than the margin.
        _ = telemetry.refresh()
        output.end(afterFrames: position + margin)
    }

    // MARK: A new generation

    /// Makes the engine discard its queue. Returns the first sample that the old timeline does not play.
    mutating func renew(muted: Bool) async -> Int64 {
        knobs.generation &+= 1
        knobs.muted = muted
        knobsWriter.publish(knobs)
        // While it plays, the engine answers within a period; a stopped device is not waited for.
        for _ in 0..<100 {
            _ = telemetry.refresh()
            if telemetry.value.generation == knobs.generation { return telemetry.value.generationSample }
            await output.rest(nanoseconds: 2_000_000)
        }
        return position
    }

    /// The first sample that a new timeline can still reach in time.
    var nextStart: Int64 {
        let quantum = Int64(EngineConfiguration.quantum)
        return (position + margin) / quantum * quantum
    }

    /// The start of the timeline, as far back as checkpoints exist.
    private var firstSample: Int64 { parts.reduce(.max) { min($0, $1.history.oldest.sample) } }

    /// Treats everything before `sample` as played and schedules the rest of the track anew from `start` on.
    /// - Parameter still: the track time of the standstill.
    private mutating func reschedule(from sample: Int64, at start: Int64, still: TrackTime? = nil) {
        // A timeline that begins later has no earlier events.
        let sample = max(sample, firstSample)
        let time = still ?? source?.time(at: sample)
        for part in parts {
            let (state, coming) = part.history.rewind(to: sample)
            part.restart(from: state, at: start, playedUntil: sample, generation: knobs.generation)
            part.gap.reschedule(from: sample, at: start, speed: speed)
            // Live updates have already arrived; only those of a recorded track wait for their new times.
            if isLive {
                for update in coming { part.note(ScheduledUpdate(update: update, sample: start)) }
            }
            if let time { part.source?.reschedule(by: clock(from: time, at: start), returning: isLive ? [] : coming) }
        }
        begin(at: start)
        setEnd()
    }

    /// Begins a timeline at `start`, with all parts.
    mutating func begin(at start: Int64) {
        soundscape?.restart(with: parts.map { $0.conductor.parameters })
        if let clock = source?.clock {
            for part in parts { part.arrange(by: clock, still: state.isFrozen ? clock.time0 : nil) }
        }
        live?.isOver = false
        lag.forget()
        horizon.advance(to: start)
    }

    // MARK: Commands

    private mutating func turn(toSpeed wanted: Double) async {
        guard source != nil, state.standstill == nil else { return speed = wanted }
        let sample = await renew(muted: knobs.muted)
        speed = wanted
        reschedule(from: sample, at: nextStart)
    }

    /// Pauses or resumes; without a track, mutes or unmutes the rain.
    private mutating func hold(_ isHeld: Bool) async throws {
        guard source != nil, !state.isFrozen else { return mute(isHeld) }
        if let pause = state.pause {
            if !isHeld { try await resume(from: pause) }
        } else if isHeld {
            await pause()
        }
    }

    private mutating func pause() async {
        let wasMuted = knobs.muted
        let sample = max(await renew(muted: true), firstSample)
        reschedule(from: sample, at: sample)
        let standstill = PlaybackState.Standstill(sample: sample, time: source?.clock.time0 ?? TrackTime(nanoseconds: 0))
        state = .paused(.init(standstill: standstill, isMuted: wasMuted))
        // Until it resumes, no entries follow, and the end of the track does not apply.
        output.end(afterFrames: totalFrames ?? .max)
        horizon.advance(to: .max)
    }

    private mutating func resume(from pause: PlaybackState.Pause) async throws {
        if pause.mustReopen {
            try await go(to: pause.standstill.time, muted: pause.isMuted)
        } else {
            _ = await renew(muted: pause.isMuted)
            reschedule(from: pause.standstill.sample, at: nextStart)
        }
        state = .running
    }

    /// Freezes the track while the rain continues to sound, or resumes it.
    private mutating func freeze(_ freezes: Bool) async throws {
        guard source != nil, freezes != state.isFrozen else { return }
        if let pause = state.pause { try await resume(from: pause) }
        let sample = await renew(muted: knobs.muted)
        let start = nextStart
        let time = state.standstill?.time ?? source?.time(at: max(sample, firstSample)) ?? TrackTime(nanoseconds: 0)
        state = freezes ? .frozen(.init(sample: start, time: time)) : .running
        reschedule(from: sample, at: start, still: time)
    }

    // MARK: Another preset

    /// Switches the rain to another preset, without a click.
    private mutating func use(_ preset: Preset) async {
        var preset = preset
        if case .recorded(let survey) = track { preset = survey.resolved(preset) }
        performance.preset = preset
        await catchUp()
        let slots = TrackSlot.places(parts.count, in: preset, comeAndGo: isLive)
        for (part, slot) in zip(parts, slots) { part.conductor.use(preset.placed(at: slot), at: slot) }
        rememberConducted()
    }

    /// Changes the parameters held from outside, without a click.
    private mutating func change(_ edit: (inout ParameterOverrides) -> Void) async {
        var overrides = first.conductor.overrides
        edit(&overrides)
        guard overrides != first.conductor.overrides else { return }
        await catchUp()
        for part in parts { part.conductor.override(overrides) }
        rememberConducted()
    }

    /// Takes back entries queued far ahead, which would otherwise delay a change.
    private mutating func catchUp() async {
        guard !state.isPaused, lead > margin else { return }
        let sample = await renew(muted: knobs.muted)
        reschedule(from: sample, at: nextStart, still: state.standstill?.time)
    }

    private func rememberConducted() {
        for part in parts { if state.isPaused { part.rememberAlone() } else { part.remember() } }
    }
}
