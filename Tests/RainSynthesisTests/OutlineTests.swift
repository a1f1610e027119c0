// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

/// What pictures show of the rain and of thunder.
@Suite(.computing) struct OutlineTests {
    /// Marshall & Palmer's sizes at the speeds of Atlas, Srivastava & Sekhon, integrated by small steps.
    @Test(arguments: [2.0, 10, 70]) func theSizesAreThoseOfTheLiterature(intensity: Double) {
        var parameters = SynthParameters()
        parameters[.rainIntensity] = Float(intensity)
        let sizes = RainOutline(parameters).sizes
        #expect(sizes.count == 16 && sizes.first?.diameters.lowerBound == 0.5 && sizes.last?.diameters.upperBound == 6)
        for size in sizes {
            let steps = 2000
            let width = (size.diameters.upperBound - size.diameters.lowerBound) / Double(steps)
            let flux = (0..<steps).reduce(0.0) { sum, step in
                let diameter = size.diameters.lowerBound + (Double(step) + 0.5) * width
                return sum + 8000 * exp(-4.1 * pow(intensity, -0.21) * diameter) * (9.65 - 10.3 * exp(-0.6 * diameter)) * width
            }
            #expect(abs(size.flux / flux - 1) < 1e-5, "\(size.diameters)")
        }
    }

    @Test func noRainHasNoDrops() {
        var parameters = SynthParameters()
        parameters[.rainIntensity] = 0
        #expect(RainOutline(parameters).sizes.allSatisfy { $0.flux == 0 })
    }

    /// A clap is as loud as its level says, and begins at once; far claps are softer.
    @Test func aClapFollowsItsParameters() {
        func power(level: Float, distance: Float) -> Float {
            var parameters = SynthParameters()
            parameters[.thunderLevel] = level
            parameters[.thunderDistance] = distance
            let clap = ThunderOutline(parameters, seconds: 12, sampleRate: 48_000)
            #expect(clap.left.count == clap.right.count && clap.left.prefix(4800).contains { $0 != 0 })
            return (clap.left + clap.right).reduce(0) { $0 + $1 * $1 }
        }
        let loud = power(level: 0, distance: 1000)
        #expect(abs(power(level: -20, distance: 1000) / loud - 0.01) < 1e-4)
        #expect(power(level: 0, distance: 8000) < 0.25 * loud)
    }
}
