// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: wheels on the joints of the track, as heard in a coach, above one of its bogies.
///
/// Rails are 25 m long. Each axle that passes a joint strikes it: the two of the near bogie, 2.5 m apart, and the two of the far one, 17.5
/// m behind, which are 8 dB weaker. An impact grows with the speed (Jenkins et al. 1974) and rings in three modes of wheel, rail and floor.
/// The sound is the same in both channels. At a level of -60 dB, or at a standstill after the last impact has faded, it costs nothing.
package struct Rails: RenderedLayer, ~Copyable {
    /// The length of a rail, in m.
    package static var rail: Double { @_noLocks get { 25 } }
    /// The axles that strike each joint: their distances behind the first, in m, and their strengths.
    private static var offsets: SIMD4<Double> { @_noLocks get { SIMD4(0, 2.5, 17.5, 20) } }
    private static var strengths: SIMD4<Float> { @_noLocks get { SIMD4(1, 0.9, 0.4, 0.36) } }
    /// The amplitude of an impact at 20 m/s and 0 dB.
    private static var reference: Float { @_noLocks get { 0.1 } }
    /// Below this amplitude nothing rings.
    private static var floor: Float { @_noLocks get { 1e-6 } }

    private let seconds: Double
    /// The rotation of each mode in a frame, with its fading.
    private let cosine: SIMD4<Float>
    private let sine: SIMD4<Float>
    private let weights: SIMD4<Float>
    private var levelGain = MixGain(off: -60)
    /// The modes that ring; the sound is the imaginary part, which begins at 0.
    private var real = SIMD4<Float>()
    private var imaginary = SIMD4<Float>()
    private var rings = false
    /// The distance that the first axle has run since the last joint, in m, and the axle that strikes next.
    private var distance = 0.0
    private var nextAxle = 1

    init(sampleRate: Int) {
        seconds = 1 / Double(sampleRate)
        // Floor, rail and wheel: Hz, and seconds to -60 dB.
        let modes: [(frequency: Double, decay: Double, weight: Float)] = [(95, 0.22, 0.6), (310, 0.14, 0.3), (840, 0.07, 0.15)]
        var (c, s, w) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        for (index, mode) in modes.enumerated() {
            let fade = DeterministicMath.exp(-6.907755278982137 * seconds / mode.decay)
            c[index] = Float(fade * DeterministicMath.cos(turns: mode.frequency * seconds))
            s[index] = Float(fade * DeterministicMath.sin(turns: mode.frequency * seconds))
            w[index] = mode.weight
        }
        (cosine, sine, weights) = (c, s, w)
    }

    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        let level = glide.ramp(.railsLevel), speed = glide.ramp(.railsSpeed)
        let gain = levelGain.ramp(level, frames: segment.frames)
        let rolls = !gain.isSilent && (speed.value > 0 || speed.step != 0)
        guard rolls || rings else { return }
        for place in 0..<segment.frames {
            if rolls { advance(Double(speed.at(place)), gain.at(place)) }
            let turned = real * cosine - imaginary * sine
            imaginary = imaginary * cosine + real * sine
            real = turned
            let sound = imaginary[0] * weights[0] + imaginary[1] * weights[1] + imaginary[2] * weights[2]
            block.left[segment.first &+ place] += sound
            block.right[segment.first &+ place] += sound
        }
        let power = real * real + imaginary * imaginary
        rings = power[0] + power[1] + power[2] > Rails.floor * Rails.floor
        if !rings { stopRinging() }
    }

    @_noLocks mutating func silence() {
        stopRinging()
        distance = 0
        nextAxle = 1
    }

    /// Advances by one frame at `speed` m/s; an axle that reaches the joint strikes it.
    @_noLocks private mutating func advance(_ speed: Double, _ gain: Float) {
        distance += speed * seconds
        while distance >= (nextAxle < 4 ? Rails.offsets[nextAxle] : Rails.rail) {
            if nextAxle == 4 {
                distance -= Rails.rail
                nextAxle = 0
            }
            real += SIMD4(repeating: gain * Rails.reference * Rails.strengths[nextAxle] * Float(speed / 20))
            nextAxle &+= 1
        }
    }

    @_noLocks private mutating func stopRinging() {
        real = .zero
        imaginary = .zero
        rings = false
    }
}
