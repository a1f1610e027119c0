/// Audio thread: what the control side says, and when it acts.
extension RainEngine {
    /// Entries that act in one quantum at most, and old ones that are thrown away.
    private static var actLimit: Int { @_noLocks get { 256 } }
    private static var discardLimit: Int { @_noLocks get { 4096 } }

    /// What is left of a quantum's bounded work.
    struct TimelineBudget {
        var acts: Int
        var discards: Int
        @_noLocks init() {
            acts = RainEngine.actLimit
            discards = RainEngine.discardLimit
        }
    }

    /// Reads the knobs, once per quantum.
    @_noLocks mutating func readKnobs() {
        _ = knobs.refresh()
        adoptGeneration(at: clock)
        volume.set(knobs.value)
        // What was set before the first frame was so from the start.
        if clock == 0 { volume.settle() }
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
            let sample = entry.pointee.sample
            if sample > now {
                let end = clock &+ Int64(EngineConfiguration.quantum)
                return sample < end ? Int(sample &- clock) : EngineConfiguration.quantum
            }
            if budget.acts == 0 { break }
            budget.acts &-= 1
            if sample < now { report.lateEntries &+= 1 }
            act(entry)
            timeline.drop()
        }
        return EngineConfiguration.quantum
    }

    @_noLocks private mutating func act(_ entry: UnsafePointer<TimelineEntry>) {
        switch entry.pointee.payload {
        case .parameters(let set, let frames):
            let wanted = Int(frames)
            glide.set(set, over: wanted > shortestGlide ? wanted : shortestGlide)
        case .event(let event):
            switch event.kind {
            case .strike: strike(event)
            case .start: fade.start()
            case .stop: fade.stop()
            }
        }
    }

    @_noLocks private mutating func strike(_ event: SynthEvent) {
        guard !fade.isStopping else { return }
        strikes.start(event.limited())
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
