// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: one channel pair's share of the rain around the listener: physical rain, wind, bed and wash; in the front pair
/// thunder and rails too.
///
/// Stereo has one soundscape; a layout of more loudspeakers has one for each pair, with its own random numbers. A pair's share is
/// its part of the total power: that part of the drops, each at its full level, and that part of the noise. All pairs together
/// are then as dense and as loud as one alone.
struct Soundscape: RenderedLayer, ~Copyable {
    let rain: OwnedLayer<RainLayer>
    private let wind: OwnedLayer<Wind>
    private let thunder: OwnedLayer<Thunder>
    private let rails: OwnedLayer<Rails>
    private let bed: OwnedLayer<Bed>
    private let wash: OwnedLayer<Wash>

    /// - Parameters:
    ///   - pair: 0 is the front pair, which uses `seed` itself.
    ///   - share: this pair's part of the power, 0 ... 1.
    ///   - layers: the layers that reach the mix.
    init(sampleRate: Int, seed: UInt64, pair: Int, share: Double, layers: SoundLayers, instructionSet: InstructionSet) {
        let own = StreamID.seed(seed, pair: pair)
        let amplitude = Float(DeterministicMath.sqrt(share))
        // All pairs share one walk and one wind, so that rain and gusts swell and ebb in all of them together.
        rain = OwnedLayer(
            if: layers.has(.rain),
            RainLayer(sampleRate: sampleRate, seed: own, walk: seed, share: share, instructionSet: instructionSet))
        wind = OwnedLayer(
            if: layers.has(.wind),
            Wind(sampleRate: sampleRate, seed: own, gusts: seed, amplitude: amplitude, instructionSet: instructionSet))
        thunder = OwnedLayer(
            if: layers.has(.thunder) && pair == 0,
            Thunder(sampleRate: sampleRate, seed: own, instructionSet: instructionSet))
        rails = OwnedLayer(if: layers.has(.rails) && pair == 0, Rails(sampleRate: sampleRate))
        bed = OwnedLayer(if: layers.has(.bed), Bed(sampleRate: sampleRate, seed: own, amplitude: amplitude, instructionSet: instructionSet))
        wash = OwnedLayer(if: layers.has(.wash), Wash(sampleRate: sampleRate, seed: own, amplitude: amplitude))
    }

    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        rain.pointer?.pointee.schedule(segment, glide, into: block)
        thunder.pointer?.pointee.schedule(segment, glide, into: block)
        rails.pointer?.pointee.schedule(segment, glide, into: block)
        bed.pointer?.pointee.schedule(segment, glide, into: block)
        wash.pointer?.pointee.schedule(segment, glide, into: block)
    }

    @_noLocks mutating func render(_ glide: borrowing ParameterRamps, into block: StereoBlock) {
        rain.pointer?.pointee.render(glide, into: block)
        wind.pointer?.pointee.render(glide, into: block)
        thunder.pointer?.pointee.render(glide, into: block)
    }

    @_noLocks mutating func silence() {
        rain.pointer?.pointee.silence()
        wind.pointer?.pointee.silence()
        thunder.pointer?.pointee.silence()
        rails.pointer?.pointee.silence()
        bed.pointer?.pointee.silence()
        wash.pointer?.pointee.silence()
    }

    var refused: Int64 { @_noLocks get { (rain.pointer?.pointee.refused ?? 0) &+ (thunder.pointer?.pointee.refused ?? 0) } }
    /// The single raindrops of the quantum.
    var arrivalCount: Int { @_noLocks get { rain.pointer?.pointee.arrivalCount ?? 0 } }
}
