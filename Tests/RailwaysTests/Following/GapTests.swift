// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Tunnels: no fix for minutes while the train continues.
@Suite(.computing) struct GapTests {
    private static let track = MadeLineTests.straight
    private static let map = made(
        track.railway("A", stations: MadeLineTests.kilometres),
        MadeTrack([(6_000, -6_000), (6_000, 6_000)]).railway("X", stations: [0, 4_000, 8_000, 12_000]))

    /// Fixes up to 3 km, none until 8 km, fixes again.
    private static func ride() -> MadeRide {
        var ride = MadeRide(track, at: [1_000, 2_000, 3_000])
        ride.isDark = true
        ride.call(track, at: [3_000, 4_000, 5_000, 6_000, 7_000, 8_000])
        ride.isDark = false
        ride.call(track, at: [8_000, 9_000, 10_000])
        return ride
    }

    @Test func theLineIsKeptThroughATunnel() {
        let ride = Self.ride()
        let followed = FollowedRide(ride.fixes, on: Self.map)
        #expect(followed.namedInOrder == ["A"])
        #expect(followed.events("off train").isEmpty)
        #expect(followed.events("arrived").suffix(2) == ["arrived A.9", "arrived A.10"])
        #expect(followed.last.direction == "ascending")
        // One answer per fix; a fix is not an estimate.
        #expect(followed.answers.count == ride.fixes.count)
        #expect(followed.answers.allSatisfy { !$0.isEstimated })
    }

    /// A rider who comes out of a tunnel far away has travelled, even if the first fix is slow: on foot now, and by train before.
    @Test func theRiderComesUpOnFoot() throws {
        var ride = MadeRide(Self.track, at: [1_000, 2_000, 3_000])
        ride.isDark = true
        ride.call(Self.track, at: [3_000, 4_000, 5_000, 6_000, 7_000, 8_000])
        ride.isDark = false
        ride.walk(Self.track, from: 8_000, to: 8_150)
        let fixes = ride.fixes.map { fix in
            var fix = fix
            fix.speed = nil
            return fix
        }
        let followed = FollowedRide(fixes, on: Self.map)
        let up = try #require(fixes.indices.dropFirst().first { fixes[$0].seconds - fixes[$0 - 1].seconds > 100 })
        #expect(followed.moments[up].line == "A")
        #expect(followed.moments[up].station == "A.8")
        #expect(followed.last.line == nil)
        #expect(!followed.answers[up...].contains { $0.activity == .cycling || $0.activity == .automotive })
    }

    @Test func ticksCarryTheTrainOn() throws {
        let ride = Self.ride()
        var tracker = RideTracker.maker(map: Self.map)([])
        var ticks: [TrackerUpdate] = []
        for fix in ride.fixes {
            for update in tracker.step(to: fix) where update.estimated { ticks.append(update) }
        }
        #expect(ticks.count > 2_000)
        #expect(ticks.allSatisfy { $0.channels["estimated"]?.number == 1 })
        #expect(ticks.allSatisfy { $0.channels["line"]?.category == "A" })
        #expect(ticks.allSatisfy { $0.events.allSatisfy { $0.subject == nil } })
        // Stations come in order without omissions, and confidence only falls.
        var stations: [String] = []
        var confidence = 1.0
        for tick in ticks {
            if let station = tick.channels["station"]?.category, stations.last != station { stations.append(station) }
            let now = try #require(tick.channels["confidence"]?.number)
            #expect(now <= confidence)
            confidence = now
        }
        let numbers = stations.compactMap { Int($0.dropFirst(2)) }
        let first = try #require(numbers.first)
        #expect(first == 3 || first == 4)
        #expect(numbers == Array(first..<first + numbers.count))
        // The reach of a train at the usual pace in that time, plus or minus one station.
        #expect((7...9).contains(numbers.last ?? 0), "\(stations)")
    }

    @Test func estimatesChangeNothing() {
        let ride = Self.ride()
        var asked = RailwayTracker(TrackNetwork(Self.map))
        var quiet = asked
        for fix in ride.fixes {
            let time = fix.time ?? TrackTime(nanoseconds: 0)
            for ahead in [-1, 0, 1, 60, 3_600, 1_000_000_000] as [Int64] {
                _ = asked.estimate(at: TrackTime(nanoseconds: time.nanoseconds + ahead * 1_000_000_000))
            }
            let one = asked.process(fix)
            let other = quiet.process(fix)
            #expect(one.answer == other.answer)
            #expect(one.events == other.events)
        }
    }

    @Test func ticksChangeNothing() {
        let ride = Self.ride()
        let make = RideTracker.maker(map: Self.map)
        var ticked = make([])
        var quiet = make([])
        for fix in ride.fixes {
            let step = ticked.step(to: fix)
            for _ in step {}
            let last = fix.time?.nanoseconds ?? 0
            _ = ticked.estimate.tick(
                at: TrackTime(nanoseconds: last + 5_000_000_000), after: TrackTime(nanoseconds: last + 4_900_000_000))
            #expect(step.update == quiet.step(to: fix).update)
        }
    }
}
