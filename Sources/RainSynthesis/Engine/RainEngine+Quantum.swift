// SPDX-License-Identifier: MIT
/// Audio thread: renders quanta, from the parts to the output.
extension RainEngine {
    /// Renders `count` quanta of 64 frames from `clock` into `output`.
    ///
    /// Each track renders all of them before the next begins: the state of 64 tracks exceeds the processor's nearest caches, and so is
    /// fetched once instead of `count` times. Every sum keeps its order.
    @_noLocks mutating func renderQuanta(_ count: Int) {
        applyOrders()
        var now = QuantumStart()
        now.knobs = readKnobs()
        now.generation = report.generation
        now.share = share.value
        for quantum in 0..<count { quanta.first[quantum] = QuantumTally() }
        bus.clear(quanta: count)
        for index in 0..<partCount where parts.first[index].part.pointee.isTrack { renderTrack(parts.first[index], count, now) }
        now.share = 1
        for quantum in 0..<count {
            now.clock = clock
            for index in 0..<partCount where !parts.first[index].part.pointee.isTrack {
                parts.first[index].part.pointee.renderQuantum(now, &onsets)
                if parts.first[index].part.pointee.sounds { quanta.first[quantum].sounds = true }
            }
            finish(quantum)
            clock = clock &+ Int64(EngineConfiguration.quantum)
        }
        var counts = countsOfLeft
        for index in 0..<partCount { counts.add(parts.first[index].part.pointee.counts) }
        returnParts()
        report.sample = clock
        report.counts = counts
        telemetry.publish(report)
    }

    /// Renders a track's next `count` quanta and adds them to the bus.
    @_noLocks private mutating func renderTrack(_ handle: PartHandle, _ count: Int, _ start: QuantumStart) {
        var now = start
        now.clock = clock
        for quantum in 0..<count {
            handle.part.pointee.renderQuantum(now, &onsets)
            if !handle.part.pointee.fade.isStopping { quanta.first[quantum].tracks &+= 1 }
            if handle.part.pointee.sounds {
                quanta.first[quantum].sounds = true
                bus.select(quantum)
                handle.part.pointee.add(to: bus)
            }
            now.clock = now.clock &+ Int64(EngineConfiguration.quantum)
        }
    }

    /// Reads the knobs; a new generation begins here.
    @_noLocks private mutating func readKnobs() -> Knobs {
        _ = knobs.refresh()
        let newest = knobs.value
        if Int32(bitPattern: newest.generation &- report.generation) > 0 {
            report.generation = newest.generation
            report.generationSample = clock
        }
        return newest
    }

    /// Sums, encodes, limits and measures one quantum.
    @_noLocks private mutating func finish(_ quantum: Int) {
        let tally = quanta.first[quantum]
        share.set(tally.tracks, isSilent: flushed > 0)
        let frames = output.first + quantum &* EngineConfiguration.quantum &* channels
        if tally.sounds {
            flushed = 0
        } else if flushed < flushLength {
            if flushed == 0 { bus.silence() }
            flushed &+= 1
        } else {
            for index in 0..<EngineConfiguration.quantum &* channels { frames[index] = 0 }
            (report.peakLeft, report.peakRight, report.powerLeft, report.powerRight, report.limiterGain) = (0, 0, 0, 0, 1)
            return
        }
        bus.select(quantum)
        if tally.sounds { sum() }
        if limits { limiter.processQuantum(bus.planes) }
        if flushed == flushLength {
            // Only silence is left in the delay; the gain is reset as well.
            limiter.silence()
        }
        report.limiterGain = limiter.gain
        bus.plan.interleave(bus.planes, into: frames, levels: levels.first, isa, &report)
    }

    /// Brings the sum of the tracks to their shared gain, then adds the soundscape behind several.
    @_noLocks private mutating func sum() {
        bus.scale(share.ramp(frames: EngineConfiguration.quantum))
        for index in 0..<partCount where !parts.first[index].part.pointee.isTrack && parts.first[index].part.pointee.sounds {
            parts.first[index].part.pointee.add(to: bus)
        }
        bus.encode()
    }

    // MARK: Tracks that come and go

    /// Adds the parts that enter, and tells those that leave when to stop.
    @_noLocks private mutating func applyOrders() {
        while let order = orders.pop() {
            switch order {
            case .enter(let handle):
                handle.part.pointee.start = clock
                parts.first[partCount] = handle
                partCount = partCount &+ 1
            case .leave(let handle, let sample): handle.part.pointee.leavesAt = sample
            }
        }
    }

    /// Returns the parts that have left to the control side.
    @_noLocks private mutating func returnParts() {
        var kept = 0
        for index in 0..<partCount {
            let handle = parts.first[index]
            if handle.part.pointee.hasLeft {
                countsOfLeft.add(handle.part.pointee.counts)
                _ = returns.push(handle)
            } else {
                parts.first[kept] = handle
                kept = kept &+ 1
            }
        }
        partCount = kept
    }
}

/// What one quantum contains, over all parts.
struct QuantumTally: BitwiseCopyable {
    /// Whether it contains sound.
    var sounds = false
    /// The number of tracks that sound or are about to.
    var tracks = 0
    @_noLocks init() {}
}
