import DeterministicMath

/// Audio thread: what one pair of channels has of the rain around the listener: physical rain, wind, bed and wash.
///
/// Stereo has one; a layout of more loudspeakers has one for each pair, with random numbers of its own. A pair's share is
/// its part of the whole's power: so many of the drops, each as loud as it is, and so much of the noise. All of them
/// together are then as dense and as loud as one alone.
struct Soundscape: ~Copyable {
    private var rain: RainLayer?
    private var wind: Wind?
    private var bed: Bed?
    private var wash: Wash?
    private var bedGain = MixGain(off: -60)
    /// The share as an amplitude.
    private let amplitude: Float

    /// - Parameters:
    ///   - pair: 0 is the front pair, whose numbers are `seed`'s own.
    ///   - share: this pair's part of the power, 0 ... 1.
    ///   - layers: which of them reach the mix.
    init(sampleRate: Int, seed: UInt64, pair: Int = 0, share: Double = 1, layers: SoundLayers = .all) {
        let own = StreamID.seed(seed, pair: pair)
        // The rain swells and ebbs as a whole, so that its walk is the same for every pair.
        rain = layers.has(.rain) ? RainLayer(sampleRate: sampleRate, seed: own, walk: seed, share: share) : nil
        wind = layers.has(.wind) ? Wind(sampleRate: sampleRate, seed: own, gusts: seed) : nil
        bed = layers.has(.bed) ? Bed(sampleRate: sampleRate, seed: own) : nil
        wash = layers.has(.wash) ? Wash(sampleRate: sampleRate, seed: own) : nil
        amplitude = Float(DeterministicMath.sqrt(share))
    }

    /// Adds the noise of frames `offset ..< offset + frames` of the quantum, and lets it rain in them.
    @_noLocks mutating func schedule(
        offset: Int, frames: Int, glide: borrowing ParameterRamps, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        rain?.schedule(offset: offset, frames: frames, glide: glide)
        let level = bedGain.ramp(glide.ramp(.bedLevel), frames: frames)
        bed?.render(
            addingToLeft: left + offset, right: right + offset, frames: frames, white: glide.ramp(.bedWhite),
            pink: glide.ramp(.bedPink), brown: glide.ramp(.bedBrown), corner: glide.ramp(.bedBrownCorner),
            gain: Ramp(value: level.value * amplitude, step: level.step * amplitude))
        wash?.render(
            addingToLeft: left + offset, right: right + offset, frames: frames, level: glide.ramp(.washLevel),
            frequency: glide.ramp(.washFrequency), pulse: glide.ramp(.washPulse), gain: Ramp(value: amplitude))
    }

    /// Grains of rain that found no room since the start.
    var refused: Int64 { @_noLocks mutating get { rain?.refused ?? 0 } }

    /// How many single drops of rain fell in the newest quantum.
    var arrivalCount: Int { @_noLocks mutating get { rain?.arrivalCount ?? 0 } }

    /// One of them, and the gain of its layer then.
    @_noLocks mutating func arrival(_ index: Int) -> (RainArrival, Float)? { rain?.arrivalAndGain(index) }

    /// Adds the quantum's rain and wind.
    @_noLocks mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, glide: borrowing ParameterRamps
    ) {
        rain?.render(left: left, right: right)
        wind?.render(
            left: left, right: right, level: glide.value(.windLevel), speed: glide.value(.windSpeed), share: amplitude)
    }

    /// Forgets everything that sounds.
    @_noLocks mutating func silence() {
        rain?.silence()
        wind?.silence()
        bed?.silence()
        wash?.silence()
    }
}
