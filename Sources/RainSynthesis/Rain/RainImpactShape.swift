// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// The pressure of one impact over time: the click, the struck body, and the spray. Control side.
///
/// Air absorption grows with the square of the frequency, so that over any distance it is a Gaussian, which only widens
/// the Gaussian pulses and weakens the resonance.
struct RainImpactShape {
    /// The width of the click and the time of its middle, in s.
    let width: Double
    let start: Double
    let frequency: Double
    /// Times in s and levels of the spray's droplets.
    private let spray: [(time: Double, level: Double)]

    /// The variants 0 ..< 4 use each quarter of a distribution once.
    init(size: Int, variant: Int, random: inout RandomStream) {
        let diameter = RainSizes.middle(size)
        // The middles of a Gaussian's quarters; the four impacts of a size pair them in turn.
        let quarters = [-1.2711, -0.3246, 0.3246, 1.2711]
        let built =
            RainPhysics.clickWidth * diameter / RainSizes.speed(diameter)
            * DeterministicMath.exp(RainPhysics.clickSpread * quarters[variant])
        width = 0.001 * DeterministicMath.sqrt(built * built + RainPhysics.filmWidth * RainPhysics.filmWidth)
        start = 4 * width
        frequency =
            RainPhysics.bodyFrequency
            * DeterministicMath.exp(RainPhysics.bodySpread * (quarters[(variant * 3 + size * 2 + 1) % 4] + random.symmetric() * 0.4))
        let time = 0.001 * RainPhysics.sprayTime
        var droplets: [(time: Double, level: Double)] = []
        var power = 0.0
        for _ in 0..<16 {
            let when = 3.5 * time * random.uniform()
            let level = DeterministicMath.exp(-when / time) * (random.uniform() < 0.5 ? -1 : 1)
            droplets.append((when, level))
            power += level * level
        }
        // Together the droplets have the energy of noise that decays from `sprayLevel`; a pulse of peak 1 has an energy of 2.41 widths.
        let energy = RainPhysics.sprayLevel * RainPhysics.sprayLevel * time / 2
        let scale = DeterministicMath.sqrt(energy / (power * 2.41 * 0.001 * RainPhysics.sprayWidth))
        spray = droplets.map { ($0.time, $0.level * scale) }
    }

    /// The struck body's ringing before air absorption, frame by frame. Each lane is a row, delayed by its `offset` in samples, 0 ..< 1.
    func ring(frames: Int, offsets: SIMD8<Double>, rate: Double, isa: crain_isa) -> [SIMD8<Double>] {
        let origin = start + offsets / rate
        let first = DeterministicMath.floorToInt(origin.min() * rate) + 1
        let t = Double(first) / rate - origin
        let chirp = DecayingChirp(
            level: RainPhysics.bodyLevel, damping: 2 * DeterministicMath.pi * frequency / (2 * RainPhysics.bodyQ), turns: frequency * t,
            at: t, turnsPerStep: SIMD8(repeating: frequency / rate), step: 1 / rate)
        var rows = [SIMD8<Double>](repeating: .zero, count: frames)
        rows.withUnsafeMutableBufferPointer { rows in
            withUnsafePointer(to: chirp) { crain_turn_rows(isa, $0, rows.baseAddress! + first, frames - first) }
        }
        // The last row begins up to a frame after the first.
        for index in first...first + 1 { rows[index] = rows[index].replacing(with: 0, where: Double(index) / rate .< origin) }
        return rows
    }

    /// Writes the impact into rows after air absorption of width `airWidth` (ms), with its `ring` and the offsets that it was made with.
    func write(
        into rows: UnsafeMutableBufferPointer<SIMD8<Double>>, ring: [SIMD8<Double>], offsets: SIMD8<Double>, rate: Double,
        airWidth: Double, isa: crain_isa
    ) {
        let air = 0.001 * airWidth
        let turns = 2 * DeterministicMath.pi * frequency
        let level = DeterministicMath.exp(-0.5 * turns * turns * air * air)
        for index in rows.indices { rows[index] = level * ring[index] }
        let origin = start + offsets / rate
        RainImpactShape.pulse(into: rows, at: origin, width: width, air: air, level: 1, rate: rate, isa)
        for droplet in spray {
            RainImpactShape.pulse(
                into: rows, at: origin + droplet.time, width: 0.001 * RainPhysics.sprayWidth, air: air, level: droplet.level, rate: rate,
                isa)
        }
        // Fade the end, so that the sound does not end on a step.
        let tail = rows.count / 8
        for index in 0..<tail { rows[rows.count - 1 - index] *= Double(index) / Double(tail) }
    }

