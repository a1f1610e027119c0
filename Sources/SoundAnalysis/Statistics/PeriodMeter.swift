// SPDX-License-Identifier: MIT
import CKissFFT
import DeterministicMath
import Foundation

/// The most likely period of a sound's envelope, and its significance.
public struct EnvelopePeriod: Equatable, Sendable {
    /// The lag at which the autocorrelation stands out most, in seconds.
    public let lag: Double
    /// The height of the peak over the lags around it, as a correlation.
    public let height: Double
    /// The height of the highest peak in any of the Poisson models, corrected for long drops.
    public let chance: Double

    /// Height over chance: above 1 the sound has a period that Poisson arrivals would not show (1 in 100 by chance).
    public var strength: Double { height / chance }
}

/// Detects a period in a sound: loops, regular drops, a pulse. Streams; 100 values per second are kept.
///
/// The envelope between 0.5 and 10 kHz (RMS over 10 ms, all channels) is divided by its mean over the two seconds around each
/// value, so that slow swelling does not count. A period is a peak in its autocorrelation at lags of 50 ms to 5 s. The peak's
/// height is measured over the higher of the least values within half a second before and after it. So neither the decay of
/// single drops nor a smooth swell slower than about one per second counts: that is movement, not a period.
///
/// The reference model is Poisson arrivals of the same rate, heights and length: the same values shuffled 99 times, from a fixed
/// seed. The tail of the heights, which decides how high chance peaks rise, is then that of the sound itself. Drops longer than a
/// value raise chance peaks by the root of the sum of their squared correlations (Bartlett 1946); the correlations below the
/// shortest lag are used.
struct PeriodMeter: Sendable {
    static let band: ClosedRange<Double> = 500...10_000
    /// Periods looked for, in seconds.
    static let lags: ClosedRange<Double> = 0.05...5
    private static let models = 99
    /// Values on each side of a lag that it must exceed, and of a value that its mean includes.
    private static let neighbours = 50
    private static let swell = 100

    private let sampleRate: Int
    private var filters: [BandPassFilter]
    /// Seconds per value of the envelope.
    private let step: Double
    private var windows: WindowMeans
    /// The mean square of each value.
    private var powers: [Double] = []

    init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        filters = [BandPassFilter](repeating: BandPassFilter(sampleRate: sampleRate, band: Self.band), count: channelCount)
        step = max(1, (0.01 * Double(sampleRate)).rounded()) / Double(sampleRate)
        windows = WindowMeans(sampleRate: sampleRate, window: step)
    }

    mutating func add(_ block: Sound) {
        precondition(block.channels.count == filters.count, "the number of channels changed within a stream")
        let channels = block.channels.indices.map { filters[$0].apply(block.channels[$0]) }
        powers += windows.powers(Sound(sampleRate: sampleRate, channels: channels))
    }

    /// The most likely period so far; nil for silence, and for less than twice the longest lag.
    var period: EnvelopePeriod? {
        let first = Int((Self.lags.lowerBound / step).rounded())
        let last = Int((Self.lags.upperBound / step).rounded())
        let values = Self.level(powers.map { $0.squareRoot() })
        guard values.count >= 2 * last else { return nil }
        let correlate = FastAutocorrelation(count: values.count, maximumLag: last + Self.neighbours)
        guard let correlation = correlate(values) else { return nil }
        let found = Self.highest(correlation, first...last)
        var random = SplitMix64(1)
        var shuffled = values
        var chance = 0.0
        for _ in 0..<Self.models {
            shuffled.shuffle(using: &random)
            chance = max(chance, correlate(shuffled).map { Self.highest($0, first...last).height } ?? 0)
        }
        chance *= (1 + 2 * correlation[1..<first].reduce(0) { $0 + $1 * $1 }).squareRoot()
        return chance > 0 ? EnvelopePeriod(lag: Double(found.lag) * step, height: found.height, chance: chance) : nil
    }

    /// Divides each value by the mean around it.
    private static func level(_ values: [Double]) -> [Double] {
        var sums = [0.0]
        sums.reserveCapacity(values.count + 1)
        for value in values { sums.append((sums.last ?? 0) + value) }
        return values.indices.map { index in
            let start = max(0, index - swell), end = min(values.count, index + swell + 1)
            let mean = (sums[end] - sums[start]) / Double(end - start)
            return mean > 0 ? values[index] / mean - 1 : 0
        }
    }

    /// The most prominent peak of a correlation.
    private static func highest(_ correlation: [Double], _ lags: ClosedRange<Int>) -> (lag: Int, height: Double) {
        var best = (lag: lags.lowerBound, height: -Double.infinity)
        for lag in lags {
            let before = correlation[max(1, lag - neighbours)..<lag].min() ?? 0
            let after = correlation[lag + 1...lag + neighbours].min() ?? 0
            let height = correlation[lag] - max(before, after)
            if height > best.height { best = (lag, height) }
        }
        return best
    }
}

/// Computes the autocorrelation of series of one length through kissfft, in single precision. One thread at a time.
final class FastAutocorrelation {
    private let count: Int
    private let maximumLag: Int
    private let size: Int
    private let forward: OpaquePointer
    private let backward: OpaquePointer
    private let samples: UnsafeMutablePointer<Float>
    private let bins: UnsafeMutablePointer<kiss_fft_cpx>

    /// - Parameters:
    ///   - count: values in a series.
    ///   - maximumLag: the largest lag computed, less than `count`.
    init(count: Int, maximumLag: Int) {
        self.count = count
        self.maximumLag = maximumLag
        // Zero padding keeps the end of the series from wrapping around to its beginning.
        size = FourierTransform.fastSize(atLeast: count + maximumLag)
        guard let forward = kiss_fftr_alloc(Int32(size), 0, nil, nil), let backward = kiss_fftr_alloc(Int32(size), 1, nil, nil)
        else { preconditionFailure("out of memory") }
        self.forward = forward
        self.backward = backward
        samples = .allocate(capacity: size)
        samples.initialize(repeating: 0, count: size)
        bins = .allocate(capacity: size / 2 + 1)
        bins.initialize(repeating: kiss_fft_cpx(), count: size / 2 + 1)
    }

    deinit {
        free(UnsafeMutableRawPointer(forward))
        free(UnsafeMutableRawPointer(backward))
        samples.deallocate()
        bins.deallocate()
    }

    /// Returns lags 0 ... `maximumLag` of the series about its mean, 1 at 0; nil for a constant series.
    func callAsFunction(_ series: [Double]) -> [Double]? {
        precondition(series.count == count, "a series of another length")
        let mean = series.reduce(0, +) / Double(count)
        for index in 0..<size { samples[index] = index < count ? Float(series[index] - mean) : 0 }
        kiss_fftr(forward, samples, bins)
        for bin in 0...size / 2 {
            bins[bin] = kiss_fft_cpx(r: bins[bin].r * bins[bin].r + bins[bin].i * bins[bin].i, i: 0)
        }
        kiss_fftri(backward, bins, samples)
        let variance = Double(samples[0])
        return variance > 0 ? (0...maximumLag).map { Double(samples[$0]) / variance } : nil
    }
}
