// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

/// The onset times of drops.
@Suite(.computing) struct DropOnsetTests {
    /// Counts the onsets of a clock for a sequence of expected drops per sample.
    static func count(seed: UInt64, regularity: Float, samples: Int, _ expected: (Int) -> Double) -> Int {
        var clock = OnsetClock(seed: seed)
        var place = 0.0, count = 0
        for n in 0..<samples {
            while clock.next(expected: expected(n), regularity: regularity, onset: &place) { count += 1 }
        }
        return count
    }

    @Test(arguments: [Float(0), 0.5, 1, 2.5, 4, 16]) func gapsHaveUnitMeanAndTheStatedDeviation(_ regularity: Float) {
        var clock = OnsetClock(seed: 11)
        let gaps = (0..<200_000).map { _ in clock.gap(regularity) }
        let stated = regularity <= 1 ? Double(regularity) : 1 / Double(regularity).squareRoot()
        #expect(abs(mean(gaps) - 1) < 5 * stated / Double(gaps.count).squareRoot() + 1e-12)
        #expect(abs(deviation(gaps) - stated) <= 0.01 * stated)
        #expect(gaps.allSatisfy { $0 >= 0 })
    }

    @Test func poissonGapsAreExponential() {
        var clock = OnsetClock(seed: 12)
        let gaps = (0..<100_000).map { _ in clock.gap(1) }
        for x in [0.1, 0.5, 1, 2, 4] {
            let share = Double(gaps.count { $0 > x }) / Double(gaps.count)
            let truth = exp(-x)
            #expect(abs(share - truth) < 5 * (truth * (1 - truth) / 100_000).squareRoot())
        }
    }

    @Test func gammaGapsHaveTheGammaDistribution() {
        // Shape 4: P(gap > x) = exp(-4x) (1 + 4x + (4x)^2/2 + (4x)^3/6).
        var clock = OnsetClock(seed: 13)
        let gaps = (0..<100_000).map { _ in clock.gap(4) }
        for x in [0.25, 0.5, 1, 1.5, 2.5] {
            let share = Double(gaps.count { $0 > x }) / Double(gaps.count), y = 4 * x
            let truth = exp(-y) * (1 + y + y * y / 2 + y * y * y / 6)
            #expect(abs(share - truth) < 5 * (truth * (1 - truth) / 100_000).squareRoot())
        }
    }

    @Test func periodicIsExact() {
        // 480 drops per second at 48 kHz: one every 100 samples, without noticeable drift after a minute.
        var rig = DropRig(seed: 2)
        rig.play(SynthParameters([.dropsRate: 60 * 480, .dropsRegularity: 0]), quanta: 3000)
        let first = rig.fallen[0].position
        for (index, drop) in rig.fallen.enumerated() {
            #expect(abs(drop.position - first - 100 * Double(index)) < 1e-6)
        }
        #expect(rig.fallen.count >= 1919 && rig.fallen.count <= 1921)
    }

    @Test(arguments: [Float(0), 0.3, 1, 3, 16]) func aGlidingRateGivesItsIntegral(_ regularity: Float) {
        // 0 -> 40 drops per second -> 0 within 0.1 s, from rest: 2 expected. Many seeds, as only the mean count is significant.
        let samples = 4800, runs = 20_000
        let course: [Double] = (0..<samples).map { (n: Int) -> Double in
            let height: Double = 1 - abs(Double(n) - 2399.5) / 2400
            return 40.0 / 48_000 * height
        }
        let expected = course.reduce(0, +)
        var total = 0.0, squares = 0.0
        for seed in 0..<runs {
            let n = Double(Self.count(seed: UInt64(seed), regularity: regularity, samples: samples) { course[$0] })
            total += n
            squares += n * n
        }
        let average = total / Double(runs)
        let spread = (squares / Double(runs) - average * average).squareRoot() / Double(runs).squareRoot()
        #expect(abs(average - expected) < 4 * spread + 1e-9)
    }

    @Test func theLayerFollowsTheRateThroughItsGlide() {
        // 0 -> 200,000 drops per second -> 0 in 2 s, frame by frame, 4 per sample at the densest.
        var rig = DropRig(seed: 4, voices: 16)
        var expected = 0.0
        for quantum in 0..<1500 {
            for frame in 0..<64 {
                let n = quantum * 64 + frame
                let rate = Float(12_000_000 * (1 - abs(Double(n) - 48_000) / 48_000))
                expected += Double(rate) / 60 / 48_000
                rig.layer.schedule(
                    offset: frame, frames: 1, glide: ParameterRamps(SynthParameters([.dropsRate: rate])), impactGain: 1,
                    bubbleGain: 1)
            }
            rig.render()
        }
        #expect(abs(Double(rig.fallen.count) - expected) < 4 * expected.squareRoot())
        #expect(rig.layer.started + rig.layer.refused == Int64(rig.fallen.count))
        for pair in zip(rig.fallen, rig.fallen.dropFirst()) { #expect(pair.0.position <= pair.1.position) }
    }

    @Test func theHighestRateIsReached() {
        var rig = DropRig(sampleRate: 44_100, seed: 4, voices: 16)
        rig.play(SynthParameters([.dropsRate: 40_000_000]), quanta: 689)
        let expected = 40_000_000.0 / 60 * 689 * 64 / 44_100
        #expect(abs(Double(rig.fallen.count) - expected) < 4 * expected.squareRoot())
    }

    @Test func atRestNothingFallsAndNothingRuns() {
        var rig = DropRig(seed: 1)
        rig.play(SynthParameters([.dropsRate: 0]), quanta: 1000)
        #expect(rig.fallen.isEmpty && rig.layer.active == 0 && rig.left.allSatisfy { $0 == 0 })
    }
}
