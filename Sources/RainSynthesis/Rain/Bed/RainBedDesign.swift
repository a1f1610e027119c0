// SPDX-License-Identifier: MIT
import DeterministicMath

/// The filters of the bed at one sample rate, and the power that each adds to each band. Control side.
struct RainBedDesign {
    private(set) var a1 = RainBands.Lanes()
    private(set) var a2 = RainBands.Lanes()
    private(set) var a3 = RainBands.Lanes()
    /// The power of each filter at gain 1, fed with noise of variance 1/3; see `RainBed`.
    private(set) var power = RainBands.Lanes()
    private(set) var inverse = InlineArray<8, RainBands.Lanes>(repeating: RainBands.Lanes())

    init(sampleRate: Double, damping: Double) {
        let count = RainBands.count
        // Row b, column k: the power that filter k adds to band b; the identity matrix follows on the right.
        var rows = [[Double]](repeating: [Double](repeating: 0, count: 2 * count), count: count)
        for filter in 0..<count {
            let g = DeterministicMath.tan(3.141592653589793 * RainBands.middle(filter) / sampleRate)
            let first = 1 / (1 + g * (g + damping))
            a1[filter] = Float(first)
            a2[filter] = Float(g * first)
            a3[filter] = Float(g * g * first)
            let powers = RainBedDesign.powers(g, damping, sampleRate)
            for band in 0..<count { rows[band][filter] = powers[band] }
            power[filter] = Float(powers.reduce(0, +))
            rows[filter][count + filter] = 1
        }
        RainBedDesign.eliminate(&rows)
        for band in 0..<count {
            for filter in 0..<count { inverse[band][filter] = Float(rows[filter][count + band]) }
        }
    }

    /// The power that two band passes in series, fed with white noise of variance 1/3, add to each band.
    private static func powers(_ g: Double, _ damping: Double, _ sampleRate: Double) -> [Double] {
        var powers = [Double](repeating: 0, count: RainBands.count)
        func add(_ from: Double, _ to: Double, _ band: Int) {
            let steps = 64
            for step in 0..<steps {
                let frequency = from + (to - from) * (Double(step) + 0.5) / Double(steps)
                let u = DeterministicMath.tan(3.141592653589793 * frequency / sampleRate) / g
                let real = 1 - u * u, imaginary = damping * u
                let gain = imaginary * imaginary / (real * real + imaginary * imaginary)
                powers[band] += gain * gain * (to - from) / Double(steps) * 2 / sampleRate / 3
            }
        }
        for band in 0..<RainBands.count {
            let low = 62.5 * DeterministicMath.exp2(Double(band))
            add(low, 2 * low, band)
        }
        add(0, 62.5, 0)
        add(16_000, sampleRate / 2, RainBands.count - 1)
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
