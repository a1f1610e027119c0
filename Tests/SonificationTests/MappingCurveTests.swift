// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Sonification

@Suite(.computing) struct MappingCurveTests {
    private let domain = (0.0, 120.0)

    @Test(arguments: [-10.0, 0, 1, 30, 59.5, 80, 119.999, 120, 500])
    func followsItsClosedForm(input: Double) {
        let p = min(max(input / 120, 0), 1)
        func near(_ value: Double, _ truth: Double) -> Bool { abs(value - truth) <= 1e-11 * max(1, abs(truth)) }
        #expect(near(MappingCurve.linear.value(input, domain: domain, range: (-12, 4)), -12 + 16 * p))
        #expect(near(MappingCurve.logarithmic.value(input, domain: domain, range: (240, 3600)), 240 * pow(15, p)))
        #expect(near(MappingCurve.logarithmic.value(input, domain: domain, range: (3600, 240)), 3600 * pow(1 / 15, p)))
        #expect(near(MappingCurve.squareRoot.value(input, domain: domain, range: (240, 3600)), pow(sqrt(240) + p * (60 - sqrt(240)), 2)))
        #expect(near(MappingCurve.power(2.5).value(input, domain: domain, range: (1, 3)), 1 + 2 * pow(p, 2.5)))
    }

    @Test func endsAreExact() {
        for curve in [MappingCurve.linear, .logarithmic, .squareRoot, .power(0.3)] {
            #expect(curve.value(0, domain: (0, 7), range: (0.1, 0.7)) == 0.1)
            #expect(curve.value(7, domain: (0, 7), range: (0.1, 0.7)) == 0.7)
            #expect(curve.value(7, domain: (7, 0), range: (0.1, 0.7)) == 0.1)
            // The width of this domain is infinite.
            #expect(curve.value(1e308, domain: (-1e308, 1e308), range: (0.1, 0.7)) == 0.7)
            #expect(curve.value(0, domain: (-1e308, 1e308), range: (0.1, 0.7)) == curve.value(1, domain: (0, 2), range: (0.1, 0.7)))
        }
    }

    @Test func tableIsPiecewiseLinear() {
        let points = [(0.0, 240.0), (40, 600), (60, 500), (120, 3600)].map { MappingCurve.Point(input: $0.0, output: $0.1) }
        let curve = MappingCurve.table(points)
        let truth: [(Double, Double)] = [
            (-5, 240), (0, 240), (10, 330), (40, 600), (50, 550), (60, 500), (90, 2050), (120, 3600), (999, 3600),
        ]
        for (input, output) in truth { #expect(curve.value(input, domain: (0, 1), range: (0, 1)) == output) }
    }

    @Test func unitsAreThoseOfTheBooks() throws {
        let truth: [(String, Double)] = [
            ("km/h", 1000.0 / 3600), ("mph", 1609.344 / 3600), ("kn", 1852.0 / 3600), ("km", 1000), ("mi", 1609.344), ("ft", 0.3048),
            ("min", 60), ("h", 3600), ("m/s", 1), ("deg", 1), ("deg/s", 1), ("m/s2", 1), ("s", 1), ("m", 1), ("m/h", 1 / 3600.0),
        ]
        for (name, scale) in truth {
            let unit = try #require(Unit.named(name))
            #expect(abs(unit.scale / scale - 1) < 1e-14, "\(name)")
        }
    }

    @Test func notesAreEquallyTempered() throws {
        // MIDI numbers: 440 * 2^((n - 69) / 12).
        let truth: [(String, Int)] = [
            ("a4", 69), ("e4", 64), ("b4", 71), ("c#5", 73), ("bb3", 58), ("cb4", 59), ("b#3", 60), ("c8", 108), ("A0", 21),
        ]
        for (name, midi) in truth {
            let note = try #require(Note(name))
            #expect(abs(note.frequency / (440 * pow(2, Double(midi - 69) / 12)) - 1) < 1e-12, "\(name)")
        }
        #expect(Note("523.25")?.frequency == 523.25)
        for bad in ["h4", "e", "4", "e44", "e#", "e4#", "", "nan", "inf", "1e9", "0x50", "-440", "c-1"] {
            #expect(Note(bad) == nil, "\(bad)")
        }
    }

    @Test func hashIsFNV1a() {
        // Test vectors of the FNV page.
        #expect(CategoryHash.of("") == 0xcbf2_9ce4_8422_2325)
        #expect(CategoryHash.of("a") == 0xaf63_dc4c_8601_ec8c)
        #expect(CategoryHash.of("foobar") == 0x8594_4171_f739_67e8)
    }

    /// Four significant digits, and thousands with a separator, also where rounding makes one.
    @Test(arguments: [(0.25, "0.25"), (43.126, "43.13"), (999.94, "999.9"), (999.96, "1,000"), (-999.96, "-1,000"), (1234.6, "1,235")])
    func numbersForPeople(number: Double, text: String) { #expect(PlainNumber.display(number) == text) }
}
