import DeterministicMath

/// Audio thread: one sounding note, a sum of fading partials, each a complex number that turns.
struct StrikeNote: BitwiseCopyable {
    /// Frames since it began; below 0 it waits, from `length` on it is over.
    private(set) var age: Int = 0
    private(set) var length: Int = 0
    /// Frames left of the fade of a stolen note, or below 0.
    private var stealFade: Int = -1
    private var attack: Float = 1
    private var left: Float = 0
    private var right: Float = 0
    private var real = SIMD8<Float>()
    private var imaginary = SIMD8<Float>()
    private var turnReal = SIMD8<Float>()
    private var turnImaginary = SIMD8<Float>()
    private var amplitudes = SIMD8<Float>()

    /// Frames over which a note that must give way fades.
    private static var stealFadeFrames: Int { @_noLocks get { 256 } }

    /// A slot that is free.
    @_noLocks init() {}

    /// A note that begins `delay` frames on, with peak `amplitude`.
    @_noLocks init(
        _ recipe: StrikeRecipe, frequency: Float, amplitude: Float, pan: Float, delay: Int, sampleRate: Int
    ) {
        let rate = Double(sampleRate)
        age = 0 &- delay
        // 60 dB in the longest decay, which comes first, so 90 dB in half as long again.
        length = DeterministicMath.roundToInt(Double(recipe.decays[0]) * 1.5 * rate)
        attack = recipe.attack * Float(rate)
        left = min(1, 1 - pan) * amplitude
        right = min(1, 1 + pan) * amplitude
        for index in 0..<8 {
            let turns = Double(frequency * recipe.ratios[index]) / rate
            let fall = DeterministicMath.exp(-6.907755278982137 / (Double(recipe.decays[index]) * rate))
            let (sin, cos) = DeterministicMath.sincos(turns: turns)
            turnReal[index] = Float(cos * fall)
            turnImaginary[index] = Float(sin * fall)
            // What lies too near half the rate, or would fold, stays silent.
            amplitudes[index] = turns < 0.45 ? recipe.amplitudes[index] : 0
            real[index] = 1
        }
    }

    /// True while the slot is taken.
    var isActive: Bool { @_noLocks get { age < length } }
    /// True when the note is on its way out early.
    var isLeaving: Bool { @_noLocks get { stealFade >= 0 } }

    /// About how loud it is now: the sum of its partials' amplitudes.
    var strength: Float {
        @_noLocks get {
            let power = (real * real + imaginary * imaginary) * (amplitudes * amplitudes)
            let four = power.lowHalf + power.highHalf
            return (four[0] + four[1] + four[2] + four[3]) * max(left * left, right * right)
        }
    }

    /// Lets the note fade within a few milliseconds.
    @_noLocks mutating func leave() { stealFade = StrikeNote.stealFadeFrames }

    /// Adds up to `frames` frames.
    @_noLocks mutating func render(
        _ outLeft: UnsafeMutablePointer<Float>, _ outRight: UnsafeMutablePointer<Float>, frames: Int, gain: Ramp
    ) {
        var re = real
        var im = imaginary
        let (c, s, amplitude) = (turnReal, turnImaginary, amplitudes)
        var frame = 0
        while frame < frames, age < length {
            if age >= 0 {
                let eight = im * amplitude
                let four = eight.lowHalf + eight.highHalf
                let two = four.lowHalf + four.highHalf
                var y = (two.x + two.y) * gain.at(frame)
                let begun = Float(Int32(truncatingIfNeeded: age))
                if begun < attack {
                    let t = begun / attack
                    y *= t * t * (3 - 2 * t)
                }
                if stealFade >= 0 {
                    y *=
                        Float(Int32(truncatingIfNeeded: stealFade))
                        / Float(Int32(truncatingIfNeeded: StrikeNote.stealFadeFrames))
                    stealFade = stealFade &- 1
                    if stealFade < 0 { age = length }
                }
                outLeft[frame] += y * left
                outRight[frame] += y * right
                let turned = re * c - im * s
                im = re * s + im * c
                re = turned
            }
            age = age &+ 1
            frame = frame &+ 1
        }
        real = re
        imaginary = im
    }
}
