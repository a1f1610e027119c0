// SPDX-License-Identifier: MIT
/// Audio thread: the continuous noise under the drops, white, pink and brown, each with its own RMS.
///
/// Six independent random streams, one per colour and channel. A colour whose level is 0 over a segment costs nothing
/// and does not advance. The division of frames into segments does not affect the sound.
struct Bed: RenderedLayer, ~Copyable {
    private var white: WhiteNoise
    private var pink: PinkNoise
    private var brown: BrownNoise
    private var levelGain = MixGain(off: -60)
    /// The pair's part as an amplitude.
    private let amplitude: Float

    /// - Parameters:
    ///   - sampleRate: one of the engine's.
    ///   - amplitude: the pair's part, 0 ... 1.
    init(sampleRate: Int, seed: UInt64, amplitude: Float = 1, instructionSet: InstructionSet = .standard) {
        self.amplitude = amplitude
        white = WhiteNoise(sampleRate: sampleRate, seed: seed, instructionSet: instructionSet)
        pink = PinkNoise(sampleRate: sampleRate, seed: seed, instructionSet: instructionSet)
        brown = BrownNoise(sampleRate: sampleRate, seed: seed, instructionSet: instructionSet)
    }

    /// Adds the segment.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        let level = levelGain.ramp(glide.ramp(.bedLevel), frames: segment.frames)
        render(
            into: block.from(segment.first), frames: segment.frames, white: glide.ramp(.bedWhite), pink: glide.ramp(.bedPink),
            brown: glide.ramp(.bedBrown), corner: glide.ramp(.bedBrownCorner),
            gain: Ramp(value: level.value * amplitude, step: level.step * amplitude), width: glide.ramp(.bedWidth))
    }

    /// Adds `frames` frames (at most 64) to both channels. `white`, `pink` and `brown` are RMS of full scale, `corner` is the brown noise's
    /// corner in Hz, `gain` multiplies all three, and `width` is that of pink and brown: 1 two independent channels, 0 one.
    @_noLocks mutating func render(
        into block: StereoBlock, frames: Int, white: Ramp, pink: Ramp, brown: Ramp, corner: Ramp, gain: Ramp = .unity, width: Ramp = .unity
    ) {
        self.white.render(into: block, frames: frames, level: white, gain: gain)
        self.pink.render(into: block, frames: frames, level: pink, gain: gain, width: width)
        self.brown.render(into: block, frames: frames, level: brown, gain: gain, corner: corner, width: width)
    }

    /// Clears the filters' state; the random streams continue.
    @_noLocks mutating func silence() {
        pink.silence()
        brown.silence()
    }
}
