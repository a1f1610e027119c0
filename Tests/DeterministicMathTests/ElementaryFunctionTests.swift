// SPDX-License-Identifier: MIT
import DeterministicMath
import Foundation
import TestTraits
import Testing

#if arch(x86_64)
    /// The largest error found by `sample`, in units in the last place of a Double. The reference is libm's 80-bit result, whose
    /// own error is below 2^-11 of these units.
    private func largestError(
        _ inputs: some Sequence<Double>, _ ours: (Double) -> Double, _ truth: (Float80) -> Float80
    )
        -> (ulps: Double, at: Double)
    {
        var worst = (ulps: 0.0, at: 0.0)
        for x in inputs {
            let error = ulps(ours(x), truth(Float80(x)))
            if error > worst.ulps { worst = (error, x) }
        }
        return worst
    }

    private func ulps(_ ours: Double, _ truth: Float80) -> Double {
        let nearest = Double(truth)
        if ours == nearest || (ours.isNaN && nearest.isNaN) {
            return ours.isFinite ? Double(abs(Float80(ours) - truth) / Float80(nearest.ulp)) : 0
        }
        guard ours.isFinite, nearest.isFinite else { return .infinity }
        return Double(abs(Float80(ours) - truth) / Float80(nearest.ulp))
    }

    /// A dense even sweep and random points of the same range.
    private func sweep(_ range: ClosedRange<Double>, _ count: Int = 60_000) -> [Double] {
        var generator = SplitMix(seed: 42)
        let width = range.upperBound - range.lowerBound
        return (0...count).map { range.lowerBound + width * Double($0) / Double(count) }
            + (0..<count).map { _ in Double.random(in: range, using: &generator) }
    }

    /// Random bit patterns: every exponent, including subnormal numbers, of either sign or positive only.
    private func anyDoubles(positive: Bool, _ count: Int = 200_000) -> [Double] {
        var generator = SplitMix(seed: 42)
        return (0..<count).compactMap { _ in
            let x = Double(bitPattern: positive ? generator.next() >> 1 : generator.next())
            return x.isFinite ? x : nil
        }
    }

    @Suite("Elementary functions lie within their stated ulps of 80-bit libm", .computing)
    struct ElementaryFunctionTests {
        @Test func exponentials() {
            for range in [-1...1, -30...30, -745.2...709.8] as [ClosedRange<Double>] {
                expectWithin(
                    1, largestError(sweep(range), { DeterministicMath.exp($0) }, { Foundation.exp($0) }), "exp \(range)"
                )
            }
            for range in [-1...1, -30...30, -1075...1024] as [ClosedRange<Double>] {
                expectWithin(
                    1, largestError(sweep(range), { DeterministicMath.exp2($0) }, { Foundation.exp2($0) }),
                    "exp2 \(range)")
            }
        }

        @Test func logarithms() {
            let inputs = [sweep(0.5...2), sweep(0.999...1.001), sweep(1e-9...1000), anyDoubles(positive: true)]
            for (index, values) in inputs.enumerated() {
                expectWithin(
                    1, largestError(values, { DeterministicMath.log($0) }, { Foundation.log($0) }), "log \(index)")
                expectWithin(
                    1, largestError(values, { DeterministicMath.log2($0) }, { Foundation.log2($0) }), "log2 \(index)")
                expectWithin(
                    1, largestError(values, { DeterministicMath.log10($0) }, { Foundation.log10($0) }), "log10 \(index)"
                )
            }
        }

        @Test func circularFunctions() {
            let inputs = [
                sweep(-0.8...0.8), sweep(-10...10), sweep(-1e5...1e5), sweep(-600_000...600_000), sweep(-1e9...1e9),
                // The 80-bit sine of libm is exact over its entire range (glibc).
                anyDoubles(positive: false),
                // Multiples of pi/2, where the reduction cancels most.
                (1...100_000).map { Double($0) * 1.5707963267948966 },
                [6_381_956_970_095_103 * 0x1p797, 5.319372648326541e255],
            ]
            for (index, values) in inputs.enumerated() {
                expectWithin(
                    1, largestError(values, { DeterministicMath.sin($0) }, { Foundation.sin($0) }), "sin \(index)")
                expectWithin(
                    1, largestError(values, { DeterministicMath.cos($0) }, { Foundation.cos($0) }), "cos \(index)")
                expectWithin(
                    3, largestError(values, { DeterministicMath.tan($0) }, { Foundation.tan($0) }), "tan \(index)")
                expectWithin(
                    1, largestError(values, { DeterministicMath.sincos($0).sin }, Foundation.sin), "sincos \(index)")
                expectWithin(
                    1, largestError(values, { DeterministicMath.sincos($0).cos }, Foundation.cos), "sincos \(index)")
            }
        }

        @Test func circularFunctionsOfTurns() {
            let twoPi = Float80.pi * 2
            for range in [-0.125...0.125, -3...3] as [ClosedRange<Double>] {
                // The reference is reduced to a quarter turn, so that rounding 2 pi to 80 bits does not show.
                let inputs = sweep(range)
                expectWithin(
                    1, largestError(inputs, { DeterministicMath.sin(turns: $0) }) { turnSine($0, twoPi) },
                    "sin \(range)")
                expectWithin(
                    1, largestError(inputs, { DeterministicMath.cos(turns: $0) }) { turnSine($0 + 0.25, twoPi) },
                    "cos \(range)")
            }
            for quarter in -9...9 {
                let (sin, cos) = DeterministicMath.sincos(turns: Double(quarter) / 4)
                #expect(sin == [0, 1, 0, -1][(quarter + 12) % 4] && cos == [1, 0, -1, 0][(quarter + 12) % 4])
            }
            #expect(DeterministicMath.sincos(turns: 0x1p51 + 0.5).cos == -1)
            #expect(DeterministicMath.sincos(turns: 0x1p60).cos == 1)
        }

        @Test("Eight lanes give the bits of eight calls") func lanes() {
            func expectEqual(_ inputs: [Double], _ eight: (SIMD8<Double>) -> SIMD8<Double>, _ one: (Double) -> Double) {
                var other = 0
                for first in stride(from: 0, to: inputs.count - 7, by: 8) {
                    let x = SIMD8(inputs[first..<first + 8])
                    let y = eight(x)
                    for lane in 0..<8 where y[lane] != one(x[lane]) { other += 1 }
                }
                #expect(other == 0)
            }
            for range in [-0x1p-30...0x1p-30, -1...1, -30...30, -700...700] as [ClosedRange<Double>] {
                expectEqual(sweep(range), { DeterministicMath.exp($0) }, { DeterministicMath.exp($0) })
            }
            for range in [-0x1p-30...0x1p-30, -0.125...0.125, -3...3, -1e9...1e9] as [ClosedRange<Double>] {
                expectEqual(sweep(range), { DeterministicMath.sin(turns: $0) }, { DeterministicMath.sin(turns: $0) })
            }
        }

        @Test func arcs() {
            let wide = [sweep(-3...3), sweep(-100...100), anyDoubles(positive: false)]
            for (index, values) in wide.enumerated() {
                expectWithin(
                    1, largestError(values, { DeterministicMath.atan($0) }, { Foundation.atan($0) }), "atan \(index)")
            }
            for values in [sweep(-1...1), sweep(0.999...1), sweep(-0x1p-20...0x1p-20)] {
                expectWithin(1, largestError(values, { DeterministicMath.asin($0) }, { Foundation.asin($0) }), "asin")
            }
        }

        @Test func functionsOfTwoArguments() {
            var generator = SplitMix(seed: 42)
            var worst = (power: 0.0, angle: 0.0, length: 0.0)
            for index in 0..<400_000 {
                let base = Foundation.exp(Double.random(in: index % 2 == 0 ? -2...2 : -700...700, using: &generator))
                let limit = 744 / max(abs(Foundation.log(base)), 1e-3)
                let exponent = Double.random(in: -limit...limit, using: &generator)
                worst.power = max(
                    worst.power,
                    ulps(DeterministicMath.pow(base, exponent), Foundation.pow(Float80(base), Float80(exponent))))
                let x = index % 2 == 0 ? Double.random(in: -1...1, using: &generator) : anyFinite(&generator)
                let y = index % 2 == 0 ? Double.random(in: -1...1, using: &generator) : anyFinite(&generator)
                worst.angle = max(
                    worst.angle, ulps(DeterministicMath.atan2(y, x), Foundation.atan2(Float80(y), Float80(x))))
                worst.length = max(
                    worst.length, ulps(DeterministicMath.hypot(x, y), Foundation.hypot(Float80(x), Float80(y))))
            }
            #expect(worst.power <= 2, "\(worst.power)")
            #expect(worst.angle <= 2)
            #expect(worst.length <= 1)
        }

        @Test func powersHaveTheSpecialCasesOfTheStandard() {
            let corners: [Double] = [
                0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1.5, -1.5, .infinity, -.infinity, .nan, 0x1p-1074, -0x1p-1074,
                .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0x1p53, 0x1p53 - 1, 0x1p52 + 1, -0x1p52 - 1, 1e300,
                -1e300,
            ]
            for x in corners {
                for y in corners {
                    let ours = DeterministicMath.pow(x, y)
                    let truth = Foundation.pow(x, y)
                    #expect(
                        same(ours, truth) || abs(ours - truth) <= truth.ulp, "pow(\(x), \(y)) = \(ours), libm \(truth)")
                    #expect(
                        same(DeterministicMath.atan2(x, y), Foundation.atan2(x, y))
                            || abs(DeterministicMath.atan2(x, y) - Foundation.atan2(x, y)) <= 0x1p-51,
                        "atan2(\(x), \(y))")
                    #expect(same(DeterministicMath.hypot(x, y), Foundation.hypot(x, y)), "hypot(\(x), \(y))")
                }
            }
        }

        @Test func edgesAgreeWithLibm() {
            let corners: [Double] = [
                0, -0.0, .infinity, -.infinity, .nan, 0x1p-1074, -0x1p-1074, 1, -1, 2, -2, 0x1p-1030,
            ]
            func check(_ name: String, _ ours: (Double) -> Double, _ libm: (Double) -> Double) {
                for x in corners {
                    #expect(
                        same(ours(x), libm(x)) || abs(ours(x) - libm(x)) <= libm(x).ulp,
                        "\(name)(\(x)) = \(ours(x)), libm \(libm(x))")
                }
            }
            check("exp", { DeterministicMath.exp($0) }, { Foundation.exp($0) })
            check("exp2", { DeterministicMath.exp2($0) }, { Foundation.exp2($0) })
            check("log", { DeterministicMath.log($0) }, { Foundation.log($0) })
            check("log2", { DeterministicMath.log2($0) }, { Foundation.log2($0) })
            check("log10", { DeterministicMath.log10($0) }, { Foundation.log10($0) })
            check("sin", { DeterministicMath.sin($0) }, { Foundation.sin($0) })
            check("cos", { DeterministicMath.cos($0) }, { Foundation.cos($0) })
            check("tan", { DeterministicMath.tan($0) }, { Foundation.tan($0) })
            check("atan", { DeterministicMath.atan($0) }, { Foundation.atan($0) })
            check("asin", { DeterministicMath.asin($0) }, { Foundation.asin($0) })
            check("sqrt", { DeterministicMath.sqrt($0) }, { Foundation.sqrt($0) })
        }

        @Test func exactCases() {
            for n in -1074...1023 {
                #expect(DeterministicMath.exp2(Double(n)) == Foundation.exp2(Double(n)))
                #expect(DeterministicMath.log2(Foundation.exp2(Double(n))) == Double(n))
            }
            for n in 0...22 { #expect(DeterministicMath.pow(10, Double(n)) == Double("1e\(n)")) }
        }

        @Test func roundingAgreesWithTheStandardLibrary() {
            var generator = SplitMix(seed: 42)
            let edges: [Double] = [
                0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, 0.49999999999999994, -0.49999999999999994, 0x1p51 - 0.5, 0x1p52 + 1,
                -0x1p53, 1e300,
            ]
            for x in edges + (0..<100_000).map({ _ in Double.random(in: -1e6...1e6, using: &generator) }) {
                #expect(DeterministicMath.round(x) == x.rounded(.toNearestOrEven))
                #expect(DeterministicMath.floor(x) == x.rounded(.down))
                if abs(x) < 0x1p50 {
                    #expect(DeterministicMath.roundToInt(x) == Int(x.rounded(.toNearestOrEven)))
                    #expect(DeterministicMath.floorToInt(x) == Int(x.rounded(.down)))
                }
            }
        }

        @Test func decibels() {
            for tenths in stride(from: -1200, through: 240, by: 1) {
                let level = Double(tenths) / 10
                let truth = Foundation.pow(10, level / 20)
                #expect(abs(DeterministicMath.gain(decibels: level) - truth) <= 2 * truth.ulp)
                #expect(abs(DeterministicMath.decibels(gain: truth) - level) <= 1e-12)
                let single = DeterministicMath.gain(decibels: Float(level))
                #expect(abs(Double(single) - Foundation.pow(10, Double(Float(level)) / 20)) <= Double(single.ulp) * 0.6)
            }
            #expect(DeterministicMath.decibels(gain: 0.0) == -.infinity)
        }

        private func expectWithin(_ bound: Double, _ worst: (ulps: Double, at: Double), _ what: String) {
            #expect(worst.ulps <= bound, "\(what): \(worst.ulps) ulp at \(worst.at)")
        }

        private func same(_ a: Double, _ b: Double) -> Bool { a.isNaN ? b.isNaN : a.bitPattern == b.bitPattern }

        private func anyFinite(_ generator: inout SplitMix) -> Double {
            while true {
                let x = Double(bitPattern: generator.next())
                if x.isFinite { return x }
            }
        }

        /// sin(2 pi x), with x reduced exactly to an eighth of a turn.
        private func turnSine(_ turns: Float80, _ twoPi: Float80) -> Float80 {
            let quarters = (turns * 4).rounded()
            let rest = (turns - quarters / 4) * twoPi
            switch (Int(quarters) % 4 + 4) % 4 {
            case 0: return Foundation.sin(rest)
            case 1: return Foundation.cos(rest)
            case 2: return -Foundation.sin(rest)
            default: return -Foundation.cos(rest)
            }
        }
    }
#endif
