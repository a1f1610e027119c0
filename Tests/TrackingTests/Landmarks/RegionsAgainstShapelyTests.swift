// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// Random polygons and points, against shapely, the independent reference.
@Suite(.waiting) struct RegionsAgainstShapelyTests {
    private struct Case: Encodable {
        struct Geometry: Encodable {
            let type: String
            let coordinates: [[[[Double]]]]
        }
        let geometry: Geometry
        let points: [[Double]]
        let turns: [Double]
    }

    /// A ring around a centre, its corners in order of their angles, closed.
    private static func ring(_ x: Double, _ y: Double, _ radius: ClosedRange<Double>, _ corners: Int, _ random: inout SplitMix)
        -> [[Double]]
    {
        let angles = (0..<corners).map { _ in Double.random(in: 0..<(2 * .pi), using: &random) }.sorted()
        let points = angles.map { angle in
            let reach = Double.random(in: radius, using: &random)
            return [x + reach * cos(angle), y + reach * sin(angle) / 2]
        }
        return points + points.prefix(1)
    }

    /// Several adjacent polygons, each with up to two disjoint holes.
    private static func polygons(_ x: Double, _ y: Double, _ random: inout SplitMix) -> [[[[Double]]]] {
        (0..<Int.random(in: 1...3, using: &random)).map { index in
            let middle = x + Double(index) * 5
            let outer = ring(middle, y, 0.9...2.2, Int.random(in: 12...60, using: &random), &random)
            let holes = (0..<Int.random(in: 0...2, using: &random)).map { hole in
                ring(middle + (hole == 0 ? -0.3 : 0.3), y, 0.02...0.1, Int.random(in: 12...20, using: &random), &random)
            }
            return [outer] + holes
        }
    }

    @Test(.needs(python: "shapely"), arguments: [false, true]) func asShapelySays(overTheMeridian: Bool) throws {
        var random = SplitMix(seed: overTheMeridian ? 5 : 4)
        var cases: [Case] = []
        var found: [[Int]] = []
        let folder = try Folder()
        for index in 0..<120 {
            let x = overTheMeridian ? Double.random(in: 176...182, using: &random) : Double.random(in: -160...160, using: &random)
            let y = Double.random(in: -70...70, using: &random)
            let polygons = Self.polygons(x, y, &random)
            let points = (0..<200).map { _ in
                [x + Double.random(in: -3...13, using: &random), y + Double.random(in: -1.3...1.3, using: &random)]
            }
            cases.append(Case(geometry: .init(type: "MultiPolygon", coordinates: polygons), points: points, turns: [0]))
            // In the usual notation: longitudes within 180.
            func wrapped(_ x: Double) -> Double { x > 180 ? x - 360 : x }
            let written = polygons.map { $0.map { $0.map { [wrapped($0[0]), $0[1]] } } }
            let file = folder.file("\(index).geojson")
            try JSONEncoder().encode(Case.Geometry(type: "MultiPolygon", coordinates: written)).write(to: file)
            var landmarks = Landmarks()
            try landmarks.add(region: "it=\(file.path)")
            found.append(points.map { landmarks.regions(around: Watched.earth(0, $0[1], wrapped($0[0]))).count })
        }
        let input = try cases.map { try JSONEncoder().encode($0) }.joined(separator: Data("\n".utf8))
        let script = TestData.root.appendingPathComponent("Tests/TrackingTests/Fixtures/shapely_contains.py").path
        let answers = try ProgramRun.output(of: ["python3", script], input: input + Data("\n".utf8))
        var judged = 0, inside = 0
        let lines = answers.split(separator: 0x0A)
        try #require(lines.count == cases.count)
        for (index, line) in lines.enumerated() {
            let truth = try JSONDecoder().decode([Int?].self, from: line)
            try #require(truth.count == found[index].count)
            for (place, (answer, mine)) in zip(truth, found[index]).enumerated() {
                guard let answer else { continue }
                judged += 1
                inside += answer
                #expect(mine == answer, "polygon \(index), point \(cases[index].points[place])")
            }
        }
        print("regions: \(judged) points judged by shapely, \(inside) of them inside")
        #expect(judged > 20_000 && inside > 2_000 && inside < judged - 2_000)
    }
}
