// SPDX-License-Identifier: MIT
import DeterministicMath

/// The energy of a short sound, frequency by frequency. Control side.
struct RainSpectrum {
    /// The frequencies of one band, evenly spaced.
    private typealias Lanes = SIMD16<Double>

    private let frequencies: [Lanes]
    private let energies: [Lanes]

    init(_ samples: [Double], rate: Double) {
        var frequencies: [Lanes] = []
        var energies: [Lanes] = []
        for band in 0..<RainBands.count {
            let low = 62.5 * DeterministicMath.exp2(Double(band))
            var frequency = Lanes(), cos = Lanes(), sin = Lanes()
            for place in 0..<Lanes.scalarCount {
                frequency[place] = low * (1 + (Double(place) + 0.5) / Double(Lanes.scalarCount))
                (sin[place], cos[place]) = DeterministicMath.sincos(turns: frequency[place] / rate)
            }
            var x = Lanes(repeating: 1), y = Lanes()
            var real = Lanes(), imaginary = Lanes()
            for sample in samples {
                real += x * sample
                imaginary += y * sample
                (x, y) = (x * cos - y * sin, x * sin + y * cos)
            }
            frequencies.append(frequency)
            energies.append(2 * (real * real + imaginary * imaginary) / (rate * rate) * low / Double(Lanes.scalarCount))
        }
        self.frequencies = frequencies
        self.energies = energies
    }

    /// The energy of each band after air absorption of width `airWidth` (ms).
    func bands(airWidth: Double) -> RainBands.Lanes {
        var bands = RainBands.Lanes()
        for band in 0..<RainBands.count {
            for place in 0..<Lanes.scalarCount {
                let turns = 6.283185307179586 * frequencies[band][place] * 0.001 * airWidth
                bands[band] += Float(energies[band][place] * DeterministicMath.exp(-turns * turns))
            }
        }
        return bands
    }
}
