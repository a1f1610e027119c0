// SPDX-License-Identifier: MIT
import Foundation

/// The onset-averaged spectrum of a sound: levels in dB of 24 bands of a sixth of an octave from 600 Hz, about their mean.
enum MaterialSpectrum {
    static let bands = 24
    private static let size = 1024
    private static let cosines = (0..<size).map { cos(-2 * .pi * Double($0) / Double(size)) }
    private static let sines = (0..<size).map { sin(-2 * .pi * Double($0) / Double(size)) }

    /// `samples`: one channel. The frames in the quarter that is loudest above 700 Hz count as onsets.
    static func levels(_ samples: [Float], rate: Double) -> [Double] {
        let window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)) }
        var spectra: [(high: Double, power: [Double])] = []
        var start = 0
        while start + size <= samples.count {
            let power = powerSpectrum((0..<size).map { Double(samples[start + $0]) * window[$0] })
            let first = Int(700 / rate * Double(size))
            spectra.append((power[first...].reduce(0, +), power))
            start += size / 2
        }
        spectra.sort { $0.high > $1.high }
        let chosen = spectra.prefix(spectra.count / 4)
        var sum = [Double](repeating: 1e-12, count: bands)
        for (_, power) in chosen {
            for bin in 1..<size / 2 {
                let place = log2(Double(bin) * rate / Double(size) / 600) * 6
                if place >= 0, place < Double(bands) { sum[Int(place)] += power[bin] / Double(chosen.count) }
            }
        }
        let levels = sum.map { 10 * log10($0) }
        let mean = levels.reduce(0, +) / Double(bands)
        return levels.map { $0 - mean }
    }

    static func distance(_ a: [Double], _ b: [Double]) -> Double {
        zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }

    /// Radix-2 transform of real numbers; power of the first half of the bins.
    private static func powerSpectrum(_ input: [Double]) -> [Double] {
        let n = input.count
        var re = input
        var im = [Double](repeating: 0, count: n)
        var j = 0
        for i in 1..<n {
            var bit = n >> 1
            while j & bit != 0 {
                j ^= bit
                bit >>= 1
            }
            j |= bit
            if i < j { re.swapAt(i, j) }
        }
        var length = 2
        while length <= n {
            let turn = size / length
            for k in 0..<length / 2 {
                let c = cosines[k * turn], s = sines[k * turn]
                var i = k
                while i < n {
                    let h = i + length / 2
                    let x = re[h] * c - im[h] * s, y = re[h] * s + im[h] * c
                    (re[h], im[h]) = (re[i] - x, im[i] - y)
                    (re[i], im[i]) = (re[i] + x, im[i] + y)
                    i += length
                }
            }
            length *= 2
        }
        return (0..<n / 2).map { re[$0] * re[$0] + im[$0] * im[$0] }
    }
}
