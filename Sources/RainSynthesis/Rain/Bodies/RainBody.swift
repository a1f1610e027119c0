// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// One surface at one sample rate: 32 modes per channel, eight to a row, and the direct sound of the impact. Made at `init`; any
/// thread reads.
///
/// Each mode is in one of four sets, its neighbours in the others. The sets are struck without correlation: each drop strikes one
/// with the opposite sign to the others, and the noise strikes each with a different delay. So the powers of the modes add, as they
/// do where drops fall all over a real surface, and no fixed notches remain between them.
struct RainBody: ~Copyable {
    /// Modes of one channel, and the sets that they are in.
    static var modes: Int { 32 }
    static var sets: Int { @_noLocks get { 4 } }

    /// For the kernel, whose header documents them: left modes, then right.
    let kernel: crain_body
    private let columns = FixedBuffer<Float>(repeating: 0, count: 4 * 2 * RainBody.modes)
    /// Whether the surface has no effect.
    let isPlain: Bool
    /// The part of the surface that is standing water, 0 ... 1, and whether the surface lies over the listener.
    let water: Double
    let isOverhead: Bool

    /// - Parameter spectrum: what falls on the surface: the rain, or overhead the near drops.
    init(_ surface: RainSurface, sampleRate: Int, spectrum: RainBodySpectrum, random: inout RandomStream, isa: crain_isa) {
        let rate = Double(sampleRate)
        water = surface.water
        isOverhead = surface.isOverhead
        isPlain = surface.ring == 0 && surface.softness == nil
        let softness = surface.softness.map { Float(1 - DeterministicMath.exp(-2 * DeterministicMath.pi * $0 / rate)) } ?? 1
        let count = 2 * RainBody.modes
        let first = columns.first, second = first + count, gain = second + count, scale = gain + count
        var responses: [RainBodyResponse] = []
        for channel in 0..<2 where surface.ring > 0 {
            let response = RainBodyResponse(
                surface, softness: Double(softness), rate: rate, spectrum: spectrum, beside: responses.first, random: &random,
                isa: isa)
            responses.append(response)
            for (index, mode) in response.modes.enumerated() {
                let place = channel * RainBody.modes + index
                first[place] = Float(2 * mode.radius * mode.turn.cos)
                second[place] = Float(-mode.radius * mode.radius)
                gain[place] = Float(mode.gain * mode.radius * mode.turn.sin)
                scale[place] = Float(mode.gain)
            }
        }
        kernel = crain_body(
            modes: crain_modes(first: first, second: second, gain: gain, scale: scale), softness: softness,
            dry: (Float(responses.first?.dry ?? 1), Float(responses.last?.dry ?? 1)))
    }
}

/// One channel of a surface, drawn at random and brought to the loudness of open ground. Control side.
private struct RainBodyResponse {
    struct Mode {
        var frequency: Double
        var radius: Double
        var turn: (sin: Double, cos: Double)
        var gain: Double
    }

    /// Below this frequency in Hz both ears hear the same modes, as they are less than a wavelength apart.
    private static let common = 1000.0

    private(set) var modes: [Mode] = []
    private(set) var dry = 1.0
    private let softness: Double

    /// - Parameter other: the other channel, if it is made.
    init(
        _ surface: RainSurface, softness: Double, rate: Double, spectrum: RainBodySpectrum, beside other: RainBodyResponse?,
        random: inout RandomStream, isa: crain_isa
    ) {
        self.softness = softness
        let count = RainBody.modes
        // The spacing lies between even in frequency, as in plates, and even in octaves, as ears hear.
        let low = DeterministicMath.sqrt(surface.modes.lowerBound), high = DeterministicMath.sqrt(surface.modes.upperBound)
        for index in 0..<count {
            let place = low + (high - low) * (Double(index) + 0.25 + 0.5 * random.uniform()) / Double(count)
            var frequency = place * place
            if let twin = other?.modes[index], twin.frequency < RainBodyResponse.common { frequency = twin.frequency }
            // Neighbours within a set have opposite signs, so that they add up between their frequencies.
            let sign = index / RainBody.sets % 2 == 0 ? 1.0 : -1
            let decay = surface.decay * DeterministicMath.sqrt(1000 / frequency)
            let radius = DeterministicMath.exp(-1 / (decay * rate))
            // At its own frequency a mode has the gain 1/(1 - radius)/2.
            let peak =
                (1 - radius) * 2
                * DeterministicMath.exp(surface.tilt * 0.11512925464970229 * DeterministicMath.log2(frequency / 1000))
            modes.append(
                Mode(
                    frequency: frequency, radius: radius, turn: DeterministicMath.sincos(turns: frequency / rate), gain: sign * peak))
        }
        let power = power(spectrum, isa)
        dry = DeterministicMath.sqrt((1 - surface.ring) / power.direct)
        let ring = DeterministicMath.sqrt(surface.ring / power.ring)
        let scale = 1 / DeterministicMath.sqrt(dry * dry * power.direct + ring * ring * power.ring)
        dry *= scale
        for index in modes.indices { modes[index].gain *= ring * scale }
    }

