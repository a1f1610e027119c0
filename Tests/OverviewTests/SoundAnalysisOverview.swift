// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import Testing

/// The example of SoundAnalysis's overview.
struct SoundAnalysisOverview {
    @Test func example() async throws {
        // example begins
        // One second of a 1 kHz tone at half of full scale.
        let step = 2 * Double.pi * 1000 / 48_000
        let samples = (0..<48_000).map { Float(0.5 * sin(step * Double($0))) }
        let tone = Sound(sampleRate: 48_000, channels: [samples])

        let levels = Levels(of: tone)
        let loudness = levels.integratedLoudness
        let spectrum = Spectrum(of: tone)
        let strongest = spectrum?.bands(.thirdOctave).max { $0.power < $1.power }
        let centre = strongest?.band.centre ?? 0
        // example ends
        #expect(abs(levels.peak - 0.5) < 1e-3)
        #expect(abs(loudness + 9.03) < 0.1)
        #expect(abs(centre - 1000) < 1)
    }
}
