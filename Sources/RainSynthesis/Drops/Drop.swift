import DeterministicMath

/// A drop whose bubble is yet to come, or what is known of it when it falls. Audio thread.
struct Drop: BitwiseCopyable {
    /// The quantum in which the bubble begins, and how many frames into it, 0 ..< 64; so it is as exact after a day as at
    /// the start.
    let due: Int64
    let offset: Double
    /// The list of the wheel that it waits in, `Wait.none` or `Wait.leaving`.
    var waiting: Int32 = Wait.none
    /// The first quantum in which the impact is over.
    let impactOver: Int64
    let impactAmplitude: Float

    /// What the bubble has at its start, before pan; 0 for a drop without one.
    let amplitude: Double
    /// Samples.
    let length: Double
    /// Turns a sample; growth of the pitch and loss of amplitude, as exponents, a sample.
    let frequency: Double
    let rise: Double
    let decay: Double
    /// Pan gains with the drop's sign.
    let left: Float
    let right: Float

    /// Instead of a list of the wheel.
    enum Wait {
        static var none: Int32 { @_noLocks get { -1 } }
        static var leaving: Int32 { @_noLocks get { -2 } }
    }

    /// A drop that falls `onset` frames into `quantum`.
    ///
    /// The bubble lasts until its envelope, level included and before pan, is 10^-4.5 of full scale (-90 dB). Held far
    /// outside of the parameters' ranges: it loses at most 10.9 dB and gains a factor e in pitch a sample, and ends at
    /// the latest when its pitch factor is e^8.
    /// - Parameter logarithms: of amplitudes; drops that do not differ in them share one.
    @_noLocks init(
        _ shape: DropShape, quantum: Int64, onset: Double, impactGain: Float, bubbleGain: Float,
        logarithms: inout KnownLogarithm
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

    /// The larger power of what sounds and what is to come.
    @_noLocks func power(at quantum: Int64) -> Float {
        let bubble = Float(amplitude)
        let louder = quantum < impactOver && impactAmplitude > bubble ? impactAmplitude : bubble
        return louder * louder
    }
}

/// The natural logarithm of the number that was asked for last. Audio thread.
struct KnownLogarithm: BitwiseCopyable {
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