    /// The loudness that the direct sound and the ringing each give to the spectrum of real rain, relative to open ground.
    private func power(_ spectrum: RainBodySpectrum, _ isa: crain_isa) -> (direct: Double, ring: Double) {
        typealias Lanes = RainBodySpectrum.Lanes
        var (direct, ring, whole) = (Lanes(), Lanes(), Lanes())
        // The imaginary part of 1/(1 - p/z): r sin(w)/z / (1 - 2 r cos(w)/z + r^2/z^2).
        let sets = (0..<RainBody.sets).map { set in
            stride(from: set, to: modes.count, by: RainBody.sets).map { index in
                let mode = modes[index]
                return crain_resonance(
                    gain: mode.gain * mode.radius * mode.turn.sin, first: -2 * mode.radius * mode.turn.cos,
                    second: mode.radius * mode.radius)
            }
        }
        for block in spectrum.blocks {
            for set in sets {
                var sums = (real: Lanes(), imaginary: Lanes())
                withUnsafePointer(to: block) { crain_sum_modes(isa, set, set.count, $0, &sums) }
                ring += block.weight * (sums.real * sums.real + sums.imaginary * sums.imaginary)
            }
            // Two equal one-pole low passes: (s / (1 - (1 - s)/z))^2.
            let downReal = 1 - (1 - softness) * block.cos, downImaginary = -(1 - softness) * block.sin
            let passed = softness * softness / (downReal * downReal + downImaginary * downImaginary)
            direct += block.weight * passed * passed
            whole += block.weight
        }
        return (direct.sum() / whole.sum(), ring.sum() / whole.sum())
    }
}

/// The spectrum of real rain at one sample rate, from 60 Hz over 8.2 octaves. Control side.
struct RainBodySpectrum {
    typealias Lanes = SIMD8<Double>

    /// Eight neighbouring frequencies: 1/z, which the kernel reads, and the power per octave that falls on the surface.
    struct Block {
        var sin = Lanes(), cos = Lanes(), weight = Lanes()
    }

    let blocks: [Block]

    init(isOverhead: Bool, sampleRate: Int) {
        let count = 75
        let steps = Double(count * Lanes.scalarCount)
        blocks = (0..<count).map { index in
            var block = Block()
            for lane in 0..<Lanes.scalarCount {
                let frequency = 60 * DeterministicMath.exp2(8.2 * (Double(index * Lanes.scalarCount + lane) + 0.5) / steps)
                (block.sin[lane], block.cos[lane]) = DeterministicMath.sincos(turns: -frequency / Double(sampleRate))
                block.weight[lane] = RainBodySpectrum.weight(frequency, isOverhead: isOverhead)
            }
            return block
        }
    }

    /// The power per octave, weighted roughly as in ITU-R BS.1770-4: its shelf of 4 dB above 1.5 kHz and its high pass at 38 Hz.
    /// On open ground this is all rain (median of 23 recordings), overhead the near drops alone (what the layer renders at 30 mm/h
    /// without the far rain).
    private static func weight(_ frequency: Double, isOverhead: Bool) -> Double {
        let levels = isOverhead ? [-18.0, -12, -6, -1, -0.5, 0, -3.5, -13, -20] : [1.0, 1, 3, 5, 3, 0, -3.5, -11, -18]
        let place = min(max(DeterministicMath.log2(frequency / 88.4), 0), 7.999)
        let index = DeterministicMath.floorToInt(place)
        let share = place - Double(index)
        let level = levels[index] * (1 - share) + levels[index + 1] * share
        let shelf = frequency * frequency / (frequency * frequency + 1500 * 1500)
        let pass = frequency * frequency / (frequency * frequency + 38 * 38)
        return DeterministicMath.exp(0.23025850929940458 * (level + 4 * shelf)) * pass
    }
}
