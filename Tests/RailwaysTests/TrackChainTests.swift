// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Handmade pieces of track on a plane around 36 N 140 E: 1 unit is 100 m.
private func position(_ x: Double, _ y: Double) -> Railway.Position {
    Railway.Position(latitude: 36 + y * 100 / 111_000, longitude: 140 + x * 100 / 90_100)
}

private func piece(_ points: (Double, Double)..., underground: Bool = false) -> Railway.Segment {
    Railway.Segment(isUnderground: underground, points: points.map { position($0.0, $0.1) })
}

private func stations(_ points: (Double, Double)...) -> [Railway.Station] {
    points.enumerated().map {
        Railway.Station(id: "S\($0.offset)", name: LocalizedName("S\($0.offset)"), position: position($0.element.0, $0.element.1))
    }
}

/// Metres along all segments.
private func length(_ segments: [Railway.Segment]) -> Double {
    segments.reduce(0) { sum, segment in
        sum + zip(segment.points, segment.points.dropFirst()).reduce(0) { $0 + $1.0.place.distance(to: $1.1.place) }
    }
}

/// Metres from a point to the nearest segment.
private func distance(_ x: Double, _ y: Double, _ segments: [Railway.Segment]) -> Double {
    var least = Double.infinity
    for segment in segments {
        for (a, b) in zip(segment.points, segment.points.dropFirst()) {
            least = min(least, position(x, y).place.nearest(between: a.place, b.place).distance)
        }
    }
    return least
}

@Suite(.computing) struct TrackChainTests {
    @Test func piecesOfAnyOrderAndDirectionMakeOneWay() {
        let chain = TrackChain(
            pieces: [piece((30, 0), (20, 1)), piece((0, 0), (10, 1)), piece((30, 0), (40, 0), underground: true), piece((20, 1), (10, 1))],
            stations: stations((1, 0), (15, 0), (39, 0)))
        #expect(chain.segments.count == 2)
        #expect(chain.segments[0].points.first == position(0, 0).rounded)
        #expect(chain.segments[0].points.last == chain.segments[1].points.first)
        #expect(chain.segments.map(\.isUnderground) == [false, true])
        #expect((length(chain.segments) - 4010).magnitude < 10)
        #expect(chain.notes.isEmpty)
        #expect(!chain.isLoop)
    }

    @Test func theStationsSayWhichWayRound() {
        let pieces = [piece((0, 0), (10, 0)), piece((10, 0), (20, 0))]
        let onward = TrackChain(pieces: pieces, stations: stations((1, 0), (19, 0)))
        let backward = TrackChain(pieces: pieces, stations: stations((19, 0), (1, 0)))
        #expect(onward.segments.flatMap(\.points) == backward.segments.flatMap(\.points).reversed())
    }

