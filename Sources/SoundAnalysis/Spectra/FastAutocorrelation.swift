// SPDX-License-Identifier: MIT
import CKissFFT
import Foundation

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
