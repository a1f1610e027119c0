// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: one channel pair's share of the rain around the listener: physical rain, wind, bed and wash.
///
/// Stereo has one soundscape; a layout of more loudspeakers has one for each pair, with its own random numbers. A pair's share is
/// its part of the total power: that part of the drops, each at its full level, and that part of the noise. All pairs together
/// are then as dense and as loud as one alone.
struct Soundscape: ~Copyable {
    private let rain: OwnedLayer<RainLayer>
    private let wind: OwnedLayer<Wind>
    private let bed: OwnedLayer<Bed>
    private let wash: OwnedLayer<Wash>
    private var bedGain = MixGain(off: -60)
    /// The share as an amplitude.
    private let amplitude: Float

    /// - Parameters:
    ///   - pair: 0 is the front pair, which uses `seed` itself.
    ///   - share: this pair's part of the power, 0 ... 1.
    ///   - layers: the layers that reach the mix.
    init(
        sampleRate: Int, seed: UInt64, pair: Int = 0, share: Double = 1, layers: SoundLayers = .all,
        instructionSet: InstructionSet = .standard
    ) {
        let own = StreamID.seed(seed, pair: pair)
        // All pairs share one walk, so that the rain swells and ebbs in all of them together.
        rain =
            layers.has(.rain)
            ? OwnedLayer(RainLayer(sampleRate: sampleRate, seed: own, walk: seed, share: share, instructionSet: instructionSet))
            : OwnedLayer()
        wind =
            layers.has(.wind)
            ? OwnedLayer(Wind(sampleRate: sampleRate, seed: own, gusts: seed, instructionSet: instructionSet)) : OwnedLayer()
        bed = layers.has(.bed) ? OwnedLayer(Bed(sampleRate: sampleRate, seed: own, instructionSet: instructionSet)) : OwnedLayer()
        wash = layers.has(.wash) ? OwnedLayer(Wash(sampleRate: sampleRate, seed: own)) : OwnedLayer()
        amplitude = Float(DeterministicMath.sqrt(share))
    }

    /// Adds the noise of frames `offset ..< offset + frames` of the quantum, and schedules their rain.
    @_noLocks mutating func schedule(
        offset: Int, frames: Int, glide: borrowing ParameterRamps, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        rain.place?.pointee.schedule(offset: offset, frames: frames, glide: glide)
        let level = bedGain.ramp(glide.ramp(.bedLevel), frames: frames)
        bed.place?.pointee.render(
            addingToLeft: left + offset, right: right + offset, frames: frames, white: glide.ramp(.bedWhite),
            pink: glide.ramp(.bedPink), brown: glide.ramp(.bedBrown), corner: glide.ramp(.bedBrownCorner),
            gain: Ramp(value: level.value * amplitude, step: level.step * amplitude), width: glide.ramp(.bedWidth))
        wash.place?.pointee.render(
            addingToLeft: left + offset, right: right + offset, frames: frames, level: glide.ramp(.washLevel),
            frequency: glide.ramp(.washFrequency), pulse: glide.ramp(.washPulse), gain: Ramp(value: amplitude))
    }

    /// Rain grains dropped since the start because the pool was full.
    var refused: Int64 { @_noLocks get { rain.place?.pointee.refused ?? 0 } }

    /// The number of single raindrops in the newest quantum.
    var arrivalCount: Int { @_noLocks get { rain.place?.pointee.arrivalCount ?? 0 } }

    /// One of these drops, and the gain of its layer at that time.
    @_noLocks func arrival(_ index: Int) -> (RainArrival, Float)? { rain.place?.pointee.arrivalAndGain(index) }

    /// Adds the quantum's rain and wind.
    @_noLocks mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, glide: borrowing ParameterRamps
    ) {
        rain.place?.pointee.render(left: left, right: right)
        wind.place?.pointee.render(
            left: left, right: right, level: glide.value(.windLevel), speed: glide.value(.windSpeed), share: amplitude)
    }

    /// Discards all sound in progress.
    @_noLocks mutating func silence() {
        rain.place?.pointee.silence()
        wind.place?.pointee.silence()
        bed.place?.pointee.silence()
        wash.place?.pointee.silence()
    }
}
