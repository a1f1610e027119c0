// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Rain: sizes, speeds and arrivals", .computing)
struct RainFallTests {
    /// Measured by Atlas, Srivastava & Sekhon (1973), and Gunn & Kinzer (1949), m/s.
    @Test("Drops fall as fast as measured", arguments: [(1.0, 4.03), (2.0, 6.49), (3.0, 8.06), (4.0, 8.83), (5.0, 9.09)])
    func speed(_ diameter: Double, _ measured: Double) {
        #expect(abs(RainSizes.speed(diameter) / measured - 1) < 0.03)
        #expect(RainSizes.speed(0.05) == 0)
    }

    @Test(
        "As many drops over 0.5 mm fall on a square metre as the table says",
        arguments: [(1.0, 751.0), (5, 2102), (10, 3112), (25, 5033), (50, 7066)])
    func flux(_ intensity: Double, _ drops: Double) {
        let flux = RainSizes.flux(intensity: intensity)
        // The table has drops of every size above 0.5 mm; those above 6 mm are below a thousandth.
        #expect(abs(flux.sum() / drops - 1) < 0.002)
    }

    /// The integral of N(D) v(D) over a class, by Simpson's rule with libm.
    private static func flux(_ size: Int, _ intensity: Double) -> Double {
        let low = RainSizes.edge(size), high = RainSizes.edge(size + 1)
        let slope = 4.1 * pow(intensity, -0.21)
        let density = { (d: Double) in 8000 * exp(-slope * d) * (9.65 - 10.3 * exp(-0.6 * d)) }
        let steps = 200
        return (0...steps).reduce(0.0) { sum, step in
            let weight = step == 0 || step == steps ? 1.0 : step % 2 == 1 ? 4 : 2
            return sum + weight * density(low + (high - low) * Double(step) / Double(steps))
        } * (high - low) / Double(steps) / 3
    }

    /// Every drop within 1 m is requested as a single one, so that the counts are the flux times the area.
    @Test("Sizes, numbers and places of the single drops follow the flux", arguments: [Float(1), 10, 50])
    func arrivals(_ intensity: Float) {
        let seconds = 12
        let area = Double.pi * (1 - 0.1 * 0.1)
        var rig = RainRig(
            seed: 3, masks: false, [.rainIntensity: intensity, .rainReach: 1, .rainDistance: 0.1, .rainSingles: 20_000])
        var counts = [Double](repeating: 0, count: RainSizes.count)
        var fields = [Double](repeating: 0, count: 10)
        rig.run(quanta: seconds * 750) { _, _, drops in
            for drop in drops {
                counts[drop.size] += 1
                let share = (Double(drop.distance * drop.distance) - 0.01) / 0.99
                fields[min(9, Int(share * 10))] += 1
            }
        }
        let total = counts.reduce(0, +)
        let wanted = (0..<RainSizes.count).map { Self.flux($0, Double(intensity)) * area * Double(seconds) }
        let expected = wanted.reduce(0, +)
        let all = min(expected, 20_000 * Double(seconds))
        #expect(abs(total - all) < 4 * all.squareRoot(), "\(total) of \(all)")
        guard expected <= all else { return }

        // Pearson's chi-square over the classes of at least five drops, against its 99.9th percentile.
        let used = wanted.indices.filter { wanted[$0] >= 5 }
        let chi = used.reduce(0.0) { $0 + (counts[$1] - wanted[$1]) * (counts[$1] - wanted[$1]) / wanted[$1] }
        #expect(chi < Self.limit(used.count), "\(chi) for \(used.count) classes")
        let each = total / 10
        let spread = fields.reduce(0.0) { $0 + ($1 - each) * ($1 - each) / each }
        #expect(spread < Self.limit(9), "\(spread)")
    }

    /// The 99.9th percentile of chi-square, by Wilson and Hilferty.
    private static func limit(_ freedoms: Int) -> Double {
        let n = Double(freedoms), a = 2 / (9 * n)
        return n * pow(1 - a + 3.0902 * a.squareRoot(), 3)
    }

    @Test("Drops of every size are single out to where they are equally loud; gaps are exponential") func chance() throws {
        var rig = RainRig(seed: 5, masks: false, [.rainIntensity: 30, .rainSingles: 3000])
        var gaps: [Double] = []
        var last = 0.0
        var quantum = 0.0
        var soft: Float = 100
        rig.run(quanta: 750 * 20) { _, _, drops in
            for drop in drops {
                gaps.append(quantum * 64 + drop.position - last)
                last = quantum * 64 + drop.position
                soft = min(soft, drop.level)
            }
            quantum += 1
        }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        #expect(abs(48_000 / mean / 3000 - 1) < 0.02)
        // Exponential: a mean square of twice the squared mean, and exp(-1) longer than the mean.
        let square = gaps.reduce(0) { $0 + $1 * $1 } / Double(gaps.count)
        #expect(abs(square / (2 * mean * mean) - 1) < 0.04)
        let longer = Double(gaps.filter { $0 > mean }.count) / Double(gaps.count)
        #expect(abs(longer - exp(-1)) < 0.008)
        // The softest single is at most the scatter's 12 dB below the common threshold of all classes.
        let field = rig.layer.field
        // Classes whose nearest drop is too soft, or whose farthest is loud enough, have no threshold of their own.
        let free = (0..<RainSizes.count).filter { field.nearSquare[$0] > field.closestSquare * 1.001 && field.nearSquare[$0] < 143 }
        let thresholds = free.map { RainSizes.strength(RainSizes.middle($0)) / Double(field.nearSquare[$0]).squareRoot() }
        try #require(thresholds.count > 8)
        #expect(thresholds.allSatisfy { $0 <= thresholds[0] * 1.001 && $0 >= thresholds[0] * 0.999 })
        #expect(Double(soft) > thresholds[0] * pow(10, -12.01 / 20))
    }
}
