// SPDX-License-Identifier: MIT
import Foundation

/// The one-sided power density of a sound: how its mean square is distributed over frequency.
public struct Spectrum: Equatable, Sendable {
    public let sampleRate: Int
    /// Samples in a frame of the estimate.
    public let size: Int
    /// Power density in FS^2/Hz, bins 0 ... size / 2; its sum times `binWidth` is the mean square.
    public let density: [Double]

    init(sampleRate: Int, size: Int, density: [Double]) {
        self.sampleRate = sampleRate
        self.size = size
        self.density = density
    }

    /// Estimates the density of a complete sound; nil when it is shorter than one frame, which lasts 171 ms by default.
    public init?(of sound: Sound, size: Int? = nil) {
        var estimator = WelchEstimator(sampleRate: sound.sampleRate, size: size)
        estimator.add(sound)
        guard let spectrum = estimator.spectrum else { return nil }
        self = spectrum
    }

    /// The distance between two bins in Hz.
    var binWidth: Double { Double(sampleRate) / Double(size) }
    /// Half the sample rate, in Hz.
    var nyquist: Double { Double(sampleRate) / 2 }

    /// Returns the mean square between two frequencies in Hz. A bin's power is spread evenly over its width, cut at 0 and
    /// Nyquist.
    public func power(from lower: Double, to upper: Double) -> Double {
        let first = max(0, Int((lower / binWidth).rounded()))
        let last = min(density.count - 1, Int((upper / binWidth).rounded()))
        guard first <= last, lower < upper else { return 0 }
        return (first...last).reduce(0) { sum, bin in
            let low = max(0, (Double(bin) - 0.5) * binWidth)
            let high = min(nyquist, (Double(bin) + 0.5) * binWidth)
            let covered = max(0, min(high, upper) - max(low, lower)) / (high - low)
            return sum + density[bin] * binWidth * covered
        }
    }

    /// Returns the levels of all bands with their centres in `range` that lie entirely below Nyquist.
    public func bands(_ width: FrequencyBand.Width, in range: ClosedRange<Double> = 20...20_000) -> [BandLevel] {
        FrequencyBand.all(width, in: range).filter { $0.upper <= nyquist }.map {
            BandLevel(band: $0, power: power(from: $0.lower, to: $0.upper))
        }
    }

    /// Slope of the density in dB per octave between two frequencies: a least-squares fit over third-octave bands. Pink noise has
    /// -3.01, brown -6.02. Nil where fewer than two bands with power lie inside.
    func slope(from lower: Double, to upper: Double) -> Double? {
        let points = bands(.thirdOctave, in: lower...upper).filter { $0.power > 0 }.map {
            (x: log2($0.band.centre), y: $0.densityLevel)
        }
        guard points.count >= 2 else { return nil }
        let meanX = points.reduce(0) { $0 + $1.x } / Double(points.count)
        let meanY = points.reduce(0) { $0 + $1.y } / Double(points.count)
        let covariance = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
        return covariance / points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    }
}
