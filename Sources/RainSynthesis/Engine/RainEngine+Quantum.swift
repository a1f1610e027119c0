// SPDX-License-Identifier: MIT
/// Audio thread: renders one quantum, from the parts to the output.
extension RainEngine {
    /// Renders the 64 frames from `clock` into `output`.
    @_noLocks mutating func renderQuantum() {
        obeyOrders()
        var now = QuantumStart()
        now.clock = clock
        now.knobs = readKnobs()
        now.generation = report.generation
        var sounds = false
        var counts = past
        var sounding = 0
        for index in 0..<partCount {
            let part = parts[index].part
            now.share = part.pointee.isTrack ? share.value : 1
            part.pointee.renderQuantum(now, &onsets)
            if part.pointee.sounds { sounds = true }
            if part.pointee.isTrack && !part.pointee.fade.isStopping { sounding = sounding &+ 1 }
            counts.add(part.pointee.counts)
        }
        share.set(sounding, isSilent: flushed > 0)
        finish(sounds)
        handBack()
        clock = clock &+ Int64(EngineConfiguration.quantum)
        report.sample = clock
        report.take(counts)
        telemetry.publish(report)
    }

    /// Reads the knobs, once per quantum; a new generation begins here.
    @_noLocks private mutating func readKnobs() -> Knobs {
        _ = knobs.refresh()
        let newest = knobs.value
        if Int32(bitPattern: newest.generation &- report.generation) > 0 {
            report.generation = newest.generation
            report.generationSample = clock
        }
        return newest
    }

    /// Sums, encodes, limits and measures.
    @_noLocks private mutating func finish(_ sounds: Bool) {
        if sounds {
            flushed = 0
        } else if flushed < flushLength {
            if flushed == 0 { bus.silence() }
            flushed &+= 1
        } else {
            report.clearLevels()
            return
        }
        bus.clear()
        if sounds { sum() }
        if limits { limiter.processQuantum(bus.planes) }
        if flushed == flushLength {
            // Only silence is left in the delay; the gain is reset as well.
            limiter.silence()
        }
        report.limiterGain = limiter.gain
        bus.plan.interleave(bus.planes, into: output, levels: levels.first, isa, &report)
    }

    /// Sums the tracks at their shared gain, then adds the soundscape behind several.
    @_noLocks private mutating func sum() {
        for index in 0..<partCount where parts[index].part.pointee.isTrack { add(parts[index]) }
        bus.scale(share.ramp(frames: EngineConfiguration.quantum))
        for index in 0..<partCount where !parts[index].part.pointee.isTrack { add(parts[index]) }
        bus.encode()
    }

    @_noLocks private mutating func add(_ handle: PartHandle) {
        if handle.part.pointee.sounds { handle.part.pointee.add(to: bus) }
    }

    // MARK: Tracks that come and go

    /// Adds the parts that enter and notes which are to leave.
    @_noLocks private mutating func obeyOrders() {
        while let order = orders.pop() {
            switch order {
            case .enter(let handle):
                handle.part.pointee.start = clock
                parts[partCount] = handle
                partCount = partCount &+ 1
            case .leave(let handle, let sample): handle.part.pointee.leavesAt = sample
            }
        }
    }

    /// Hands back the parts that have left.
    @_noLocks private mutating func handBack() {
        var kept = 0
        for index in 0..<partCount {
            let handle = parts[index]
            if handle.part.pointee.hasLeft {
                past.add(handle.part.pointee.counts)
                _ = returns.push(handle)
            } else {
                parts[kept] = handle
                kept = kept &+ 1
            }
        }
        partCount = kept
    }
}

extension Telemetry {
    /// Audio thread: sets the levels of silence.
    @_noLocks fileprivate mutating func clearLevels() {
        peakLeft = 0
        peakRight = 0
        powerLeft = 0
        powerRight = 0
        limiterGain = 1
    }
}
