/// Audio thread: what the control side says, and when it acts.
extension RainEngine {
    /// Entries that act in one quantum at most, and old ones that are thrown away.
    private static var actLimit: Int { @_noLocks get { 256 } }
    private static var discardLimit: Int { @_noLocks get { 4096 } }

    /// What is left of a quantum's bounded work.
    struct TimelineBudget {
        private var acts: Int
        /// One, as the knobs are read once.
        private var volumes = 1
        var discards: Int
        @_noLocks init() {
            acts = RainEngine.actLimit
            discards = RainEngine.discardLimit
        }

        /// True while an entry of this kind may still act.
        @_noLocks func allows(_ entry: UnsafePointer<TimelineEntry>) -> Bool {
            if case .volume = entry.pointee.payload { volumes > 0 } else { acts > 0 }
        }

        @_noLocks mutating func take(_ entry: UnsafePointer<TimelineEntry>) {
            if case .volume = entry.pointee.payload { volumes &-= 1 } else { acts &-= 1 }
        }
    }

    /// Reads the knobs, once per quantum.
    @_noLocks mutating func readKnobs() {
        _ = knobs.refresh()
        adoptGeneration(at: clock)
        let new = knobs.value
        if let obeyed, obeyed.gain.bitPattern == new.gain.bitPattern, obeyed.muted == new.muted { return }
        obeyed = new
        turn(new, at: clock)
        note(.volume(gain: new.gain, muted: new.muted), at: clock)
    }

    @_noLocks private mutating func turn(_ new: Knobs, at now: Int64) {
        volume.set(new)
        // What was set before the first frame was so from the start.
        if now == 0 { volume.settle() }
    }

    @_noLocks private mutating func adoptGeneration(at sample: Int64) {
        let newest = knobs.value.generation
        guard Int32(bitPattern: newest &- report.generation) > 0 else { return }
        report.generation = newest
        report.generationSample = sample
    }

    /// Lets every entry act that is due at `frame` of the quantum; the frame of the next one, or the quantum's end.
    @_noLocks mutating func takeEntries(at frame: Int, _ budget: inout TimelineBudget) -> Int {
        let now = clock &+ Int64(frame)
        while let entry = timeline.front() {
            if Int32(bitPattern: entry.pointee.generation &- report.generation) > 0 {
                // Its knobs were published before it, so they can be seen now; if not, it waits for them.
                _ = knobs.refresh()
                adoptGeneration(at: now)
            }
            let age = Int32(bitPattern: entry.pointee.generation &- report.generation)
            if age > 0 { break }
            if age < 0 {
                if budget.discards == 0 { break }
                budget.discards &-= 1
                report.discardedEntries &+= 1
                timeline.drop()
                continue
            }
            // Asked before the sample, so that segments end where entries act and nowhere else.
            if !budget.allows(entry) { break }
            let sample = entry.pointee.sample
            if sample > now {
                let end = clock &+ Int64(EngineConfiguration.quantum)
                return sample < end ? Int(sample &- clock) : EngineConfiguration.quantum
            }
            budget.take(entry)
            if sample < now { report.lateEntries &+= 1 }
            act(entry, at: now)
            note(entry.pointee.payload, at: now)
            timeline.drop()
        }
        return EngineConfiguration.quantum
    }

    /// Tells the log, if there is one, what has acted and when.
    @_noLocks private mutating func note(_ payload: TimelineEntry.Payload, at now: Int64) {
        _ = applied?.push(TimelineEntry(sample: now, payload: payload))
    }

    @_noLocks private mutating func act(_ entry: UnsafePointer<TimelineEntry>, at now: Int64) {
        switch entry.pointee.payload {
        case .parameters(let set, let frames):
            let wanted = Int(frames)
            glide.set(set, over: wanted > shortestGlide ? wanted : shortestGlide)
        case .event(let event):
            switch event.kind {
            case .strike: strike(event, at: now)
            case .start: fade.start()
            case .stop: fade.stop()
            }
        case .volume(let gain, let muted):
            var knobs = Knobs()
            knobs.gain = gain
            knobs.muted = muted
            turn(knobs, at: now)
        }
    }

    @_noLocks private mutating func strike(_ event: SynthEvent, at now: Int64) {
        guard !fade.isStopping else { return }
        let event = event.limited()
        strikes.start(event)
        noteStrike(event, at: now)
        report.strikes &+= 1
    }
}

extension SynthEvent {
    /// The same note with every figure in its range, and something to hear where one is not a number.
    @_noLocks func limited() -> SynthEvent {
        var event = self
        event.frequency = SynthEvent.limit(frequency, 32, 8000, else: 440)
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
