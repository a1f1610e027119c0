// SPDX-License-Identifier: MIT
import DeterministicMath

/// The energy of a short sound, frequency by frequency, by Goertzel's algorithm. Control side.
struct RainSpectrum {
    private typealias Lanes = SIMD8<Double>
    /// Blocks of frequencies in a band, evenly spaced.
    private static var blocks: Int { 2 }

    private let frequencies: [Lanes]
    private let energies: [Lanes]

    init(_ samples: [Double], rate: Double) {
        var frequencies: [Lanes] = []
        var energies: [Lanes] = []
        let places = Double(RainSpectrum.blocks * Lanes.scalarCount)
        for block in 0..<RainBands.count * RainSpectrum.blocks {
            let (band, part) = block.quotientAndRemainder(dividingBy: RainSpectrum.blocks)
            let low = 62.5 * DeterministicMath.exp2(Double(band))
            var frequency = Lanes(), factor = Lanes()
            for lane in 0..<Lanes.scalarCount {
                frequency[lane] = low * (1 + (Double(part * Lanes.scalarCount + lane) + 0.5) / places)
                factor[lane] = 2 * DeterministicMath.cos(turns: frequency[lane] / rate)
            }
            var last = Lanes(), before = Lanes()
            for sample in samples { (last, before) = (sample + factor * last - before, last) }
            let energy = last * last + before * before - factor * last * before
            frequencies.append(frequency)
            energies.append(2 * energy / (rate * rate) * low / places)
        }
        self.frequencies = frequencies
        self.energies = energies
    }

    /// The energy of each band after air absorption of width `airWidth` (ms).
    func bands(airWidth: Double) -> RainBands.Lanes {
        var bands = RainBands.Lanes()
        for block in energies.indices {
            let turns = frequencies[block] * (6.283185307179586 * 0.001 * airWidth)
            let left = energies[block] * DeterministicMath.exp(-turns * turns)
            for lane in 0..<Lanes.scalarCount { bands[block / RainSpectrum.blocks] += Float(left[lane]) }
        }
        return bands
    }
}
