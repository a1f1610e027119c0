// SPDX-License-Identifier: MIT
import CKissFFT
import Foundation

/// Computes Fourier transforms of real frames of one size under a Hann window, through kissfft in single precision (its noise is
/// about 130 dB below the signal). One thread at a time.
final class FourierTransform {
    let size: Int
    /// Sum of the squared window: turns |X|^2 into power density.
    let windowPower: Double
    /// The last transform, bins 0 ... size / 2. Unmanaged memory, since kissfft writes it; valid for as long as this object
    /// exists.
    let bins: UnsafeMutablePointer<kiss_fft_cpx>
    let binCount: Int

    private let plan: OpaquePointer
    private let window: [Float]
    private let frame: UnsafeMutablePointer<Float>

    /// - Precondition: `size` is even.
    init(size: Int) {
        precondition(size >= 2 && size % 2 == 0, "kissfft transforms real frames of even size only")
        guard let plan = kiss_fftr_alloc(Int32(size), 0, nil, nil) else { preconditionFailure("out of memory") }
        self.plan = plan
        self.size = size
        let coefficients = Self.window(size)
        windowPower = coefficients.reduce(0) { $0 + $1 * $1 }
        self.window = coefficients.map(Float.init)
        binCount = size / 2 + 1
        frame = .allocate(capacity: size)
        frame.initialize(repeating: 0, count: size)
        bins = .allocate(capacity: binCount)
        bins.initialize(repeating: kiss_fft_cpx(), count: binCount)
    }

    deinit {
        free(UnsafeMutableRawPointer(plan))
        frame.deallocate()
        bins.deallocate()
    }

    /// One period of the Hann window (DFT-even), `count` values: side lobes at -31 dB that fall fast, the usual choice for noise.
    static func window(_ count: Int) -> [Double] { (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count)) } }

    /// The smallest even size of at least `count` that kissfft transforms fast (with only the factors 2, 3 and 5).
    static func fastSize(atLeast count: Int) -> Int { 2 * Int(kiss_fft_next_fast_size(Int32(max(1, (count + 1) / 2)))) }

    /// The size of a frame that lasts as long as one of so many samples at 48 kHz.
    static func size(_ at48kHz: Int, sampleRate: Int) -> Int { fastSize(atLeast: at48kHz * sampleRate / 48_000) }

    /// Transforms `samples[start ..< start + size]`.
    func transform(_ samples: [Float], from start: Int) {
        precondition(start >= 0 && start + size <= samples.count, "the frame reaches beyond the samples")
        samples.withUnsafeBufferPointer { samples in
            for index in 0..<size { frame[index] = samples[start + index] * window[index] }
        }
        kiss_fftr(plan, frame, bins)
    }

    /// |X|^2 of one bin of the last transform, 0 ..< binCount.
    func power(_ bin: Int) -> Double {
        let real = Double(bins[bin].r)
        let imaginary = Double(bins[bin].i)
        return real * real + imaginary * imaginary
    }

    /// The factor that turns |X|^2 of a bin into one-sided power density in FS^2/Hz.
    func densityScale(bin: Int, sampleRate: Int) -> Double {
        (bin == 0 || bin == size / 2 ? 1 : 2) / (Double(sampleRate) * windowPower)
    }
}
