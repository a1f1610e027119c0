// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("The end of a pair's mix", .computing) struct PairBusTests {
    @Test("Takes a constant off, keeps what is heard, corner at 5 Hz", arguments: EngineConfiguration.sampleRates)
    func response(rate: Int) {
        for (frequency, expected) in [
            (0.0, 0.0), (5, 0.5.squareRoot()), (20, 1 / (1 + 1.0 / 16).squareRoot()), (1000, 1),
        ] {
            var bus = PairBus(sampleRate: rate)
            let one = [Float](repeating: 1, count: 64)
            var left = (0..<rate * 2 / 64 * 64).map { Float(cos(2 * .pi * frequency * Double($0) / Double(rate))) }
            var right = left.map { -$0 }
            StereoBlock.each(&left, &right) { block, _, _ in
                let isFinite = bus.finish(block, duck: one, gain: one)
                #expect(isFinite)
            }
            // The second second contains an integral number of periods.
            let rms = (left[rate...].map { Double($0 * $0) }.reduce(0, +) / Double(rate))
                .squareRoot()
            let full = frequency == 0 ? 1 : 0.5.squareRoot()
            #expect(abs(rms / full - expected) < 0.005, "\(frequency) Hz: \(rms / full)")
            #expect(left[rate + 5] == -right[rate + 5])
        }
    }

    @Test("Rain ducks, notes do not, and the gain acts on both")
    func ducksAndScales() {
        var bus = PairBus(sampleRate: 48_000)
        let duck = [Float](repeating: 0.5, count: 64), gain = [Float](repeating: 0.25, count: 64)
        // So high that the filter passes them whole: + - + - ...
        let rain = (0..<64).map { Float($0 % 2 == 0 ? 0.2 : -0.2) }
        let notes = rain.map { $0 * 2 } + rain.map { $0 * 3 }
        // Left, then right.
        var frames = rain + rain
        let isFinite = frames.withUnsafeMutableBufferPointer {
            bus.finish(StereoBlock($0.baseAddress!), duck: duck, notes: notes, gain: gain)
        }
        #expect(isFinite)
        for frame in 8..<64 {
            #expect(abs(frames[frame] / rain[frame] - 0.25 * 2.5) < 0.002)
            #expect(abs(frames[64 + frame] / rain[frame] - 0.25 * 3.5) < 0.002)
        }
    }
}
