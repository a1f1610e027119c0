/// Audio thread: one quantum of all parts.
extension RainEnsemble {
    /// Computes the next 64 frames into `output`.
    @_noLocks mutating func renderQuantum() {
        passKnobsOn()
        let wasAtRest = isAtRest
        for index in 0...partCount { engines[index].renderQuantum() }
        var sounding = 0
        for index in 0..<partCount where !engines[index].fade.isStopping { sounding = sounding &+ 1 }
        gain.set(sounding, isSilent: wasAtRest)
        add()
        finish()
        count()
        telemetry.publish(report)
    }

    /// True while no engine has anything to put out.
    private var isAtRest: Bool {
        @_noLocks get {
            for index in 0...partCount where !engines[index].isAtRest { return false }
            return true
        }
    }

    /// All engines take a new generation at the same sample: they get their knobs from here.
    @_noLocks private mutating func passKnobsOn() {
        guard knobs.refresh() else { return }
        let new = knobs.value
        for index in 0...partCount { knobWriters[index].publish(new) }
    }

    /// The parts' sum, turned down, and the soundscape.
    @_noLocks private mutating func add() {
        for index in 0..<sampleCount { samples[index] = 0 }
        for index in 0..<partCount where !engines[index].isAtRest { engines[index].surround.add(to: planes) }
        let quantum = EngineConfiguration.quantum
        let ramp = gain.ramp(frames: quantum)
        for plane in 0..<2 &* plan.outputs {
            let frames = planes[plane]
            // A negative sample times 0 is -0, which plus 0 is the 0 that silence is made of.
            for frame in 0..<quantum { frames[frame] = frames[frame] * ramp.at(frame) + 0 }
        }
        if !engines[partCount].isAtRest { engines[partCount].surround.add(to: planes) }
    }

    /// Limits and measures.
    @_noLocks private mutating func finish() {
        if !isAtRest {
            flushed = 0
        } else if flushed < flushLength {
            flushed = flushed &+ 1
        } else {
            report.peakLeft = 0
            report.peakRight = 0
            report.powerLeft = 0
            report.powerRight = 0
            report.limiterGain = 1
            return
        }
        if limits { limiter.processQuantum(planes) }
        if flushed == flushLength { limiter.silence() }
        report.limiterGain = limiter.gain
        plan.interleave(planes, into: output, &report)
    }

    /// What the engines say of themselves, together.
    @_noLocks private mutating func count() {
        let soundscape = engines[partCount].report
        report.sample = soundscape.sample
        report.generation = soundscape.generation
        report.generationSample = soundscape.generationSample
        report.activeDrops = soundscape.activeDrops
        report.peakActiveDrops = soundscape.peakActiveDrops
        report.startedDrops = soundscape.startedDrops
        report.yieldedDrops = soundscape.yieldedDrops
        report.lateEntries = soundscape.lateEntries
        report.discardedEntries = soundscape.discardedEntries
        // The soundscape steps back under every note and sounds none.
        report.strikes = 0
        for index in 0..<partCount {
            let part = engines[index].report
            report.activeDrops = report.activeDrops &+ part.activeDrops
            report.peakActiveDrops = report.peakActiveDrops &+ part.peakActiveDrops
            report.startedDrops = report.startedDrops &+ part.startedDrops
            report.yieldedDrops = report.yieldedDrops &+ part.yieldedDrops
            report.lateEntries = report.lateEntries &+ part.lateEntries
            report.discardedEntries = report.discardedEntries &+ part.discardedEntries
            report.strikes = report.strikes &+ part.strikes
        }
    }
}

extension RainEngine {
    /// True while it has stopped and nothing is left of its sound.
    var isAtRest: Bool { @_noLocks get { fade.isSilent && flushed >= flushLength } }
}
