// SPDX-License-Identifier: MIT
import DeterministicMath
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Random streams", .computing) struct RandomStreamTests {
    @Test("SplitMix64 gives the published numbers") func splitMix() {
        var words = SplitMix64(1_234_567)
        let published: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
        for number in published { #expect(words.next() == number) }
    }

    @Test("xoshiro256+ gives the numbers of the reference code") func xoshiro256() {
        var stream = RandomStream(state: (1, 2, 3, 4))
        let published: [UInt64] = [
            5, 211_106_232_532_999, 211_106_635_186_183, 9_223_759_065_350_669_058, 9_250_833_439_874_351_877,
            13_862_484_359_527_728_515, 2_346_507_365_006_083_650, 1_168_864_526_675_804_870, 34_095_955_243_042_024,
            3_466_914_240_207_415_127,
        ]
        for number in published { #expect(stream.next() == number) }
    }

    @Test("Every lane is xoshiro128+ as in the reference code") func xoshiro128() {
        let lanes = { (word: UInt32) in SIMD8<UInt32>(repeating: word) }
        // The state as the kernels read it.
        var stream = unsafeBitCast((lanes(1), lanes(2), lanes(3), lanes(4)), to: NoiseStream.self)
        let published: [UInt32] = [
            5, 12295, 25_178_119, 27_286_542, 39_879_690, 1_140_358_681, 3_276_312_097, 4_110_231_701, 399_823_256,
            2_144_435_200,
        ]
        for number in published { #expect(stream.next() == lanes(number)) }
    }

    @Test("Uniform numbers are uniform and follow each other freely") func uniform() {
        var stream = RandomStream(seed: 5, stream: 1)
        var single = RandomStream(seed: 5, stream: 2)
        let count = 1_000_000
        let values = (0..<count).map { _ in stream.uniform() }
        let singles = (0..<count).map { _ in Double(single.uniformFloat()) }
        for row in [values, singles] {
            #expect(row.allSatisfy { $0 >= 0 && $0 < 1 })
            #expect(kolmogorovSmirnov(row) { $0 } < 1.95 / Double(count).squareRoot())
            for lag in [1, 2, 3, 7, 64] { #expect(abs(serialCorrelation(row, lag)) < 4.5 / Double(count).squareRoot()) }
        }
    }

    @Test("Exponential gaps have mean 1, variance 1 and the exponential law") func exponential() {
        var stream = RandomStream(seed: 9, stream: 1)
        let values = (0..<1_000_000).map { _ in stream.exponential() }
        #expect(kolmogorovSmirnov(values) { 1 - exp(-$0) } < 1.95e-3)
        #expect(values.max()! > 11)
        #expect(values.allSatisfy { $0 >= 0 && $0.isFinite })
    }

    @Test("Gaussians are Gaussian out to the tails") func gaussian() {
        var stream = RandomStream(seed: 11, stream: 1)
        var values: [Double] = []
        for _ in 0..<1_000_000 {
            let (a, b) = stream.gaussianPair()
            values += [a, b]
        }
        expectGaussian(values)
    }

    @Test("Block Gaussians are Gaussian out to the tails, in both channels") func blockGaussian() {
        var noise = WhiteNoise(sampleRate: 48_000, seed: 2)
        var l = [Float](repeating: 0, count: 4_000_000), r = l
        StereoBlock.each(&l, &r) { block, _, frames in noise.render(into: block, frames: frames, level: .unity, gain: .unity) }
        let left = l.map(Double.init), right = r.map(Double.init)
        expectGaussian(left)
        expectGaussian(right)
        var product = 0.0
        for (l, r) in zip(left, right) { product += l * r }
        #expect(abs(product / Double(left.count)) < 4.5 / Double(left.count).squareRoot())
    }

    @Test("Streams of one seed, and of neighbouring seeds, have nothing in common") func independence() {
        let names: [(UInt64, UInt64)] = [
            (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (0, 0), (.max, .max), (0x1000, 1), (1, 0x1000),
        ]
        let rows = names.map { name in
            var stream = RandomStream(seed: name.0, stream: name.1)
            return (0..<100_000).map { _ in stream.symmetric() }
        }
        for i in rows.indices {
            for j in 0..<i {
                let correlation = zip(rows[i], rows[j]).map { $0 * $1 }.reduce(0, +) / 100_000 * 3
                #expect(abs(correlation) < 4.5 / 100_000.0.squareRoot(), "\(names[i]) \(names[j])")
            }
        }
    }

    private func expectGaussian(_ values: [Double]) {
        let count = Double(values.count)
        var moments = Moments()
        for value in values { moments.add(value) }
        #expect(abs(moments.mean) < 4.5 / count.squareRoot())
        #expect(abs(moments.variance - 1) < 4.5 * (2 / count).squareRoot())
        #expect(abs(moments.skewness) < 0.01)
        #expect(abs(moments.kurtosis - 3) < 0.02, "\(moments.kurtosis)")
        #expect(kolmogorovSmirnov(values) { 0.5 * erfc(-$0 / 2.0.squareRoot()) } < 1.95 / count.squareRoot())
        for limit in [3.0, 4, 4.5] {
            let expected = erfc(limit / 2.0.squareRoot()) * count
            let found = Double(values.count { abs($0) > limit })
            #expect(abs(found - expected) < 4.5 * expected.squareRoot(), "beyond \(limit): \(found) for \(expected)")
        }
        for lag in [1, 2, 4, 8, 16] {
            #expect(abs(serialCorrelation(values, lag)) < 4.5 / count.squareRoot(), "lag \(lag)")
        }
    }

    private func kolmogorovSmirnov(_ values: [Double], _ law: (Double) -> Double) -> Double {
        let sorted = values.sorted()
        var worst = 0.0
        for (index, value) in sorted.enumerated() {
            let p = law(value)
            worst = max(worst, p - Double(index) / Double(sorted.count), Double(index + 1) / Double(sorted.count) - p)
        }
        return worst
    }

    private func serialCorrelation(_ values: [Double], _ lag: Int) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        var products = 0.0
        var squares = 0.0
        for index in 0..<values.count - lag {
            products += (values[index] - mean) * (values[index + lag] - mean)
            squares += (values[index] - mean) * (values[index] - mean)
        }
        return products / squares
    }
}
