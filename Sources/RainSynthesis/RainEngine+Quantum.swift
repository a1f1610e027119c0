import DeterministicMath

/// Audio thread: one quantum, from the layers to the output.
extension RainEngine {
    /// Computes the 64 frames from `clock` on into `buffers.output`.
    @_noLocks mutating func renderQuantum() {
        let quantum = EngineConfiguration.quantum
        readKnobs()
        var budget = TimelineBudget()
        var sounds = false
        struckOnsets = 0
        if flushed < flushLength { clear() }
        var frame = 0
        while frame < quantum {
            var end = takeEntries(at: frame, &budget)
            let arrival = glide.framesLeft
            if arrival > 0 && frame &+ arrival < end { end = frame &+ arrival }
            if fade.isSilent {
                rest(from: frame, frames: end &- frame)
            } else {
                if !sounds && flushed >= flushLength { clear() }
                sounds = true
                renderSegment(from: frame, frames: end &- frame)
            }
            glide.advance(end &- frame)
            frame = end
        }
        finish(sounds)
        clock = clock &+ Int64(quantum)
        report.sample = clock
        telemetry.publish(report)
    }

    /// Empties the busses.
    @_noLocks private func clear() {
        buffers.clear()
        surround.clear()
    }

    /// A segment in which nothing is to be heard.
    @_noLocks private mutating func rest(from first: Int, frames: Int) {
        volume.advance(frames)
        // No note sounds; the ducking keeps its step with the quanta.
        strikes.render(
            addingToLeft: buffers.strikesLeft + first, right: buffers.strikesRight + first, frames: frames)
        var frame = first
        while frame < first &+ frames {
            buffers.duck[frame] = 0
            buffers.gain[frame] = 0
            frame &+= 1
        }
    }

    /// A segment: drops begin, the other layers sound, and the gains are noted frame by frame.
    @_noLocks private mutating func renderSegment(from first: Int, frames: Int) {
        if layers.has(.drops) { fall(from: first, frames: frames) }
        if layers.has(.thunder) {
            thunder.schedule(
                offset: first, frames: frames, rate: glide.ramp(.thunderRate), distance: glide.value(.thunderDistance),
                level: glide.value(.thunderLevel))
        }
        let left = buffers.rainLeft + first
        let right = buffers.rainRight + first
        soundscape.schedule(
            offset: first, frames: frames, glide: glide, left: buffers.rainLeft, right: buffers.rainRight)
        surround.schedule(offset: first, frames: frames, glide: glide)
        if layers.has(.tone) {
            tone.render(
                addingToLeft: left, right: right, frames: frames,
                level: toneGain.ramp(glide.ramp(.toneLevel), frames: frames), frequency: glide.ramp(.toneFrequency),
                shape: glide.value(.toneShape))
        }
        RainEngine.fill(buffers.duck + first, with: strikes.duckGain, frames: frames)
        strikes.render(
            addingToLeft: buffers.strikesLeft + first, right: buffers.strikesRight + first, frames: frames,
            gain: strikesGain.ramp(glide.ramp(.strikesLevel), frames: frames))

        let master = masterGain.ramp(glide.ramp(.masterLevel), frames: frames)
        let gainStart = master.value * volume.value * fade.value
        volume.advance(frames)
        fade.advance(frames)
        let gainEnd = master.at(frames) * volume.value * fade.value
        RainEngine.fill(
            buffers.gain + first, with: Ramp(value: gainStart, step: (gainEnd - gainStart) / Float(frames)),
            frames: frames)
    }

    /// Lets drops fall, each onto the material of its moment.
    @_noLocks private mutating func fall(from first: Int, frames: Int) {
        let material = glide.choice(.dropsMaterial)
        let resonance = resonanceGain.ramp(glide.ramp(.dropsResonance), frames: frames)
        drops.schedule(
            offset: first, frames: frames, glide: glide, impactGain: materials.impactGain(material),
            bubbleGain: materials.bubbleGain(material))
        while struckOnsets < drops.onsetCount {
            let onset = drops.onsets[struckOnsets]
            let gain = resonance.at(DeterministicMath.floorToInt(onset.position) &- first)
            materials.strike(material, position: onset.position, left: onset.left * gain, right: onset.right * gain)
            struckOnsets &+= 1
        }
    }

