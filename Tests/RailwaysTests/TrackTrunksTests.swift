// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Handmade pieces of track on a plane: 1 unit is 1 km.
@Suite(.computing) struct TrackTrunksTests {
    private func trunks(_ pieces: [[(Double, Double)]]) -> [TrackTrunks.Trunk] {
        TrackTrunks(
            pieces.map { piece in
                Railway.Segment(isUnderground: false, points: piece.map { position($0.0, $0.1) })
            }
        ).trunks
    }

    private func position(_ x: Double, _ y: Double) -> Railway.Position {
        Railway.Position(latitude: 36 + y / 111, longitude: 140 + x / 90.1)
    }

    @Test func aLineInPiecesIsOneRun() {
        let found = trunks([[(4, 0), (2, 0)], [(0, 0), (2, 0)], [(4, 0), (9, 1)]])
        #expect(found.count == 1)
        #expect((9_000...9_200).contains(found[0].length))
        #expect(found[0].isLoop == false)
        // Along it the pieces are in order, in either direction.
        let offsets = [1.0, 3, 5, 7].map { found[0].nearest(to: position($0, 0).place).offset }
        #expect(offsets == offsets.sorted() || offsets == offsets.sorted(by: >))
    }

    @Test func theShorterArmOfAYIsABranch() {
        let found = trunks([[(0, 0), (5, 0)], [(5, 0), (10, 1)], [(5, 0), (8, -1)]])
        #expect(found.count == 2)
        #expect((10_000...10_200).contains(found[0].length))
        #expect((3_000...3_300).contains(found[1].length))
    }

    @Test func aRingClosesOnItself() {
        let ring = [[(0.0, 0.0), (3, 0)], [(3, 3), (3, 0)], [(3, 3), (0, 3)], [(0, 3), (0, 0)]]
        let found = trunks(ring)
        #expect(found.count == 1)
        #expect(found[0].isLoop)
        #expect((11_900...12_100).contains(found[0].length))
        // With a tail the ring is not closed: the run goes in, round and ends at the switch.
        let tail = trunks(ring + [[(-4, -1), (-1, 0), (0, 0)]])
        #expect(tail.count == 1)
        #expect(!tail[0].isLoop)
        #expect((16_000...16_300).contains(tail[0].length))
    }

    @Test func theSecondTrackIsNoBranch() {
        let found = trunks([[(0, 0), (5, 0), (10, 0)], [(0, 0.01), (5, 0.01), (10, 0.01)], [(2, 0), (2.1, 0.01)]])
        #expect(found.count == 1)
    }

    @Test func farPartsAreRunsOfTheirOwn() {
        let found = trunks([[(0, 0), (5, 0)], [(6, 0), (8, 0)], [(8.1, 0), (9, 0)]])
        #expect(found.map { ($0.length / 100).rounded() } == [50, 30])
        #expect(trunks([]).isEmpty)
    }
}
