// SPDX-License-Identifier: MIT
import CKissFFT
import Foundation

/// The magnitude-squared coherence of two channels over frequency: 1 where one is the other filtered, 0 where they are
/// independent. For independent channels, an estimate over n frames still has a mean of 1 / n.
public struct Coherence: Equatable, Sendable {
    public let sampleRate: Int
    public let size: Int
    /// Values 0 ... 1, bins 0 ... size / 2; nil where a channel is silent.
    public let values: [Double?]

    /// Frequency of a bin in Hz.
    public func frequency(_ bin: Int) -> Double { Double(bin) * Double(sampleRate) / Double(size) }

    /// Mean over the bins from the lower edge, in Hz, up to just below the upper; nil when none has a value.
    public func mean(in band: ClosedRange<Double>) -> Double? {
        values.indices.filter { frequency($0) >= band.lowerBound && frequency($0) < band.upperBound }.compactMap { values[$0] }.mean
    }
}

/// Estimates coherence from a stream of two channels (Welch's method with Hann windows, 50 % overlap).
public struct CoherenceEstimator {
    let sampleRate: Int
    private let transforms: [FourierTransform]
    private var slicer: FrameSlicer
    private var cross: [(real: Double, imaginary: Double)]
    private var powers: [(left: Double, right: Double)]
    private var frames = 0

    public init(sampleRate: Int) {
        // 43 ms at any rate.
        let size = FourierTransform.size(2048, sampleRate: sampleRate)
        self.sampleRate = sampleRate
        transforms = (0..<2).map { _ in FourierTransform(size: size) }
        slicer = FrameSlicer(size: size)
        cross = [(real: Double, imaginary: Double)](repeating: (0, 0), count: size / 2 + 1)
        powers = [(left: Double, right: Double)](repeating: (0, 0), count: size / 2 + 1)
    }

    /// Takes the next block and compares its first two channels.
    /// - Precondition: the block has at least two channels.
    public mutating func add(_ block: Sound) {
        precondition(block.channels.count >= 2, "coherence needs two channels")
        slicer.append(block)
        let left = transforms[0]
        let right = transforms[1]
        while slicer.hasFrame {
            left.transform(slicer.channels[0], from: slicer.start)
            right.transform(slicer.channels[1], from: slicer.start)
            for bin in powers.indices {
                let a = left.bins[bin]
                let b = right.bins[bin]
                cross[bin].real += Double(a.r) * Double(b.r) + Double(a.i) * Double(b.i)
                cross[bin].imaginary += Double(a.i) * Double(b.r) - Double(a.r) * Double(b.i)
                powers[bin].left += left.power(bin)
                powers[bin].right += right.power(bin)
            }
            frames += 1
            slicer.advance(by: left.size / 2)
        }
    }

    /// The estimate so far; nil before the second frame (a single frame always gives 1).
    public var coherence: Coherence? {
        guard frames > 1 else { return nil }
        let values = powers.indices.map { bin -> Double? in
            let product = powers[bin].left * powers[bin].right
            let (real, imaginary) = cross[bin]
            return product > 0 ? min(1, (real * real + imaginary * imaginary) / product) : nil
        }
        return Coherence(sampleRate: sampleRate, size: transforms[0].size, values: values)
    }
}