    /// Adds the derivative of a Gaussian of peak `level`, widened by the air.
    private static func pulse(
        into rows: UnsafeMutableBufferPointer<SIMD8<Double>>, at time: SIMD8<Double>, width: Double, air: Double, level: Double,
        rate: Double, _ isa: crain_isa
    ) {
        let wide = DeterministicMath.sqrt(width * width + air * air)
        let peak = level * 1.6487212707001282 * width * width / (wide * wide)
        let reach = 5.5 * wide
        let first = max(0, DeterministicMath.floorToInt((time.min() - reach) * rate) + 1)
        let last = min(rows.count - 1, DeterministicMath.floorToInt((time.max() + reach) * rate))
        guard first <= last, let row = rows.baseAddress else { return }
        // exp(-(u + h)^2 / 2) = exp(-u^2 / 2) exp(-u h - h^2 / 2), and the second factor shrinks by exp(-h^2) each frame.
        let h = 1 / (rate * wide)
        let u = (Double(first) / rate - time) / wide
        let pulse = (u, peak * DeterministicMath.exp(-0.5 * u * u), DeterministicMath.exp(-h * u - 0.5 * h * h))
        withUnsafePointer(to: pulse) { crain_add_pulse(isa, $0, h, DeterministicMath.exp(-h * h), row + first, last - first + 1) }
    }
}

/// The sound of one bubble over time (van den Doel 2005): f = f0 (1 + rise d t), exp(-d t), d = 0.043 f0 + 0.0014 f0^1.5. Control side.
struct RainBubbleShape {
    /// The frequency at the start, in Hz.
    let frequency: Double
    /// The duration in seconds, to -40 dB.
    let length: Double
    private let damping: Double
    private let rise: Double

    /// `frequency` is in Hz; `rise` is how fast the pitch rises, as a multiple of the damping.
    init(frequency: Double, rise: Double) {
        self.frequency = frequency
        self.rise = rise
        damping = 0.043 * frequency + 0.0014 * frequency * DeterministicMath.sqrt(frequency)
        length = 4.6 / damping
    }

    /// Makes one of the kinds of bubbles that drops leave.
    init(_ bubble: Int) {
        let frequency: Double
        if bubble < RainGrains.largeBubbles {
            // Evenly through the Gaussian, approximated by the logistic curve.
            let place = (Double(bubble) + 0.5) / Double(RainGrains.largeBubbles)
            let normal = DeterministicMath.log(place / (1 - place)) / 1.702
            frequency = RainPhysics.bubbleFrequency * DeterministicMath.exp(RainPhysics.bubbleSpread * normal)
        } else {
            frequency = bubble == RainGrains.largeBubbles ? 14_300 : 15_300
        }
        self.init(frequency: frequency, rise: RainPhysics.bubbleRise)
    }

    /// Writes the bubble's frames and returns the sum of their squares.
    /// - Parameter offset: frames by which the bubble begins later.
    func write(to row: UnsafeMutablePointer<Float>, frames: Int, offset: Double = 0, rate: Double, isa: crain_isa) -> Double {
        let lanes = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7)
        let step = 8 / rate, growth = 0.5 * frequency * rise * damping
        let t = (lanes - offset) / rate
        let chirp = DecayingChirp(
            level: 1, damping: damping, turns: t * (frequency + growth * t), at: t,
            turnsPerStep: step * (frequency + growth * (2 * t + step)), step: step)
        let turn = DeterministicMath.sincos(turns: 2 * growth * step * step)
        return withUnsafePointer(to: chirp) { crain_make_bubble(isa, $0, turn.sin, turn.cos, step, length, row, frames) }
    }
}

/// Level exp(-damping t) sin(2 pi turns) in eight lanes, in the layout that the kernels advance by rotation.
private struct DecayingChirp: BitwiseCopyable {
    let sine: SIMD8<Double>
    let cosine: SIMD8<Double>
    let stepSine: SIMD8<Double>
    let stepCosine: SIMD8<Double>
    let time: SIMD8<Double>

    /// `turns` hold at the time `t` (s), which moves on by `step`.
    init(level: Double, damping: Double, turns: SIMD8<Double>, at t: SIMD8<Double>, turnsPerStep: SIMD8<Double>, step: Double) {
        let size = level * DeterministicMath.exp(-damping * t)
        sine = size * DeterministicMath.sin(turns: turns)
        cosine = size * DeterministicMath.sin(turns: turns + 0.25)
        let shrink = DeterministicMath.exp(-damping * step)
        stepSine = shrink * DeterministicMath.sin(turns: turnsPerStep)
        stepCosine = shrink * DeterministicMath.sin(turns: turnsPerStep + 0.25)
        time = t
    }
}
