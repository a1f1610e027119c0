// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Measures the energy of short sounds, frequency by frequency, by Goertzel's algorithm, near and through the air. Control side.
struct RainSpectrum {
    private typealias Lanes = SIMD8<Double>
    /// Blocks of frequencies in a band, evenly spaced.
    private static var blocks: Int { 2 }

    private let factors: [Lanes]
    /// The lowest frequency of each block's band.
    private let lows: [Double]
    /// The part of the energy at each frequency that remains after each absorption.
    private let airs: [[Lanes]]
    private let rate: Double
    private let isa: crain_isa

    /// - Parameter airWidths: the widths of absorptions in ms.
    init(rate: Double, airWidths: [Double], isa: crain_isa) {
        self.rate = rate
        self.isa = isa
        var frequencies: [Lanes] = [], factors: [Lanes] = [], lows: [Double] = []
        let places = Double(RainSpectrum.blocks * Lanes.scalarCount)
        for block in 0..<RainBands.count * RainSpectrum.blocks {
            let (band, part) = block.quotientAndRemainder(dividingBy: RainSpectrum.blocks)
            let low = 62.5 * DeterministicMath.exp2(Double(band))
            var frequency = Lanes(), factor = Lanes()
            for lane in 0..<Lanes.scalarCount {
                frequency[lane] = low * (1 + (Double(part * Lanes.scalarCount + lane) + 0.5) / places)
                factor[lane] = 2 * DeterministicMath.cos(turns: frequency[lane] / rate)
            }
            frequencies.append(frequency)
            factors.append(factor)
            lows.append(low)
        }
        self.factors = factors
        self.lows = lows
        airs = airWidths.map { width in
            frequencies.map { frequency in
                let turns = frequency * (2 * DeterministicMath.pi * 0.001 * width)
                return DeterministicMath.exp(-turns * turns)
            }
        }
    }

    /// The energy of each band of a sound after each absorption.
    func bands(_ samples: [Double]) -> [RainBands.Lanes] {
        var energies = factors
        energies.withUnsafeMutableBufferPointer { energies in
            for block in stride(from: 0, to: energies.count, by: Int(CRAIN_GROUPS)) {
                crain_weigh_frequencies(isa, samples, samples.count, energies.baseAddress! + block)
            }
        }
        let places = Double(RainSpectrum.blocks * Lanes.scalarCount)
        for block in energies.indices { energies[block] = 2 * energies[block] / (rate * rate) * lows[block] / places }
        return airs.map { air in
            var bands = RainBands.Lanes()
            for block in energies.indices {
                let left = energies[block] * air[block]
                for lane in 0..<Lanes.scalarCount { bands[block / RainSpectrum.blocks] += Float(left[lane]) }
            }
            return bands
        }
    }
}