    @_noLocks private static func fill(_ gains: UnsafeMutablePointer<Float>, with ramp: Ramp, frames: Int) {
        var frame = 0
        while frame < frames {
            gains[frame] = ramp.value + ramp.step * Float(Int32(truncatingIfNeeded: frame))
            frame &+= 1
        }
    }

    /// Sums, takes off what is constant, limits and measures.
    @_noLocks private mutating func finish(_ sounds: Bool) {
        if sounds {
            mix()
            flushed = 0
            if fade.isSilent { silenceLayers() }
        } else if flushed < flushLength {
            flushed &+= 1
        } else {
            clearReport()
            return
        }
        if limits { limiter.processQuantum(surround.planes) }
        if flushed == flushLength {
            // What is left in the delay is silence; so is its gain.
            limiter.silence()
        }
        measure()
    }

    /// Rain and notes, their gains, and no constant part, into the rain's bus.
    @_noLocks private mutating func mix() {
        let left = buffers.rainLeft
        let right = buffers.rainRight
        if layers.has(.drops) {
            drops.render(left: left, right: right)
            materials.render(left: left, right: right)
            noteDrops()
        }
        soundscape.render(left: left, right: right, glide: glide)
        if layers.has(.rain) { noteRain() }
        if layers.has(.thunder) { thunder.render(left: left, right: right) }
        if !layers.has(.strikes) { buffers.clearStrikes() }
        let quantum = EngineConfiguration.quantum
        var frame = 0
        while frame < quantum {
            left[frame] = left[frame] * buffers.duck[frame] + buffers.strikesLeft[frame]
            right[frame] = right[frame] * buffers.duck[frame] + buffers.strikesRight[frame]
            frame &+= 1
        }
        blocker.process(left, right, frames: quantum)
        frame = 0
        while frame < quantum {
            // A negative sample times 0 is -0, which plus 0 is the 0 that silence is made of.
            left[frame] = left[frame] * buffers.gain[frame] + 0
            right[frame] = right[frame] * buffers.gain[frame] + 0
            frame &+= 1
        }
        surround.mix(duck: buffers.duck, gain: buffers.gain, glide: glide)
        report.activeDrops = Int32(truncatingIfNeeded: drops.active)
        report.peakActiveDrops = Int32(truncatingIfNeeded: drops.peakActive)
        report.startedDrops = drops.started
        report.yieldedDrops = drops.yielded
    }

    /// The fade has arrived: every layer forgets what it was sounding.
    @_noLocks private mutating func silenceLayers() {
        drops.silence()
        materials.silence()
        soundscape.silence()
        surround.silence()
        thunder.silence()
        blocker.silence()
        tone.silence()
        toneGain.forget()
        strikes.silence()
        report.activeDrops = 0
    }

    /// Interleaves the quantum and takes its levels.
    @_noLocks private mutating func measure() {
        report.limiterGain = limiter.gain
        guard channels == 2 else { return surround.plan.interleave(surround.planes, into: buffers.output, &report) }
        let left = surround.planes[0]
        let right = surround.planes[1]
        let output = buffers.output
        var peaks = SIMD2<Float>()
        var power = SIMD2<Float>()
        let quantum = EngineConfiguration.quantum
        var frame = 0
        while frame < quantum {
            let y = SIMD2(left[frame], right[frame])
            output[2 &* frame] = y.x
            output[2 &* frame &+ 1] = y.y
            let size = y.replacing(with: -y, where: y .< 0)
            peaks = peaks.replacing(with: size, where: size .> peaks)
            power = power + y * y
            frame &+= 1
        }
        let share = 1 / Float(Int32(truncatingIfNeeded: quantum))
        report.peakLeft = peaks.x
        report.peakRight = peaks.y
        report.powerLeft = power.x * share
        report.powerRight = power.y * share
    }

    @_noLocks private mutating func clearReport() {
        report.peakLeft = 0
        report.peakRight = 0
        report.powerLeft = 0
        report.powerRight = 0
        report.limiterGain = 1
    }
}
