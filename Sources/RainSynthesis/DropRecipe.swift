import DeterministicMath

/// What the parameters of one instant make of a drop: the values around which each drop is drawn, in samples and turns.
/// Audio thread.
struct DropRecipe {
    /// A value and how much drops differ in it: the sigma of the lognormal with that mean whose SD is the variation.
    struct Quality: BitwiseCopyable {
        var value: Double
        var sigma: Double

        @_noLocks init(_ value: Double, variation percent: Float) {
            self.value = value
            let ratio = Double(percent) * 0.01
            sigma = ratio > 0 ? DeterministicMath.sqrt(DeterministicMath.log(1 + ratio * ratio)) : 0
        }
    }

    let impactAmplitude: Quality
    /// Samples.
    let impactDuration: Quality
    let delay: Quality
    let bubbleAmplitude: Quality
    /// Turns a sample.
    let frequency: Quality
    let decay: Quality
    /// Samples.
    let bubbleDuration: Quality
    let rise: Quality
    let pan: Double
    let width: Double
    let material: Int32
    /// Linear, of the impact: what the material hears.
    let level: Float

    @_noLocks init(
        _ glide: borrowing ParameterGlide, at frame: Int, sampleRate: Double, impactGain: Float, bubbleGain: Float
    ) {
        let brightness = DeterministicMath.exp2(Double(glide.ramp(.dropsBrightness).at(frame)))
        let gain = DeterministicMath.gain(decibels: Double(glide.ramp(.dropsLevel).at(frame)))
        let samples = sampleRate * 0.001
        level = Float(gain)
        impactAmplitude = Quality(
            Double(glide.ramp(.dropsImpactAmplitude).at(frame)) * gain * Double(impactGain),
            variation: glide.ramp(.dropsImpactAmplitudeVariation).at(frame))
        impactDuration = Quality(
            Double(glide.ramp(.dropsImpactDuration).at(frame)) * samples / brightness,
            variation: glide.ramp(.dropsImpactDurationVariation).at(frame))
        delay = Quality(
            Double(glide.ramp(.dropsDelay).at(frame)) * samples, variation: glide.ramp(.dropsDelayVariation).at(frame))
        bubbleAmplitude = Quality(
            Double(glide.ramp(.dropsBubbleAmplitude).at(frame)) * gain * Double(bubbleGain),
            variation: glide.ramp(.dropsBubbleAmplitudeVariation).at(frame))
        frequency = Quality(
            Double(glide.ramp(.dropsBubbleFrequency).at(frame)) * brightness / sampleRate,
            variation: glide.ramp(.dropsBubbleFrequencyVariation).at(frame))
        decay = Quality(
            Double(glide.ramp(.dropsBubbleDecay).at(frame)), variation: glide.ramp(.dropsBubbleDecayVariation).at(frame))
        bubbleDuration = Quality(
            Double(glide.ramp(.dropsBubbleDuration).at(frame)) * samples,
            variation: glide.ramp(.dropsBubbleDurationVariation).at(frame))
        rise = Quality(
            Double(glide.ramp(.dropsBubbleRise).at(frame)), variation: glide.ramp(.dropsBubbleRiseVariation).at(frame))
        pan = Double(glide.ramp(.dropsPan).at(frame))
        width = Double(glide.ramp(.dropsWidth).at(frame))
        material = Int32(truncatingIfNeeded: DeterministicMath.roundToInt(glide.ramp(.dropsMaterial).at(frame)))
    }
}

/// One drop as drawn: durations in samples, frequency in turns a sample, amplitudes with level and before pan.
struct DropShape: BitwiseCopyable {
    var impactAmplitude: Double
    var impactDuration: Double
    var delay: Double
    var bubbleAmplitude: Double
    var frequency: Double
    var decay: Double
    var bubbleDuration: Double
    var rise: Double
    /// Pan gains with the drop's sign.
    var left: Float
    var right: Float
}

/// Draws drops. One random stream for sign and place, and one for each quality that varies, so that varying one of them
/// leaves all other draws as they were. Audio thread.
struct DropDraw: ~Copyable {
    private var place: RandomStream
    private var impactAmplitude: NormalStream
    private var impactDuration: NormalStream
    private var delay: NormalStream
    private var bubbleAmplitude: NormalStream
    private var frequency: NormalStream
    private var decay: NormalStream
    private var bubbleDuration: NormalStream
    private var rise: NormalStream

    @_noLocks init(seed: UInt64) {
        place = RandomStream(seed: seed, stream: StreamID.drops(2))
        impactAmplitude = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(3)))
        impactDuration = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(4)))
        delay = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(5)))
        bubbleAmplitude = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(6)))
        frequency = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(7)))
        decay = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(8)))
        bubbleDuration = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(9)))
        rise = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(10)))
    }

    /// The next drop. The bounds are far outside of the parameters' ranges and keep wild draws finite: amplitudes to
    /// 1024, durations to 0.01 ... 2^23 samples, pitch to 8 turns a sample, decay from 0.01 on.
    @_noLocks mutating func next(_ recipe: borrowing DropRecipe) -> DropShape {
        let sign = place.next() &>> 63 == 0 ? 1.0 : -1.0
        let scatter = place.symmetric()
        let position = DropDraw.bounded(recipe.pan + recipe.width * scatter, -1, 1)
        let (sin, cos) = DeterministicMath.sincos(turns: (position + 1) * 0.125)
        return DropShape(
            impactAmplitude: DropDraw.vary(recipe.impactAmplitude, &impactAmplitude, 0, 1024),
            impactDuration: DropDraw.vary(recipe.impactDuration, &impactDuration, 0.01, 0x1p23),
            delay: DropDraw.vary(recipe.delay, &delay, 0, 0x1p23),
            bubbleAmplitude: DropDraw.vary(recipe.bubbleAmplitude, &bubbleAmplitude, 0, 1024),
            frequency: DropDraw.vary(recipe.frequency, &frequency, 0, 8),
            decay: DropDraw.vary(recipe.decay, &decay, 0.01, 0x1p23),
            bubbleDuration: DropDraw.vary(recipe.bubbleDuration, &bubbleDuration, 0.01, 0x1p23),
            rise: DropDraw.vary(recipe.rise, &rise, 0, 0x1p23),
            left: Float(sign * cos), right: Float(sign * sin))
    }

    @_noLocks private static func vary(
        _ quality: DropRecipe.Quality, _ normals: inout NormalStream, _ low: Double, _ high: Double
    ) -> Double {
        if quality.sigma == 0 { return bounded(quality.value, low, high) }
        let exponent = quality.sigma * (normals.next() - 0.5 * quality.sigma)
        return bounded(quality.value * DeterministicMath.exp(exponent), low, high)
    }

    @_noLocks private static func bounded(_ x: Double, _ low: Double, _ high: Double) -> Double {
        x > low ? (x < high ? x : high) : low
    }
}

extension DropShape {
    @_noLocks init(
        impactAmplitude: Double, impactDuration: Double, delay: Double, bubbleAmplitude: Double, frequency: Double,
        decay: Double, bubbleDuration: Double, rise: Double, left: Float, right: Float
    ) {
        self.impactAmplitude = impactAmplitude
        self.impactDuration = impactDuration
        self.delay = delay
        self.bubbleAmplitude = bubbleAmplitude
        self.frequency = frequency
        self.decay = decay
        self.bubbleDuration = bubbleDuration
        self.rise = rise
        self.left = left
        self.right = right
    }
}
