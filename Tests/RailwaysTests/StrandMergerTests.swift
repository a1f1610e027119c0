// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Stations are letters on a plane, a kilometre apart in a row unless given otherwise.
@Suite(.computing) struct StrandMergerTests {
    private func merge(_ lines: [String], at places: [Character: (Double, Double)] = [:], directions: [Int?] = []) -> [(
        stops: String, isLoop: Bool
    )] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let sequences = lines.enumerated().map { index, line in
            var sequence = LineSequence(stations: line.compactMap { letters.firstIndex(of: $0) })
            sequence.direction = directions.isEmpty ? nil : directions[index]
            return sequence
        }
        let merger = StrandMerger(sequences) { station in
            let (x, y) = places[letters[station]] ?? (Double(station), 0)
            return EarthPoint(latitude: 50 + y / 111, longitude: 10 + x / 71.5)
        }
        return merger.strands.map { (String($0.stops.map { letters[$0.station] }), $0.isLoop) }
    }

    private func stops(_ lines: [String], at places: [Character: (Double, Double)] = [:]) -> [String] {
        merge(lines, at: places).map(\.stops)
    }

    @Test func theLongestComesFirst() {
        #expect(stops(["BD", "ABCDE", "EDCBA", "AE"]) == ["ABCDE"])
    }

    @Test func shortRunsTogetherMakeTheWholeLine() {
        #expect(stops(["BCDE", "ABC", "FED"]) == ["ABCDEF"])
    }

    @Test func anExpressFillsWhatTheLocalLeavesOut() {
        // Neither stops everywhere.
        #expect(stops(["ABDEG", "ACDFG"]) == ["ABCDEFG"])
        #expect(stops(["ADH", "ABCDEF"]) == ["ABCDEFH"])
    }

    @Test func theFirstDirectionIsAscending() {
        #expect(merge(["EDCBA", "ABCDE"], directions: [0, 1]).map(\.stops) == ["EDCBA"])
        #expect(merge(["ABCD", "EDCBA"], directions: [0, 1]).map(\.stops) == ["ABCDE"])
    }

    @Test func branchesLeaveTheLine() {
        let places: [Character: (Double, Double)] = ["X": (3, 1), "Y": (3, 2), "Z": (3, 3), "V": (2, -1), "W": (1, -2)]
        #expect(stops(["ABCDEFG", "ABCXYZ", "ZYX", "GFCXY"], at: places).first == "ABCDEFG")
        #expect(stops(["ABCDEFG", "ABCXYZ"], at: places) == ["ABCDEFG", "CXYZ"])
        #expect(stops(["ABCDEFG", "ZYXCBA", "GFEDCVW"], at: places) == ["ABCDEFG", "WVC", "CXYZ"])
        // A branch of a branch.
        #expect(stops(["ABCDEFG", "ABCXYZ", "ABCXW"], at: places) == ["ABCDEFG", "CXYZ", "XW"])
    }

    @Test func anotherWayBetweenTwoStationsIsItsOwn() {
        let places: [Character: (Double, Double)] = ["X": (2, 2), "Y": (3, 2)]
        #expect(stops(["ABCDEF", "AXYF"], at: places) == ["ABCDEF", "AXYF"])
    }

    @Test func linesApartAreApart() {
        #expect(stops(["ABCD", "UVWX", "CBA"]) == ["ABCD", "UVWX"])
    }

    @Test func aLoopIsOneWhereverItsTrainsBegin() {
        let ring: [Character: (Double, Double)] = ["A": (0, 0), "B": (1, 1), "C": (2, 1), "D": (3, 0), "E": (2, -1), "F": (1, -1)]
        let merged = merge(["ABCDEFA", "AFEDCBA", "DEFAB", "CDEFABC", "FABCDEFAB"], at: ring)
        #expect(merged.count == 1)
        #expect(merged.first?.isLoop == true)
        #expect(merged.first.map { Set($0.stops) } == Set("ABCDEF"))
    }

    @Test func aSixPassesOneStationTwice() {
        let six: [Character: (Double, Double)] = ["A": (0, 0), "B": (1, 1), "C": (2, 0), "D": (1, -1), "E": (-1, 0), "F": (-2, 0)]
        let merged = merge(["ABCDAEF", "FEADCBA"], at: six)
        #expect(merged.map(\.stops) == ["ABCDAEF"])
        #expect(merged.first?.isLoop == false)
    }

    @Test func outAndBackInOneTripIsALine() {
        #expect(merge(["ABCDEDCBA"]).map(\.stops) == ["ABCDE"])
        #expect(merge(["ABCDEDCBA"]).first?.isLoop == false)
        #expect(stops(["AA", "A", ""]) == [])
    }

    /// Arbitrary sequences: every stop is placed, and no strand has a stop twice.
    @Test func nothingIsLostOrDoubled() {
        var random = SplitMix(seed: 3)
        func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        for _ in 0..<300 {
            let sequences = (0...next(6)).map { _ in LineSequence(stations: (0...next(12)).map { _ in next(9) }) }
            let merger = StrandMerger(sequences) { EarthPoint(latitude: 50 + Double($0 % 3) / 100, longitude: 10 + Double($0) / 100) }
            for strand in merger.strands {
                #expect(Set(strand.stops).count == strand.stops.count)
                #expect(strand.stops.count > 1)
            }
            let landed = Set(merger.strands.flatMap { $0.stops.map(\.station) })
            let wanted = Set(sequences.flatMap { one in StrandMerger.unfolded(one.stations).joined().map { one.stations[$0] } })
            #expect(landed == wanted)
        }
    }
}
