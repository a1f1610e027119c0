// SPDX-License-Identifier: MIT
/// Audio thread: a band-limited tone, sine, square, sawtooth or triangle, 10 Hz-20 kHz, the same in both channels.
///
/// Its latency is 24 samples, which the band-limited jumps need. A change of shape crossfades over 5 ms. A tone whose level is 0
/// over a segment costs nothing and does not advance.
struct Tone: RenderedLayer, ~Copyable {
    private let transition = ToneTransition.shared.pointer
    /// The sound being assembled, from 24 samples before `position` to 24 after it.
    private let sound = FixedBuffer<Float>(repeating: 0, count: Tone.length)
    private var position = ToneTransition.reach
    private static var length: Int { @_noLocks get { 4096 } }

    private let turnsPerHertz: Double
    /// The phase in turns, 0 ..< 1: now, and at the start.
    private var phase: Double
    private let firstPhase: Double
    // The weights of sine, square, sawtooth and triangle, between which the crossfade moves.
    private var previousMix = SIMD4<Float>(1, 0, 0, 0)
    private var nextMix = SIMD4<Float>(1, 0, 0, 0)
    private var fade: Float = 1
    private let fadeStep: Float
    private var shape = 0
    private var levelGain: SlewedGain

    /// - Parameter phase: the starting phase in turns, 0 ..< 1.
    init(sampleRate: Int, phase: Double = 0) {
        self.phase = phase
        firstPhase = phase
        turnsPerHertz = 1 / Double(sampleRate)
        fadeStep = 1 / (0.005 * Float(sampleRate))
        // From nothing to full scale in 20 ms.
        levelGain = SlewedGain(off: -90, slew: 50 / Float(sampleRate))
    }

    /// Adds the segment.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        render(
            into: block.from(segment.first), frames: segment.frames, level: levelGain.ramp(glide.ramp(.toneLevel), frames: segment.frames),
            frequency: glide.ramp(.toneFrequency), shape: glide.choice(.toneShape))
    }

    /// Adds `frames` frames to both channels. `level` is the amplitude, linear; `frequency` in Hz; `shape` 0 sine,
    /// 1 square, 2 sawtooth, 3 triangle.
    @_noLocks mutating func render(into block: StereoBlock, frames: Int, level: Ramp, frequency: Ramp, shape newShape: Int) {
        if level.isSilent { return }
        if newShape != shape { beginFade(to: newShape) }
        for frame in 0..<frames {
            if position &+ 2 &* ToneTransition.reach > Tone.length { rewind() }
            advance(Double(frequency.at(frame)) * turnsPerHertz)
            let y = sound.first[position &- ToneTransition.reach] * level.at(frame)
            block.left[frame] += y
            block.right[frame] += y
            position = position &+ 1
        }
    }

    /// Discards the samples in progress and returns to the starting phase.
    @_noLocks mutating func silence() {
        sound.clear()
        position = ToneTransition.reach
        phase = firstPhase
        levelGain.reset()
        fade = 1
        previousMix = nextMix
    }

    @_noLocks private mutating func beginFade(to newShape: Int) {
        previousMix = previousMix + (nextMix - previousMix) * fade
        shape = newShape
        nextMix = .zero
        nextMix[newShape] = 1
        fade = 0
    }

    /// Computes the sample at `position`, `turns` after the previous one, and spreads the corrections of its jumps and bends around it.
    @_noLocks private mutating func advance(_ turns: Double) {
        if fade < 1 { fade = min(1, fade + fadeStep) }
        let mix = fade < 1 ? previousMix + (nextMix - previousMix) * fade : nextMix
        let before = phase
        let after = before + turns
        phase = after < 1 ? after : after - 1
        let here = sound.first + position
        var y: Float = 0
        if mix[0] != 0 { y += mix[0] * Float(Tone.sine(phase)) }
        if mix[1] != 0 {
            y += phase < 0.5 ? mix[1] : -mix[1]
            if after >= 1 { transition.pointee.addJump(2 * mix[1], age: (after - 1) / turns, to: here) }
            if before < 0.5, after >= 0.5 { transition.pointee.addJump(-2 * mix[1], age: (after - 0.5) / turns, to: here) }
            // A step from above 1/2 to above 3/2 occurs only beyond half the sample rate; just short of that, both jumps fit in.
            if after >= 1.5 { transition.pointee.addJump(-2 * mix[1], age: (after - 1.5) / turns, to: here) }
        }
        if mix[2] != 0 {
            y += mix[2] * Float(2 * phase - 1)
            if after >= 1 { transition.pointee.addJump(-2 * mix[2], age: (after - 1) / turns, to: here) }
        }
        if mix[3] != 0 {
            let place = phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
            y += mix[3] * Float(place)
            let slope = Float(8 * turns) * mix[3]
            if before < 0.25, after >= 0.25 { transition.pointee.addBend(-slope, age: (after - 0.25) / turns, to: here) }
            if before < 0.75, after >= 0.75 { transition.pointee.addBend(slope, age: (after - 0.75) / turns, to: here) }
            if after >= 1.25 { transition.pointee.addBend(-slope, age: (after - 1.25) / turns, to: here) }
        }
        here.pointee += y
    }

    /// sin(2 pi phase) for a phase of 0 ..< 1, folded to a quarter turn; Chebyshev fit, error below 1e-10.
    @_noLocks @inline(__always) private static func sine(_ phase: Double) -> Double {
        let t = phase < 0.25 ? phase : phase < 0.75 ? 0.5 - phase : phase - 1
        let z = t * t
        var y = z * -14.3941350702 + 42.0098056812
        y = y * z + -76.7042813191
        y = y * z + 81.6052262063
        y = y * z + -41.341702117
        return t * (y * z + 6.28318530707)
    }

    /// Moves the samples in progress to the front and clears the rest.
    @_noLocks private mutating func rewind() {
        let reach = ToneTransition.reach
        let sound = sound.first
        let start = position &- reach
        for index in 0..<2 &* reach { sound[index] = sound[start &+ index] }
        for index in 2 &* reach..<Tone.length { sound[index] = 0 }
        position = reach
    }
}
