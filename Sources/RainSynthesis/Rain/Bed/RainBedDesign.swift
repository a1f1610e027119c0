// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// The filters of the bed at one sample rate, and the power that each adds to each band. Made at `init`; any thread reads.
struct RainBedDesign: ~Copyable {
    static let shared = RateTables { RainBedDesign(sampleRate: $0) }

    /// The factor by which the lower bands' rate lies below the sample rate.
    private static var decimation: Int { 8 }
    /// The number of bands that run at the lower rate.
    private static var lowBands: Int { 4 }
    /// The band passes' damping, 1/Q (Simper's trapezoidal form).
    private static var damping: Double { 1.1 }

    /// For the kernel: the filters' feedback coefficients of the last two values, and the interpolator.
    let filters = FixedBuffer<Float>(repeating: 0, count: 32)
    let taps = FixedBuffer<Float>(repeating: 0, count: 8 * Int(CRAIN_BED_TAPS))
    /// Converts the wanted power of each band to the power of each filter: the columns of the inverse of the matrix of what
    /// filter k adds to band b.
    private var inverse = InlineArray<8, RainBands.Lanes>(repeating: RainBands.Lanes())
    /// The power of each filter at gain 1, fed with noise of variance 1/3.
    private var power = RainBands.Lanes()
    /// The gain that the kernel's filters leave out.
    private var scale = RainBands.Lanes()

    init(sampleRate: Int) {
        let rate = Double(sampleRate)
        let response = RainBedInterpolator(phases: RainBedDesign.decimation, taps: Int(CRAIN_BED_TAPS))
        for (index, tap) in response.taps.enumerated() { taps.first[index] = Float(tap) }
        let count = RainBands.count
        // Row b, column k: the power that filter k adds to band b; the identity matrix follows on the right.
        var rows = [[Double]](repeating: [Double](repeating: 0, count: 2 * count), count: count)
        for filter in 0..<count {
            let isLow = filter < RainBedDesign.lowBands
            let own = isLow ? rate / Double(RainBedDesign.decimation) : rate
            let g = DeterministicMath.tan(DeterministicMath.pi * RainBands.middle(filter) / own), k = RainBedDesign.damping
            let first = 1 / (1 + g * (g + k))
            for lane in [filter % 4, filter % 4 + 4] {
                filters.first[(isLow ? 16 : 0) + lane] = Float(2 * (1 - g * g) * first)
                filters.first[(isLow ? 24 : 8) + lane] = Float(-(1 - g * (k - g)) * first)
            }
            scale[filter] = Float(k * g * first * k * g * first)
            let powers = RainBedDesign.powers(g, own, rate, isLow ? response : nil)
            for band in 0..<count { rows[band][filter] = powers[band] }
            power[filter] = Float(powers.reduce(0, +))
            rows[filter][count + filter] = 1
        }
        RainBedDesign.eliminate(&rows)
        for band in 0..<count {
            for filter in 0..<count { inverse[band][filter] = Float(rows[filter][count + band]) }
        }
    }

    /// The gain of each filter that produces the wanted power in each band. The power that a filter's skirts add to its
    /// neighbours is subtracted; where they add more than is wanted, all gains are scaled to the right total power. Audio thread.
    @_noLocks func gains(_ wanted: RainBands.Lanes) -> RainBands.Lanes {
        let total = RainBands.sum(wanted)
        guard total > 0 else { return RainBands.Lanes() }
        var squares = RainBands.Lanes()
        for band in 0..<RainBands.count { squares += inverse[band] * wanted[band] }
        squares = squares.replacing(with: 0, where: squares .< 0)
        let whole = total / RainBands.sum(squares * power)
        var gains = RainBands.Lanes()
        for band in 0..<RainBands.count { gains[band] = DeterministicMath.sqrt(squares[band] * whole) }
        return gains * scale
    }

    /// The power that two band passes in series at the rate `own`, fed with white noise of variance 1/3, add to each band, after
    /// the interpolator if there is one.
    private static func powers(_ g: Double, _ own: Double, _ rate: Double, _ interpolator: RainBedInterpolator?) -> [Double] {
        var powers = [Double](repeating: 0, count: RainBands.count)
        func add(_ from: Double, _ to: Double, _ band: Int) {
            let steps = 64
            for step in 0..<steps {
                let frequency = from + (to - from) * (Double(step) + 0.5) / Double(steps)
                // The tangent repeats with the filter's own rate, as its response does.
                let turns = frequency / own
                let u = DeterministicMath.tan(DeterministicMath.pi * (turns - turns.rounded())) / g
                let real = 1 - u * u, imaginary = damping * u
                let gain = imaginary * imaginary / (real * real + imaginary * imaginary)
                let through = interpolator.map { $0.power(turns: frequency / rate) } ?? 1
                powers[band] += gain * gain * through * (to - from) / Double(steps) * 2 / own / 3
            }
        }
        for band in 0..<RainBands.count {
            let low = 62.5 * DeterministicMath.exp2(Double(band))
            add(low, 2 * low, band)
        }
        add(0, 62.5, 0)
        add(16_000, rate / 2, RainBands.count - 1)
        return powers
    }

    /// Gauss-Jordan elimination with the largest pivot.
    private static func eliminate(_ rows: inout [[Double]]) {
        for column in rows.indices {
            let pivot = (column..<rows.count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            rows.swapAt(column, pivot)
            let scale = 1 / rows[column][column]
            rows[column] = rows[column].map { $0 * scale }
            for row in rows.indices where row != column {
                let factor = rows[row][column]
                for index in rows[row].indices { rows[row][index] -= factor * rows[column][index] }
            }
        }
    }
}

/// Interpolates from the lower rate to the sample rate: a low pass at half the lower rate, a sinc under a Hann window. Control side.
private struct RainBedInterpolator {
    /// Tap by tap, each with its phases.
    let taps: [Double]
    private let phases: Int

    init(phases: Int, taps count: Int) {
        self.phases = phases
        let length = phases * count
        taps = (0..<length).map { index in
            let place = (Double(index) - Double(length - 1) / 2) / Double(phases)
            let window = 0.5 + 0.5 * DeterministicMath.cos(turns: place / Double(count))
            return window * DeterministicMath.sin(turns: place / 2) / (DeterministicMath.pi * place)
        }
    }

    /// The part of the power that passes at a frequency, in turns of the full rate: 1 in the lows.
    func power(turns: Double) -> Double {
        var (real, imaginary) = (1.0, 0.0)
        let step = DeterministicMath.sincos(turns: turns)
        var sum = (0.0, 0.0)
        for tap in taps {
            sum.0 += tap * real
            sum.1 += tap * imaginary
            (real, imaginary) = (real * step.cos - imaginary * step.sin, real * step.sin + imaginary * step.cos)
        }
        return (sum.0 * sum.0 + sum.1 * sum.1) / Double(phases * phases)
    }
}
