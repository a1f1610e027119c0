// SPDX-License-Identifier: MIT
import Foundation

extension MadeFeed {
    private static func calls(_ name: String, _ places: [Double], from first: Int = 0) -> [Call] {
        places.enumerated().map { Call(name: "\(name) \(first + $0)", along: $1) }
    }

    private static func every(_ step: Double, from start: Double = 50, _ count: Int) -> [Double] {
        (0..<count).map { start + step * Double($0) }
    }

    /// Undergrounds: one line that forks, two lines with a trunk of both, and a ring.
    static let metro: MadeFeed = {
        var feed = MadeFeed(at: MadePlace(latitude: 35, longitude: 130))
        let trunk = calls("Trunk", every(1_000, 9))
        for (name, side) in [("North", 1), ("South", -1)] as [(String, Double)] {
            feed.add(
                "M1", type: 1, [(-50, 0), (8_200, 0), (8_900, side * 300), (9_500, side * 900), (14_000, side * 4_000)],
                stops: trunk + calls(name, every(1_100, from: 9_300, 5)), trains: [Array(0..<14), Array(0..<9)])
        }
        let common = calls("Common", every(900, 9))
        for (route, side) in [("M2", -1), ("M3", 1)] as [(String, Double)] {
            feed.add(
                route, type: 1, [(4_050, -6_000), (4_050, 1_400), (4_050 + side * 400, 2_000), (4_050 + side * 4_000, 7_000)],
                stops: common + calls(route, every(1_000, from: 8_400, 5)))
        }
        let corners = (0...48).map { corner in
            let angle = Double(corner) * .pi / 24
            return (4_000 + 5_000 * sin(angle), 1_000 + 5_000 * cos(angle))
        }
        let round = MadeTrack(corners).length
        var ring = calls("Ring", (0..<16).map { round * Double($0) / 16 })
        ring.append(Call(name: "Ring 0", along: round))
        feed.add("M4", type: 1, corners, stops: ring)
        return feed
    }()

    /// Trams: a line whose ways use two streets, a loop at a line's end, one that ends in its middle, a street of two lines, a
    /// one-way ring.
    static let trams: MadeFeed = {
        var feed = MadeFeed(at: MadePlace(latitude: 35, longitude: 131))
        let west = calls("West", [30, 450, 900, 1_350]), east = every(500, from: 4_100, 5)
        feed.add(
            "T1", type: 0, [(0, 0), (1_500, 0), (1_500, 170), (3_500, 170), (3_500, 0), (6_000, 0)],
            stops: west + calls("High Street", [2_000, 2_500, 3_000, 3_500]) + calls("East", east), isOneWay: true)
        feed.add(
            "T1", type: 0, [(5_800, 0), (3_500, 0), (3_500, -170), (1_500, -170), (1_500, 0), (0, 0)],
            stops: calls("East", east).reversed().map { Call(name: $0.name, along: 6_140 - $0.along) }
                + calls("Low Street", [2_700, 3_200, 3_700, 4_200])
                + west.reversed().map { Call(name: $0.name, along: 6_140 - $0.along) },
            isOneWay: true, direction: 1)
        feed.add(
            "T3", type: 0, [(3_500, -3_000), (3_500, 0), (6_000, 0), (7_500, 1_500)],
            stops: calls("Dock", every(450, 6)) + calls("East", east.map { $0 - 840 }) + calls("Hill", [6_000, 6_500, 7_000, 7_500]))
        // Clockwise, as the two streets of line T1.
        let square = [(1_500.0, 0.0), (1_500, 170), (3_500, 170), (3_500, -170), (1_500, -170), (1_500, 0)]
        feed.add(
            "T4", type: 0, square,
            stops: [Call(name: "Gate", along: 0)] + calls("High Street", [500, 1_000, 1_500, 2_000])
                + calls("Low Street", [2_740, 3_240, 3_740, 4_240]) + [Call(name: "Gate", along: 4_680)], isOneWay: true)
        let stem = every(450, 9)
        let loop = [(4_000.0, 3_000.0), (4_500, 3_600), (5_500, 3_800), (6_200, 3_000), (5_500, 2_200), (4_500, 2_400), (4_000, 3_000)]
        let whole = MadeTrack([(0, 3_000)] + loop + [(0, 3_000)])
        let round = whole.length - 8_000
        feed.add(
            "T2", type: 0, [(0, 3_000)] + loop + [(0, 3_000)],
            stops: calls("Stem", stem) + calls("Loop", every(480, from: 4_250, Int((round - 300) / 480)))
                + calls("Stem", stem).reversed().map { Call(name: $0.name, along: whole.length - $0.along) }, isOneWay: true)
        // The same with a terminus half-way round.
        let south = { (corners: [(Double, Double)]) in corners.map { ($0.0, $0.1 - 9_000) } }
        let out = MadeTrack(south([(0, 3_000)] + loop[0...3]))
        feed.add(
            "T5", type: 0, south([(0, 3_000)] + loop[0...3]),
            stops: calls("Garden", stem) + calls("Outer", [4_300, 4_800, 5_300, 5_800]) + [Call(name: "Top", along: out.length - 20)],
            isOneWay: true)
        feed.add(
            "T5", type: 0, south(loop[3...] + [(0, 3_000)]),
            stops: [Call(name: "Top", along: 20)] + calls("Inner", [500, 1_000, 1_500, 2_000])
                + calls("Garden", stem).reversed().map { Call(name: $0.name, along: out.length - $0.along) }, isOneWay: true,
            direction: 1)
        return feed
    }()

