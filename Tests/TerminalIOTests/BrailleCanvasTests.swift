// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import TerminalIO

@Suite(.waiting) struct BrailleCanvasTests {
    /// Unicode names each pattern by its dots: 1 2 3 7 from the top down on the left, 4 5 6 8 on the right.
    private static func dots(_ character: Character) -> Set<[Int]> {
        guard let name = character.unicodeScalars.first?.properties.name, name.hasPrefix("BRAILLE PATTERN DOTS-") else { return [] }
        let places = [1: [0, 0], 2: [0, 1], 3: [0, 2], 7: [0, 3], 4: [1, 0], 5: [1, 1], 6: [1, 2], 8: [1, 3]]
        return Set(name.split(separator: "-")[1].compactMap { $0.wholeNumberValue.flatMap { places[$0] } })
    }

    /// The dots of an entire canvas.
    private static func dots(_ canvas: BrailleCanvas) -> Set<[Int]> {
        var all: Set<[Int]> = []
        for row in 0..<canvas.rows {
            for column in 0..<canvas.columns {
                for dot in dots(canvas.character(row, column)) { all.insert([2 * column + dot[0], 4 * row + dot[1]]) }
            }
        }
        return all
    }

    @Test func dotsStandWhereTheyWereSet() {
        var generator = SplitMix(seed: 1)
        for _ in 0..<200 {
            var canvas = BrailleCanvas(columns: 7, rows: 3)
            let wanted = Set((0..<40).map { _ in [Int.random(in: 0..<14, using: &generator), Int.random(in: 0..<12, using: &generator)] })
            for dot in wanted { canvas.set(dot[0], dot[1]) }
            for (x, y) in [(-1, 0), (0, -1), (14, 0), (0, 12), (.max, .min)] { canvas.set(x, y) }
            #expect(Self.dots(canvas) == wanted)
        }
    }

    /// A sine of known height: its dots match the formula, without a gap between neighbours.
    @Test(arguments: [1, 3, 16]) func aWaveFollowsItsFormula(density: Int) {
        var canvas = BrailleCanvas(columns: 40, rows: 5)
        let count = canvas.width * density
        canvas.drawWave((0..<count).map { 0.8 * sin(2 * .pi * Double($0) / Double(count)) }, limit: 1)
        let dots = Self.dots(canvas)
        var before: ClosedRange<Int>?
        for x in 0..<canvas.width {
            let column = dots.filter { $0[0] == x }.map { $0[1] }.sorted()
            guard let top = column.first, let bottom = column.last else {
                Issue.record("nothing at \(x)")
                return
            }
            #expect(column == Array(top...bottom), "a gap at \(x)")
            let value = 0.8 * sin(2 * .pi * (Double(x) + 0.5) / Double(canvas.width))
            let middle = (1 - value) / 2 * Double(canvas.height)
            #expect(Double(top) - 1.5 <= middle && middle <= Double(bottom) + 2.5, "far away at \(x)")
            if let before { #expect(before.lowerBound <= bottom + 1 && top <= before.upperBound + 1, "torn at \(x)") }
            before = top...bottom
        }
    }

    @Test func nothingButNumbersIsDrawnAndNothingCrashes() {
        var canvas = BrailleCanvas(columns: 4, rows: 2)
        canvas.drawWave([.nan, .infinity, -.infinity, 1e300], limit: 1)
        canvas.drawWave([], limit: 1)
        canvas.drawWave([1], limit: 0)
        var nothing = BrailleCanvas(columns: 0, rows: -3)
        nothing.drawWave([1], limit: 1)
        #expect(nothing.character(0, 0) == " ")
    }

    @Test func withoutUnicodeItIsASCII() {
        var canvas = BrailleCanvas(columns: 3, rows: 1)
        canvas.set(0, 0)
        canvas.set(2, 3)
        canvas.setColumn(4, from: 0, to: 3)
        #expect((0..<3).map { canvas.character(0, $0, isUnicode: false) } == ["'", ".", "|"])
    }
}
