// SPDX-License-Identifier: MIT
import RealtimeExchange

/// Audio thread: applies the knobs and the timeline entries.
extension RainPart {
    /// The largest numbers of entries that act, and of old entries that are discarded, in one quantum.
    private static var actLimit: Int { @_noLocks get { 256 } }
    private static var discardLimit: Int { @_noLocks get { 4096 } }

    /// The remaining budget of a quantum's bounded work.
    struct TimelineBudget {
        private var acts: Int
        /// One, as the knobs are read once.
        private var volumes = 1
        var discards: Int
        @_noLocks init() {
            acts = RainPart.actLimit
            discards = RainPart.discardLimit
        }

        /// True while an entry of this kind may still act.
        @_noLocks func allows(_ entry: UnsafePointer<TimelineEntry>) -> Bool {
            // As a rule both are left, and the payload is not looked at: reading its case copies it.
            if volumes > 0 && acts > 0 { return true }
            if case .volume = entry.pointee.payload { return volumes > 0 }
            return acts > 0
        }

        @_noLocks mutating func take(_ entry: UnsafePointer<TimelineEntry>) {
            if case .volume = entry.pointee.payload { volumes &-= 1 } else { acts &-= 1 }
        }
    }

    /// Applies the knobs, once per quantum.
    @_noLocks mutating func applyKnobs() {
        let new = now.knobs
        if let appliedKnobs, appliedKnobs.gain.bitPattern == new.gain.bitPattern, appliedKnobs.muted == new.muted { return }
        appliedKnobs = new
        setVolume(new, at: now.clock)
        log(.volume(gain: new.gain, muted: new.muted), at: now.clock)
    }

    @_noLocks private mutating func setVolume(_ new: Knobs, at sample: Int64) {
        volume.set(new)
        // A value set before the first frame applies from the start.
        if sample == start { volume.settle() }
    }

    /// Applies every entry due at `frame` of the quantum; returns the frame of the next one or the quantum's end.
    @_noLocks mutating func applyEntries(
        at frame: Int, _ budget: inout TimelineBudget, _ onsets: inout EventQueueProducer<SoundOnset>?
    ) -> Int {
        let here = now.clock &+ Int64(frame)
        while let entry = timeline.front() {
            let age = Int32(bitPattern: entry.pointee.generation &- now.generation)
            // Its knobs were published before it, so the next quantum reads them.
            if age > 0 { break }
            if age < 0 {
                if budget.discards == 0 { break }
                budget.discards &-= 1
                counts.discardedEntries &+= 1
                timeline.drop()
                continue
            }
            // Checked before the sample, so that segments end only where entries act.
            if !budget.allows(entry) { break }
            let sample = entry.pointee.sample
            if sample > here {
                let end = now.clock &+ Int64(EngineConfiguration.quantum)
                return sample < end ? Int(sample &- now.clock) : EngineConfiguration.quantum
            }
            budget.take(entry)
            if sample < here { counts.lateEntries &+= 1 }
            apply(entry, at: here, &onsets)
            if applied != nil { log(entry.pointee.payload, at: here) }
            timeline.drop()
        }
        return EngineConfiguration.quantum
    }

    /// Records in the log, if there is one, what has acted and when.
    @_noLocks private mutating func log(_ payload: TimelineEntry.Payload, at sample: Int64) {
        _ = applied?.push(TimelineEntry(sample: sample, payload: payload))
    }

    @_noLocks private mutating func apply(
        _ entry: UnsafePointer<TimelineEntry>, at sample: Int64, _ onsets: inout EventQueueProducer<SoundOnset>?
    ) {
        switch entry.pointee.payload {
        case .parameters(let set, let frames):
            let wanted = Int(frames)
            glide.set(set, over: wanted > shortestGlide ? wanted : shortestGlide)
        case .event(let event):
            switch event.kind {
            case .strike: strike(event, at: sample, &onsets)
            case .start: fade.start()
            case .stop: fade.stop()
            }
        case .volume(let gain, let muted):
            var knobs = Knobs()
            knobs.gain = gain
            knobs.muted = muted
            setVolume(knobs, at: sample)
        }
    }

    @_noLocks private mutating func strike(_ event: SynthEvent, at sample: Int64, _ onsets: inout EventQueueProducer<SoundOnset>?) {
        guard !fade.isStopping else { return }
        let event = event.limited()
        strikes.start(event)
        // A soundscape ducks under its tracks' notes but plays none.
        guard isTrack else { return }
        logStrike(event, at: sample, &onsets)
        counts.strikes &+= 1
    }
}

extension SynthEvent {
    /// The same note with every value in range and an audible default in place of a NaN.
    @_noLocks func limited() -> SynthEvent {
        var event = self
        event.frequency = SynthEvent.limit(frequency, Self.lowestFrequency, Self.highestFrequency, else: 440)
        event.level = SynthEvent.limit(level, -90, 12, else: -12)
        event.pan = SynthEvent.limit(pan, -1, 1, else: 0)
        event.duckBy = SynthEvent.limit(duckBy, 0, 60, else: 0)
        event.duckRelease = SynthEvent.limit(duckRelease, 0.01, 60, else: 0.6)
        return event
    }

    @_noLocks private static func limit(_ value: Float, _ low: Float, _ high: Float, else standard: Float) -> Float {
        if value >= low { return value < high ? value : high }
        return value < low ? low : standard
    }
}
