// SPDX-License-Identifier: MIT
import DeterministicMath

/// A drop as known when it falls, kept while its bubble is yet to come. Audio thread.
struct Drop: BitwiseCopyable {
    /// The quantum in which the bubble begins, and its offset in frames, 0 ..< 64. So the time is as exact after a day as at the start.
    let due: Int64
    let offset: Double
    /// The list of the wheel in which the drop waits, `Wait.none` or `Wait.leaving`.
    var waiting: Int32 = Wait.none
    /// The first quantum in which the impact is over.
    let impactOver: Int64
    let impactAmplitude: Float

    /// The bubble's amplitude at its start, before pan; 0 for a drop without a bubble.
    let amplitude: Double
    /// The bubble's length in samples.
    let length: Double
    /// The pitch in turns per sample, and the growth of the pitch and the loss of amplitude as exponents per sample.
    let frequency: Double
    let rise: Double
    let decay: Double
    /// Pan gains with the drop's sign.
    let left: Float
    let right: Float

    /// Values of `waiting` that are not lists of the wheel.
    enum Wait {
        static var none: Int32 { @_noLocks get { -1 } }
        static var leaving: Int32 { @_noLocks get { -2 } }
    }

    /// Makes a drop that falls `onset` frames into `quantum`.
    ///
    /// The bubble lasts until its envelope, level included and before pan, is 10^-4.5 of full scale (-90 dB). Its
    /// limits lie far outside the parameters' ranges: per sample it loses at most 10.9 dB and rises in pitch by at most
    /// a factor e, and it ends at the latest when its pitch factor is e^8.
    /// - Parameter logarithms: a cache of the amplitudes' logarithms; drops of equal amplitude share one.
    @_noLocks init(
        _ shape: DropShape, quantum: Int64, onset: Double, impactGain: Float, bubbleGain: Float, logarithms: inout LogarithmCache
    ) {
        let silence = 3.1622776601683795e-5
        let start = onset + shape.impactDuration + shape.delay
        let ahead = DeterministicMath.floorToInt(start * (1.0 / 64))
        due = quantum &+ Int64(ahead)
        offset = start - 64 * Double(ahead)
        let impactEnd = onset + shape.impactDuration
        impactOver = quantum &+ 1 &+ Int64(DeterministicMath.floorToInt(impactEnd * (1.0 / 64)))
        impactAmplitude = Float(shape.impactAmplitude) * impactGain
        frequency = shape.frequency
        let perSample = 1 / shape.bubbleDuration
        let wantedDecay = shape.decay * perSample
        let wantedRise = shape.rise * perSample
        decay = wantedDecay < 1.25 ? wantedDecay : 1.25
        rise = wantedRise < 1 ? wantedRise : 1
        left = shape.left
        right = shape.right
        let wanted = shape.bubbleAmplitude * Double(bubbleGain)
        if wanted > silence {
            amplitude = wanted
            let fading = (logarithms.of(wanted) + 10.361632918473206) / decay
            length = rise * fading < 8 ? fading : 8 / rise
        } else {
            amplitude = 0
            length = 0
        }
    }

    /// The larger of the power that sounds now and the power that is yet to come.
    @_noLocks func power(at quantum: Int64) -> Float {
        let bubble = Float(amplitude)
        let louder = quantum < impactOver && impactAmplitude > bubble ? impactAmplitude : bubble
        return louder * louder
    }
}

/// A cache of the last natural logarithm computed. Audio thread.
struct LogarithmCache: BitwiseCopyable {
    private var number = 1.0
    private var logarithm = 0.0

    @_noLocks init() {}

    @_noLocks mutating func of(_ number: Double) -> Double {
        if number != self.number {
            self.number = number
            logarithm = DeterministicMath.log(number)
        }
        return logarithm
    }
}
