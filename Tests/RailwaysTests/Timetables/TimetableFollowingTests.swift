// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Two lines that share their track and all stops, of which only the timetable tells which one it is.
@Suite(.computing) struct TimetableFollowingTests {
    private static let track = MadeTrack([(0, 0), (20_000, 0)])
    private static let kilometres = (0...20).map { Double($0) * 1_000 }

    private static func ride(seed: UInt64) -> [Fix] {
        var ride = MadeRide(seed: seed)
        ride.call(track, at: Array(kilometres[3...9]))
        return ride.fixes
    }

    /// Departures that differ from those of the ride by a number of seconds, with other trains every ten minutes.
    private static func timetable(_ ride: [Fix], late: Int32) throws -> Timetable {
        let clock = try #require(TimetableTests.clock)
        var timetable = Timetable(clock: clock, stations: kilometres.count)
        var station = 3
        for (fix, next) in zip(ride, ride.dropFirst()) where fix.speed == 0 && next.speed ?? 0 > 0 {
            let time = try #require(fix.time)
            // Minutes, as timetables have them.
            let left = Int32(clock.seconds(at: time) - 20_454 * 86_400)
            for train in -3...3 {
                let due = (left - late) / 60 * 60 + Int32(train) * 600
                timetable.add(.init(seconds: due, weekdays: 127), from: station, isAscending: true)
            }
            station += 1
        }
        timetable.sort()
        return timetable
    }

    private static func follow(_ ride: [Fix], _ a: Timetable?, _ b: Timetable?) -> FollowedRide {
        var (one, other) = (track.railway("A", stations: kilometres), track.railway("B", stations: kilometres))
        one.timetable = a
        other.timetable = b
        return FollowedRide(ride, on: made(one, other))
    }

    @Test(arguments: [0, 1], [1, 2, 3] as [UInt64]) func thePunctualTrainIsNamed(minutesLate: Int32, seed: UInt64) throws {
        let ride = Self.ride(seed: seed)
        let (own, other) = (try Self.timetable(ride, late: minutesLate * 60), try Self.timetable(ride, late: minutesLate * 60 + 300))
        // From the first departure on.
        for (a, b, line) in [(own, other, "A"), (other, own, "B")] as [(Timetable, Timetable, String)] {
            let lines = Self.follow(ride, a, b).lines.compactMap { $0 }
            #expect(lines.count { $0 == line } > lines.count * 95 / 100, "\(line): \(lines.count)")
        }
    }

    /// A train that no timetable has stays either line, with nothing certain.
    @Test func aTrainOutsideTheTimetableIsStillFollowed() throws {
        let ride = Self.ride(seed: 4)
        let (early, late) = (try Self.timetable(ride, late: 280), try Self.timetable(ride, late: 320))
        let followed = Self.follow(ride, early, late)
        #expect(followed.last.line != nil)
        #expect(followed.answers.last?.runnerUp != nil && followed.answers.last?.runnerUpShare ?? 0 > 0.25)
        #expect(followed.lines.count { $0 != nil } == Self.follow(ride, nil, nil).lines.count { $0 != nil })
    }

    /// A line without a timetable is not behind one whose trains are elsewhere.
    @Test func aLineWithoutATimetableIsLikelierThanOneWithoutATrain() throws {
        let ride = Self.ride(seed: 5)
        #expect(Self.follow(ride, try Self.timetable(ride, late: 300), nil).last.line == "B")
        #expect(Self.follow(ride, nil, try Self.timetable(ride, late: 0)).last.line == "B")
    }

    /// Also before the first departure.
    @Test func hindsightKnowsTheTimetable() throws {
        let ride = Self.ride(seed: 6)
        var map = made(Self.track.railway("A", stations: Self.kilometres), Self.track.railway("B", stations: Self.kilometres))
        map.railways[0].timetable = try Self.timetable(ride, late: 300)
        map.railways[1].timetable = try Self.timetable(ride, late: 30)
        let railways = Hindsight(TrackNetwork(map), fixes: ride).railways.compactMap { $0 }
        #expect(!railways.isEmpty && railways.allSatisfy { $0 == 1 })
    }
}
