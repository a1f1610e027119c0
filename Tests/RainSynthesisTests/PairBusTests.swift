// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("DC blocker", .computing) struct DCBlockerTests {
    @Test("Takes a constant off, keeps what is heard, corner at 5 Hz", arguments: EngineConfiguration.sampleRates)
    func response(rate: Int) {
        for (frequency, expected) in [
            (0.0, 0.0), (5, 0.5.squareRoot()), (20, 1 / (1 + 1.0 / 16).squareRoot()), (1000, 1),
        ] {
            var blocker = DCBlocker(sampleRate: rate)
            var left = (0..<rate * 2).map { Float(cos(2 * .pi * frequency * Double($0) / Double(rate))) }
            var right = left.map { -$0 }
            left.withUnsafeMutableBufferPointer { l in
                right.withUnsafeMutableBufferPointer { r in
                    for start in stride(from: 0, to: rate * 2 / 64 * 64, by: 64) {
                        blocker.process(l.baseAddress! + start, r.baseAddress! + start)
                    }
                }
            }
            // The second second contains an integral number of periods.
            let rms = (left[rate..<(rate * 2 / 64 * 64)].map { Double($0 * $0) }.reduce(0, +) / Double(rate))
                .squareRoot()
            let full = frequency == 0 ? 1 : 0.5.squareRoot()
            #expect(abs(rms / full - expected) < 0.005, "\(frequency) Hz: \(rms / full)")
            #expect(left[rate + 5] == -right[rate + 5])
        }
    }
}
