// SPDX-License-Identifier: MIT
import Foundation

/// A Butterworth band-pass: a 4th-order high-pass and a 4th-order low-pass (24 dB per octave each; -3 dB at both
/// edges), by the bilinear transform. Streams one channel.
public struct BandPassFilter: Sendable {
    private var sections: [Biquad]

    /// - Parameter band: edges in Hz; an upper edge above 0.45 of the sample rate disables the low-pass, a lower edge of 0 the
    ///   high-pass.
    public init(sampleRate: Int, band: ClosedRange<Double>) {
        sections = []
        let rate = Double(sampleRate)
        // Quality factors of the two sections of a 4th-order Butterworth filter: 1 / (2 cos(pi/8)), 1 / (2 cos(3 pi/8)).
        for quality in [1 / (2 * cos(Double.pi / 8)), 1 / (2 * cos(3 * Double.pi / 8))] {
            if band.lowerBound > 0 {
                sections.append(Biquad(.highPass, frequency: band.lowerBound / rate, quality: quality))
            }
            if band.upperBound < 0.45 * rate {
                sections.append(Biquad(.lowPass, frequency: band.upperBound / rate, quality: quality))
            }
        }
    }

    /// Filters the next samples.
    public mutating func apply(_ samples: [Float]) -> [Float] {
        // Sample by sample through all sections: one whole section after the other would make each sample wait for the one before.
        sections.withUnsafeMutableBufferPointer { sections in
            samples.map { sample in
                var value = sample
                for section in sections.indices { value = sections[section].apply(value) }
                return value
            }
        }
    }
}

/// One second-order section (R. Bristow-Johnson's cookbook), transposed direct form II in double precision.
private struct Biquad: Sendable {
    enum Kind { case lowPass, highPass }

    private let b: (Double, Double, Double)
    private let a: (Double, Double)
    private var state: (Double, Double) = (0, 0)

    /// - Parameter frequency: corner over sample rate, 0 ..< 0.5.
    init(_ kind: Kind, frequency: Double, quality: Double) {
        let omega = 2 * Double.pi * frequency
        let alpha = sin(omega) / (2 * quality)
        let cosine = cos(omega)
        let scale = 1 / (1 + alpha)
        switch kind {
        case .lowPass: b = ((1 - cosine) / 2 * scale, (1 - cosine) * scale, (1 - cosine) / 2 * scale)
        case .highPass: b = ((1 + cosine) / 2 * scale, -(1 + cosine) * scale, (1 + cosine) / 2 * scale)
        }
        a = (-2 * cosine * scale, (1 - alpha) * scale)
    }

    /// Filters the next sample.
    mutating func apply(_ sample: Float) -> Float {
        let input = Double(sample)
        let output = b.0 * input + state.0
        state = (b.1 * input - a.0 * output + state.1, b.2 * input - a.1 * output)
        return Float(output)
    }
}
