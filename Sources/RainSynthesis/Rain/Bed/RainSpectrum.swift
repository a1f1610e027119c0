// SPDX-License-Identifier: MIT
import DeterministicMath

/// The energy of a short sound, frequency by frequency. Control side.
struct RainSpectrum {
    private static let perBand = 16
    private let frequencies: [Double]
    private let energies: [Double]

    init(_ samples: [Double], rate: Double) {
        var frequencies: [Double] = []
        var energies: [Double] = []
        for band in 0..<RainBands.count {
            let low = 62.5 * DeterministicMath.exp2(Double(band))
            for place in 0..<RainSpectrum.perBand {
                let frequency = low * (1 + (Double(place) + 0.5) / Double(RainSpectrum.perBand))
                let turn = DeterministicMath.sincos(turns: frequency / rate)
                var (x, y) = (1.0, 0.0)
                var (real, imaginary) = (0.0, 0.0)
                for sample in samples {
                    real += x * sample
                    imaginary += y * sample
                    (x, y) = (x * turn.cos - y * turn.sin, x * turn.sin + y * turn.cos)
                }
                frequencies.append(frequency)
                energies.append(
                    2 * (real * real + imaginary * imaginary) / (rate * rate) * low / Double(RainSpectrum.perBand))
            }
        }
        self.frequencies = frequencies
        self.energies = energies
    }

    /// The energy of each band after air absorption of width `airWidth` (ms).
    func bands(airWidth: Double) -> RainBands.Lanes {
        var bands = RainBands.Lanes()
        for index in frequencies.indices {
            let turns = 6.283185307179586 * frequencies[index] * 0.001 * airWidth
            bands[index / RainSpectrum.perBand] += Float(energies[index] * DeterministicMath.exp(-turns * turns))
        }
        return bands
    }
}
