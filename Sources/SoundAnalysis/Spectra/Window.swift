// SPDX-License-Identifier: MIT
import Foundation

/// A window function, applied to a frame before its Fourier transform. Formulas: Harris 1978, Heinzel et al. 2002.
public enum Window: String, Sendable, CaseIterable {
    /// No taper: exact for tones that fit the frame, with leakage for all others.
    case rectangular
    /// The usual choice for noise: side lobes at -31 dB that fall fast.
    case hann
    /// Four terms, side lobes at -92 dB: for tones next to much stronger ones.
    case blackmanHarris
    /// Five terms: a tone's level is accurate within 0.01 dB wherever it lies between two bins.
    case flatTop

    /// Returns one period of the window (DFT-even), `count` values.
    func coefficients(_ count: Int) -> [Double] {
        let terms: [Double] =
            switch self {
            case .rectangular: [1]
            case .hann: [0.5, -0.5]
            case .blackmanHarris: [0.35875, -0.48829, 0.14128, -0.01168]
            case .flatTop: [0.21557895, -0.41663158, 0.277263158, -0.083578947, 0.006947368]
            }
        return (0..<count).map { n in
            terms.indices.reduce(0) { $0 + terms[$1] * cos(2 * .pi * Double($1 * n) / Double(count)) }
        }
    }
}
