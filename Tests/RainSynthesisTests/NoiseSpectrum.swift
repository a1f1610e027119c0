// SPDX-License-Identifier: MIT
import Foundation

/// A power spectrum by Welch's method, in double precision, with a Blackman-Harris window (side lobes below -92 dB).
struct NoiseSpectrum {
    let size: Int
    let rate: Double
    /// Power per bin, 0 ... size/2, summed over the segments; a sine of amplitude 1 gives bins that add up to 1/2.
    private(set) var power: [Double]
    private(set) var segments = 0
    /// Per bin, the excess power of the first sound, and the common power.
    private var excess: [Double]
    private var common: [SIMD2<Double>]
    private let window: [Double]
    private var fourier: RadixTwoTransform

    init(size: Int, rate: Double) {
        self.size = size
        self.rate = rate
        power = [Double](repeating: 0, count: size / 2 + 1)
        excess = power
        common = power.map { _ in SIMD2() }
        let raw = (0..<size).map { i in
            let t = 2 * Double.pi * Double(i) / Double(size)
            return 0.35875 - 0.48829 * cos(t) + 0.14128 * cos(2 * t) - 0.01168 * cos(3 * t)
        }
        // Scaled so that the power of all bins is the mean square of the segment.
        let scale = 1 / (raw.map { $0 * $0 }.reduce(0, +) * Double(size)).squareRoot()
        window = raw.map { $0 * scale }
        fourier = RadixTwoTransform(size: size)
    }

    /// Adds one segment of each of two sounds (the second as the imaginary part).
    mutating func add(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>) {
        for i in 0..<size {
            fourier.real[i] = Double(a[i]) * window[i]
            fourier.imaginary[i] = Double(b[i]) * window[i]
        }
        fourier.transform()
        let real = fourier.real, imaginary = fourier.imaginary
        // The mean power of the two real sounds, both halves of the spectrum together.
        for bin in 1..<size / 2 {
            let mirror = size - bin
            power[bin] +=
                (real[bin] * real[bin] + imaginary[bin] * imaginary[bin] + real[mirror] * real[mirror]
                    + imaginary[mirror] * imaginary[mirror]) / 2
            let first = SIMD2(real[bin] + real[mirror], imaginary[bin] - imaginary[mirror]) / 2
            let second = SIMD2(imaginary[bin] + imaginary[mirror], real[mirror] - real[bin]) / 2
            excess[bin] += (first * first).sum() - (second * second).sum()
            common[bin] += SIMD2((first * second).sum(), first.y * second.x - first.x * second.y)
        }
        power[0] += (real[0] * real[0] + imaginary[0] * imaginary[0]) / 2
        power[size / 2] += (real[size / 2] * real[size / 2] + imaginary[size / 2] * imaginary[size / 2]) / 2
        segments += 1
    }

    /// Mean power between two frequencies.
    func power(from low: Double, to high: Double) -> Double {
        let first = max(0, Int((low / rate * Double(size)).rounded(.up)))
        let last = min(size / 2, Int((high / rate * Double(size)).rounded(.up)) - 1)
        guard first <= last else { return 0 }
        return power[first...last].reduce(0, +) / Double(segments)
    }

    /// Mean magnitude-squared coherence of the two sounds between two frequencies.
    func coherence(from low: Double, to high: Double) -> Double {
        let bins = (1..<size / 2).filter { Double($0) * rate / Double(size) >= low && Double($0) * rate / Double(size) < high }
        return bins.reduce(0) { sum, bin in
            let both = (power[bin] + excess[bin]) * (power[bin] - excess[bin]) / 4
            return sum + (common[bin] * common[bin]).sum() / both
        } / Double(bins.count)
    }

    /// Frequencies of the bins between two frequencies.
    func frequencies(from low: Double, to high: Double) -> [Double] {
        let first = max(0, Int((low / rate * Double(size)).rounded(.up)))
        let last = min(size / 2, Int((high / rate * Double(size)).rounded(.up)) - 1)
        return first <= last ? (first...last).map { Double($0) * rate / Double(size) } : []
    }
}

/// The moments of a series of numbers.
struct Moments {
    private(set) var count = 0.0
    private var sums = (0.0, 0.0, 0.0, 0.0)

    mutating func add(_ x: Double) {
        count += 1
        let xx = x * x
        sums.0 += x
        sums.1 += xx
        sums.2 += xx * x
        sums.3 += xx * xx
    }

    var mean: Double { sums.0 / count }
    var variance: Double { sums.1 / count - mean * mean }
    var rms: Double { (sums.1 / count).squareRoot() }
    var skewness: Double {
        let m = mean
        return (sums.2 / count - 3 * m * sums.1 / count + 2 * m * m * m) / pow(variance, 1.5)
    }
    var kurtosis: Double {
        let m = mean
        return (sums.3 / count - 4 * m * sums.2 / count + 6 * m * m * sums.1 / count - 3 * m * m * m * m)
            / (variance * variance)
    }
}

/// The third-octave bands from 20 Hz to 20 kHz: edges in Hz.
let thirdOctaves: [(low: Double, high: Double)] = (-17...13).map {
    let middle = 1000 * pow(2, Double($0) / 3)
    return (middle * pow(2, -1.0 / 6), middle * pow(2, 1.0 / 6))
}
