// SPDX-License-Identifier: MIT
import DeterministicMath
import Tuning

/// The spectrum of the sound played last, in bands of equal width on a logarithmic frequency scale.
enum LiveSpectrum {
    private static let bands = 56
    /// Hz.
    private static let lowest = 50.0
    private static let highest = 16_000.0
    /// A twelfth of a second at 48 kHz.
    private static let frames = 4096
    /// The level drawn as silence, in dB.
    private static let silence = -120.0

    private static let edges: [Double] = (0...bands).map { index in
        lowest * DeterministicMath.pow(highest / lowest, Double(index) / Double(bands))
    }

    /// Returns the mean square in each band, in dB of full scale.
    static func levels(of tap: SoundTap, sampleRate: Int) -> [Double] {
        tap.levels(in: zip(edges, edges.dropFirst()).map { $0...$1 }, frames: frames, sampleRate: sampleRate, floor: silence) ?? []
    }
}