    @Test func aLoopEndsWhereItBegins() throws {
        let ring = [piece((0, 0), (20, 0)), piece((20, 20), (20, 0)), piece((20, 20), (0, 20)), piece((0, 20), (0, 0))]
        let chain = TrackChain(pieces: ring, stations: stations((10, 0), (20, 10), (10, 20), (0, 10)))
        #expect(chain.isLoop)
        #expect(chain.segments.first?.points.first == chain.segments.last?.points.last)
        #expect((length(chain.segments) - 8000).magnitude < 20)
        for segment in chain.segments { #expect(Set(segment.points).count == segment.points.count) }
        #expect(!TrackChain(pieces: ring, stations: stations((10, 0), (20, 10), (10, 20), (0, 10)), isLoop: false).isLoop)
    }

    /// A line that runs round a ring, over its own start and away: the ring is not closed.
    @Test func aSixIsNoLoop() {
        let six = [
            piece((0, 0), (20, 0)), piece((20, 0), (20, 20)), piece((20, 20), (0, 20)), piece((0, 20), (0, 0)),
            piece((-30, -5), (-10, 0)), piece((-10, 0), (0, 0)),
        ]
        let chain = TrackChain(pieces: six, stations: stations((0.5, 0), (20, 10), (10, 20), (0, 10), (-10, 0), (-29, -5)))
        #expect(!chain.isLoop)
        // 50 m, round the ring except for its last 150 m and then away, with the overrun of a train at the start.
        #expect((9800...11_500).contains(length(chain.segments)))
        #expect(distance(-20, -2.5, chain.segments) < 30)
        #expect(chain.notes.isEmpty)
    }

    @Test func bothTracksGiveOneWay() {
        let two = [
            piece((0, 0), (10, 0), (20, 0), (30, 0)), piece((30, 0.1), (20, 0.1), (10, 0.1), (0, 0.1)), piece((0, 0), (0, 0.1)),
            piece((30, 0), (30, 0.1)),
        ]
        let chain = TrackChain(pieces: two, stations: stations((1, 0.1), (10, 0), (20, 0.1), (29, 0)))
        #expect(chain.segments.count == 1)
        #expect((length(chain.segments) - 2800).magnitude < 30)
        #expect(chain.notes.isEmpty)
    }

    @Test func aShortHoleIsClosedAndALongOneNoted() {
        let chain = TrackChain(
            pieces: [piece((0, 0), (9.7, 0)), piece((10, 0), (20, 0)), piece((28, 0), (40, 0))],
            stations: stations((1, 0), (15, 0), (39, 0)))
        #expect(chain.segments.count == 2)
        #expect(chain.notes.count == 1)
        #expect(chain.notes.first?.contains("a gap of 80") == true)
        #expect(chain.notes.first?.contains("between S1 and S2") == true)
    }

    @Test func aSwitchbackIsRunIntoAndOutOf() {
        // The station lies at the end of a spur between the two halves of a zigzag.
        let zigzag = [piece((0, 0), (20, 0)), piece((20, 0), (40, 2)), piece((20, 0), (0, -4))]
        let chain = TrackChain(pieces: zigzag, stations: stations((1, 0), (38, 1.8), (1, -3.8)))
        #expect((length(chain.segments) - 7600).magnitude < 600)
        #expect(chain.notes.contains { $0.contains("the trains reverse") })
        for segment in chain.segments { #expect(Set(segment.points).count == segment.points.count) }
    }

    @Test func aTrainDoesNotTurnSharplyAtASwitch() {
        // The direct way from S0 to S1 would reverse at the switch (10, 0); trains run round by (30, 0).
        let pieces = [
            piece((0, 0), (10, 0)), piece((10, 0), (11.5, 0)), piece((11.5, 0), (12, 0.5), (11.5, 1), (10, 0.6)), piece((10, 0.6), (0, 5)),
            piece((10, 0), (0, 2)), piece((0, 2), (0, 5)),
        ]
        let chain = TrackChain(pieces: pieces, stations: stations((1, 0), (4, 3.25)))
        #expect(distance(12, 0.5, chain.segments) < 1)
    }

    @Test func trackElsewhereIsNoted() {
        let chain = TrackChain(
            pieces: [piece((0, 0), (10, 0), (20, 0)), piece((10, 0), (15, 20))], stations: stations((1, 0), (19, 0)))
        #expect(chain.notes.contains { $0.hasPrefix("2.1 km of track are not on the way") })
    }

    @Test func stationsFarAwayOrNowhereAreCarriedAlong() {
        var three = stations((1, 0), (10, 50), (19, 0))
        three.append(Railway.Station(id: "X", name: LocalizedName("X"), position: nil))
        let chain = TrackChain(pieces: [piece((0, 0), (20, 0))], stations: three)
        #expect(chain.notes.count == 1)
        #expect(chain.notes.first?.contains("S1 lies 5.0 km from the track") == true)
        #expect((length(chain.segments) - 2000).magnitude < 5)
    }

    @Test func theAntimeridianIsNoPlace() {
        let pieces = [
            Railway.Segment(
                isUnderground: false, points: [.init(latitude: -17, longitude: 179.98), .init(latitude: -17, longitude: 179.999)]),
            Railway.Segment(
                isUnderground: false, points: [.init(latitude: -17, longitude: -179.98), .init(latitude: -17, longitude: 179.999)]),
        ]
        let ends = [179.981, -179.981].enumerated().map {
            Railway.Station(id: "\($0.offset)", name: LocalizedName("\($0.offset)"), position: .init(latitude: -17, longitude: $0.element))
        }
        let chain = TrackChain(pieces: pieces, stations: ends)
        #expect(chain.segments.count == 1)
        #expect((4000...4400).contains(length(chain.segments)))
        #expect(chain.notes.isEmpty)
    }

    @Test func nothingInNothingOut() {
        #expect(TrackChain(pieces: [], stations: stations((0, 0), (1, 1))).segments.isEmpty)
        #expect(TrackChain(pieces: [piece((0, 0))], stations: stations((0, 0), (1, 1))).segments.isEmpty)
        #expect(TrackChain(pieces: [piece((0, 0), (0, 0))], stations: []).segments.isEmpty)
        let bad = Railway.Segment(
            isUnderground: false, points: [.init(latitude: .nan, longitude: 1e300), .init(latitude: 91, longitude: 0)])
        #expect(TrackChain(pieces: [bad], stations: stations((0, 0), (1, 1))).segments.isEmpty)
    }
}
