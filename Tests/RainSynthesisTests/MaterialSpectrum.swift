// SPDX-License-Identifier: MIT
import Foundation

/// The onset-averaged spectrum of a sound: levels in dB of 24 bands of a sixth of an octave from 600 Hz, about their mean.
enum MaterialSpectrum {
    static let bands = 24
    private static let size = 1024

    /// `samples`: one channel. The frames in the quarter that is loudest above 700 Hz count as onsets.
    static func levels(_ samples: [Float], rate: Double) -> [Double] {
        let window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)) }
        var spectra: [(high: Double, power: [Double])] = []
        var fourier = RadixTwoTransform(size: size)
        var start = 0
        while start + size <= samples.count {
            for index in 0..<size {
                fourier.real[index] = Double(samples[start + index]) * window[index]
                fourier.imaginary[index] = 0
            }
            fourier.transform()
            let power = (0..<size / 2).map { fourier.real[$0] * fourier.real[$0] + fourier.imaginary[$0] * fourier.imaginary[$0] }
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
}
