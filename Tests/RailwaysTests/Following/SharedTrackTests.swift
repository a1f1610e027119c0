// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Railways on the same track: positions cannot distinguish them.
@Suite(.computing) struct SharedTrackTests {
    private static let track = MadeTrack([(0, 0), (4_000, 0), (8_000, 0), (12_000, 0)])
    private static let kilometres = (0...12).map { Double($0) * 1_000 }

    private static func railway(_ id: String, passing: Set<Int>) -> Railway {
        var railway = track.railway(id, stations: kilometres)
        railway.patterns = [
            Railway.StopPattern(name: LocalizedName("only"), stops: kilometres.indices.map { !passing.contains($0) })
        ]
        return railway
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func stopPatternsPartThem(seed: UInt64) {
        let map = made(Self.railway("Rapid", passing: [3, 4, 5, 7, 8]), Self.railway("Local", passing: []))
        var local = MadeRide(seed: seed)
        local.call(Self.track, at: Array(Self.kilometres[1...6]))
        #expect(FollowedRide(local.fixes, on: map).last.line == "Local")
        var rapid = MadeRide(seed: seed)
        rapid.call(Self.track, at: [1_000, 2_000, 6_000, 9_000])
        let followed = FollowedRide(rapid.fixes, on: map)
        #expect(followed.last.line == "Rapid")
        #expect(followed.last.confidence > 0.8)
    }

    /// A train that follows no stopping pattern of the map is still followed.
    @Test func aTrainOfNoKnownPatternIsFollowed() {
        let followed = FollowedRide(
            MadeRide(Self.track, at: [1_000, 3_000, 6_000, 8_000]).fixes, on: made(Self.railway("Rapid", passing: [3, 4, 5, 7, 8])))
        #expect(followed.namedInOrder == ["Rapid"])
        #expect(followed.events("arrived") == ["arrived Rapid.3", "arrived Rapid.6", "arrived Rapid.8"])
    }

    /// Few riders sit in a train that is about to terminate, and more in one that continues.
    @Test func theRailwayThatGoesOnIsLikelier() {
        let whole = MadeTrack([(0, 0), (8_000, 0), (16_000, 0), (24_000, 0)])
        let all = (0...24).map { Double($0) * 1_000 }
        let ending = whole.railway("Ending", stations: Array(all[0...12]))
        let beginning = whole.railway("Beginning", stations: Array(all[9...24]))
        let ride = MadeRide(whole, at: [9_000, 10_000, 11_000])
        for map in [made(ending, beginning), made(beginning, ending)] {
            let followed = FollowedRide(ride.fixes, on: map)
            #expect(followed.last.line == "Beginning")
            // Nothing is certain yet.
            #expect(followed.last.confidence < 0.95)
        }
    }

    /// Of two lines of one way each, the rider's way decides, online and in hindsight.
    @Test(arguments: [true, false]) func trainsOfOneWayAreKnownByIt(ascends: Bool) {
        var (up, down) = (Self.track.railway("Up", stations: Self.kilometres), Self.track.railway("Down", stations: Self.kilometres))
        (up.descending, down.ascending) = (nil, nil)
        let map = made(up, down)
        var ride = MadeRide()
        ride.stand(Self.track, at: 5_000, for: 30)
        ride.call(Self.track, at: ascends ? [5_000, 6_000, 7_000, 8_000] : [5_000, 4_000, 3_000, 2_000])
        let followed = FollowedRide(ride.fixes, on: map)
        #expect(followed.namedInOrder == [ascends ? "Up" : "Down"])
        #expect(followed.last.confidence > 0.9)
        #expect(followed.moments.allSatisfy { $0.line == nil || $0.direction == (ascends ? "ascending" : "descending") })
        #expect(Set(Hindsight(TrackNetwork(map), fixes: ride.fixes).railways.compactMap(\.self)) == [ascends ? 0 : 1])
    }

    @Test func patternsKnowWhereTheirTrainsRun() throws {
        let pattern = try #require(StopPattern(stops: [false, true, false, true, false], isRing: false))
        #expect(pattern.calls == [.doesNotRun, .stops, .passes, .stops, .doesNotRun])
        #expect(!pattern.isLocal)
        #expect([-1, 0, 1, 2, 3, 4].map { pattern.runs(after: $0) } == [false, false, true, true, false, false])
        let ring = try #require(StopPattern(stops: [false, true, true, true], isRing: true))
        #expect(ring.calls == [.passes, .stops, .stops, .stops])
        #expect(StopPattern(stops: [true, true], isRing: false)?.isLocal == true)
        #expect(StopPattern(stops: [false, true, false], isRing: false) == nil)
    }
}
