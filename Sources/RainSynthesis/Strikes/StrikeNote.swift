// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: one sounding note, a sum of fading partials, each a rotating complex number.
struct StrikeNote: BitwiseCopyable {
    /// Frames since the note began: `length` or more once it is over.
    private(set) var age: Int = 0
    private(set) var length: Int = 0
    /// Remaining frames of a stolen note's fade-out, or a negative number.
    private var fadeFramesLeft: Int = -1
    private var attack: Float = 1
    private var left: Float = 0
    private var right: Float = 0
    private var real = SIMD8<Float>()
    private var imaginary = SIMD8<Float>()
    private var turnReal = SIMD8<Float>()
    private var turnImaginary = SIMD8<Float>()
    private var amplitudes = SIMD8<Float>()

    /// Frames over which a stolen note fades out.
    private static var fadeFrames: Int { @_noLocks get { 256 } }

    /// Makes a free slot.
    @_noLocks init() {}

    /// Makes a note that begins now, with peak `amplitude`.
    @_noLocks init(_ recipe: StrikeRecipe, frequency: Float, amplitude: Float, pan: Float, sampleRate: Int) {
        let rate = Double(sampleRate)
        // A note falls by 60 dB in the longest decay, which comes first, so by 90 dB in one and a half times that.
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
            // Partials too near half the sample rate, and those that would alias, stay silent.
            amplitudes[index] = turns < 0.45 ? recipe.amplitudes[index] : 0
            real[index] = 1
        }
    }

    /// The partials, for the kernel that finds a note's peak. Control side.
    var partials: [SIMD8<Float>] { [turnReal, turnImaginary, amplitudes] }

    /// True while the slot is taken.
    var isActive: Bool { @_noLocks get { age < length } }
    /// True when the note has been stolen and is fading out.
    var isFadingOut: Bool { @_noLocks get { fadeFramesLeft >= 0 } }

    /// The note's approximate loudness now: the summed power of its partials.
    var strength: Float {
        @_noLocks get {
            let power = (real * real + imaginary * imaginary) * (amplitudes * amplitudes)
            let four = power.lowHalf + power.highHalf
            return (four[0] + four[1] + four[2] + four[3]) * max(left * left, right * right)
        }
    }

    /// Starts the note's fade-out, which takes a few milliseconds.
    @_noLocks mutating func fadeOut() { fadeFramesLeft = StrikeNote.fadeFrames }

    /// Adds up to `frames` frames.
    @_noLocks mutating func render(into block: StereoBlock, frames: Int, gain: Ramp) {
        var re = real
        var im = imaginary
        let (c, s, amplitude) = (turnReal, turnImaginary, amplitudes)
        var frame = 0
        while frame < frames, age < length {
            let eight = im * amplitude
            let four = eight.lowHalf + eight.highHalf
            let two = four.lowHalf + four.highHalf
            var y = (two.x + two.y) * gain.at(frame)
            let elapsed = Float(Int32(truncatingIfNeeded: age))
            if elapsed < attack {
                let t = elapsed / attack
                y *= t * t * (3 - 2 * t)
            }
            if fadeFramesLeft >= 0 {
                y *=
                    Float(Int32(truncatingIfNeeded: fadeFramesLeft))
                    / Float(Int32(truncatingIfNeeded: StrikeNote.fadeFrames))
                fadeFramesLeft = fadeFramesLeft &- 1
                if fadeFramesLeft < 0 { age = length }
            }
            block.left[frame] += y * left
            block.right[frame] += y * right
            let turned = re * c - im * s
            im = re * s + im * c
            re = turned
            age = age &+ 1
            frame = frame &+ 1
        }
        real = re
        imaginary = im
    }
}
