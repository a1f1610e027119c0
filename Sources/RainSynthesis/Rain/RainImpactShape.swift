// SPDX-License-Identifier: MIT
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
    let physics: RainPhysics
    /// Times in s and levels of the spray's droplets.
    private let spray: [(time: Double, level: Double)]

    /// The variants 0 ..< 4 use each quarter of a distribution once.
    init(size: Int, variant: Int, physics: RainPhysics, random: inout RandomStream) {
        self.physics = physics
        let diameter = RainSizes.middle(size)
        // The middles of a Gaussian's quarters; the four impacts of a size pair them in turn.
        let quarters = [-1.2711, -0.3246, 0.3246, 1.2711]
        let built =
            physics.clickWidth * diameter / RainSizes.speed(diameter)
            * DeterministicMath.exp(physics.clickSpread * quarters[variant])
        width = 0.001 * DeterministicMath.sqrt(built * built + physics.filmWidth * physics.filmWidth)
        start = 4 * width
        frequency =
            physics.bodyFrequency
            * DeterministicMath.exp(physics.bodySpread * (quarters[(variant * 3 + size * 2 + 1) % 4] + random.symmetric() * 0.4))
        let time = 0.001 * physics.sprayTime
        var droplets: [(time: Double, level: Double)] = []
        var power = 0.0
        for _ in 0..<16 {
            let when = 3.5 * time * random.uniform()
            let level = DeterministicMath.exp(-when / time) * (random.uniform() < 0.5 ? -1 : 1)
            droplets.append((when, level))
            power += level * level
        }
        // Together the droplets have the energy of noise that decays from `sprayLevel`; a pulse of peak 1 has an energy
        // of 2.41 widths.
        let energy = physics.sprayLevel * physics.sprayLevel * time / 2
        let scale = DeterministicMath.sqrt(energy / (power * 2.41 * 0.001 * physics.sprayWidth))
        spray = droplets.map { ($0.time, $0.level * scale) }
    }

    /// Writes the impact into a row, delayed by `offset` samples, after air absorption of width `airWidth` (ms).
    func write(into row: inout [Double], offset: Double, rate: Double, airWidth: Double) {
        for index in row.indices { row[index] = 0 }
        let air = 0.001 * airWidth
        let origin = start + offset / rate
        RainImpactShape.pulse(into: &row, at: origin, width: width, air: air, level: 1, rate: rate)
        for droplet in spray {
            RainImpactShape.pulse(
                into: &row, at: origin + droplet.time, width: 0.001 * physics.sprayWidth, air: air, level: droplet.level,
                rate: rate)
        }
        let turns = 6.283185307179586 * frequency
        let level = physics.bodyLevel * DeterministicMath.exp(-0.5 * turns * turns * air * air)
        let damping = turns / (2 * physics.bodyQ)
        let first = DeterministicMath.floorToInt(origin * rate) + 1
        // One decaying rotation per sample.
        let begin = Double(first) / rate - origin
        var size = level * DeterministicMath.exp(-damping * begin)
        let shrink = DeterministicMath.exp(-damping / rate)
        var (y, x) = DeterministicMath.sincos(turns * begin)
        let step = DeterministicMath.sincos(turns / rate)
        for index in first..<row.count {
            row[index] += size * y
            size *= shrink
            (x, y) = (x * step.cos - y * step.sin, x * step.sin + y * step.cos)
        }
        // Fade the end, so that the sound does not end on a step.
        let tail = row.count / 8
        for index in 0..<tail { row[row.count - 1 - index] *= Double(index) / Double(tail) }
    }

    /// Adds the derivative of a Gaussian of peak `level`, widened by the air.
    private static func pulse(
        into row: inout [Double], at time: Double, width: Double, air: Double, level: Double, rate: Double
    ) {
        let wide = DeterministicMath.sqrt(width * width + air * air)
        let peak = level * 1.6487212707001282 * width * width / (wide * wide)
        let reach = 5.5 * wide
        let first = max(0, DeterministicMath.floorToInt((time - reach) * rate) + 1)
        let last = min(row.count - 1, DeterministicMath.floorToInt((time + reach) * rate))
        guard first <= last else { return }
        eachFrame(first...last) { frames in
            let u = (frames / rate - time) / wide
            return peak * u * DeterministicMath.exp(-0.5 * u * u)
        } _: {
            row[$0] += $1
        }
    }
}

/// The sound of one bubble over time (van den Doel 2005): f = f0 (1 + rise d t), exp(-d t), d = 0.043 f0 + 0.0014 f0^1.5.
/// Control side.
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
    init(_ bubble: Int, physics: RainPhysics) {
        let frequency: Double
        if bubble < RainGrains.largeBubbles {
            // Evenly through the Gaussian, approximated by the logistic curve.
            let place = (Double(bubble) + 0.5) / Double(RainGrains.largeBubbles)
            let normal = DeterministicMath.log(place / (1 - place)) / 1.702
            frequency = physics.bubbleFrequency * DeterministicMath.exp(physics.bubbleSpread * normal)
        } else {
            frequency = bubble == RainGrains.largeBubbles ? 14_300 : 15_300
        }
        self.init(frequency: frequency, rise: physics.bubbleRise)
    }

    /// The values at eight times in s.
    func values(at t: SIMD8<Double>) -> SIMD8<Double> {
        let turns = frequency * t * (1 + 0.5 * rise * damping * t)
        let left = (length - t) / length
        let sound = DeterministicMath.exp(-damping * t) * DeterministicMath.sin(turns: turns)
        let faded = sound * (left * 10).replacing(with: 1, where: left .>= 0.1)
        return faded.replacing(with: 0, where: (t .<= 0) .| (t .>= length))
    }

    /// Calls `body` with each frame's number and value.
    /// - Parameter offset: frames by which the bubble begins later.
    func write(frames: Int, offset: Double = 0, rate: Double, _ body: (Int, Double) -> Void) {
        eachFrame(0...frames - 1, { values(at: ($0 - offset) / rate) }, body)
    }
}

/// Control side: calls `body` with each frame and its value, which `values` gives for eight frames at a time.
@inline(__always)
private func eachFrame(_ frames: ClosedRange<Int>, _ values: (SIMD8<Double>) -> SIMD8<Double>, _ body: (Int, Double) -> Void) {
    let lanes = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7)
    for block in stride(from: frames.lowerBound, through: frames.upperBound, by: 8) {
        let values = values(Double(block) + lanes)
        for lane in 0...min(7, frames.upperBound - block) { body(block + lane, values[lane]) }
    }
}