    /// Commuter lines: an express on the local's track, rapids of the same line, trunks with branches at both ends, loops on which
    /// all trains run the same way.
    static let commuter: MadeFeed = {
        var feed = MadeFeed(at: MadePlace(latitude: 35, longitude: 132))
        let main = [(0.0, 0.0), (9_000, 1_500), (16_000, 1_000), (24_000, 4_000), (33_000, 4_500)]
        let stations = calls("Main", every(1_900, from: 150, 18))
        feed.add("L", type: 2, main, stops: stations)
        feed.add("X", type: 2, main, stops: stations, trains: [[0, 1, 2, 5, 8, 11, 14, 17]])
        feed.add(
            "R", type: 2, [(0, -6_000), (10_000, -7_000), (22_000, -6_500)], stops: calls("River", every(1_500, from: 150, 14)),
            trains: [Array(0..<14), [0, 3, 6, 10, 13], Array(0..<8), [0, 3, 6, 7, 8, 9, 10, 11, 12, 13]])
        for (route, side) in [("S1", 1), ("S2", -1)] as [(String, Double)] {
            feed.add(
                route, type: 109,
                [
                    (-9_000, 15_000 + side * 4_000), (-1_500, 15_000 + side * 700), (0, 15_000), (10_000, 15_000),
                    (11_500, 15_000 + side * 700), (19_000, 15_000 + side * 4_000),
                ],
                stops: calls("\(route) West", every(1_600, from: 100, 5)) + calls("City", every(1_250, from: 10_200, 8))
                    + calls("\(route) East", every(1_600, from: 20_800, 5)))
        }
        // A lasso: out on the stem, once round, and back on the stem.
        let noose = [(2_000.0, 25_000.0), (2_700, 25_700), (3_900, 25_500), (4_000, 24_300), (2_800, 24_100), (2_000, 25_000)]
        let lasso = MadeTrack([(0, 25_000)] + noose + [(0, 25_000)])
        let stem = calls("Hill", [30, 1_000, 1_900])
        feed.add(
            "Y", type: 12, [(0, 25_000)] + noose + [(0, 25_000)],
            stops: stem + calls("School", [2_900, 4_200, 5_400])
                + stem.reversed().map { Call(name: $0.name, along: lasso.length - $0.along) }, isOneWay: true)
        let terminals = [(16_000.0, 31_000.0), (17_200, 31_900), (18_600, 31_500), (18_600, 30_300), (17_200, 30_100), (16_000, 31_000)]
        let airport = MadeTrack([(0, 30_000)] + terminals + [(0, 30_000)])
        let field = calls("Field", every(1_700, from: 100, 10))
        feed.add(
            "A", type: 2, [(0, 30_000)] + terminals + [(0, 30_000)],
            stops: field + calls("Terminal", [17_500, 18_900, 20_300])
                + field.reversed().map { Call(name: $0.name, along: airport.length - $0.along) }, isOneWay: true)
        return feed
    }()
}
