// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

@Suite(.computing) struct TimetableTests {
    /// Nine hours ahead of UTC.
    static let clock = LocalClock(zone: "Asia/Tokyo", changes: [.init(since: .min, offset: 32_400)])

    private static func time(_ text: String) throws -> TrackTime { try #require(TrackTime(iso8601: text)) }

    /// One station with departures at 8:00 from Monday to Friday, at 9:00 on Sunday, and at 24:30 on Saturday.
    private static func timetable() throws -> Timetable {
        var timetable = Timetable(clock: try #require(clock), stations: 2)
        for (seconds, weekdays) in [(88_200, 0b010_0000), (28_800, 0b001_1111), (32_400, 0b100_0000)] as [(Int32, UInt8)] {
            timetable.add(.init(seconds: seconds, weekdays: weekdays), from: 0, isAscending: true)
        }
        timetable.sort()
        return timetable
    }

    @Test func trainsAreDueInLocalTimeOnTheirWeekday() throws {
        let timetable = try Self.timetable()
        func wait(_ text: String) throws -> Double? {
            timetable.wait(at: 0, isAscending: true, from: try Self.time(text), within: 3_600)
        }
        // Monday 2026-01-05, 7:30 in Tokyo.
        #expect(try wait("2026-01-04T22:30:00Z") == 1_800)
        #expect(try wait("2026-01-05T07:30:00+09:00") == 1_800)
        #expect(try wait("2026-01-05T07:00:00+09:00") == 3_600)
        #expect(try wait("2026-01-05T06:59:59+09:00") == nil)
        #expect(try wait("2026-01-05T08:00:01+09:00") == nil)
        // Saturday has none at 8:00, Sunday at 9:00.
        #expect(try wait("2026-01-10T07:30:00+09:00") == nil)
        #expect(try wait("2026-01-11T08:30:00+09:00") == 1_800)
        // Saturday's last train leaves on Sunday.
        #expect(try wait("2026-01-11T00:10:00+09:00") == 1_200)
        #expect(try wait("2026-01-10T00:10:00+09:00") == nil)
        #expect(try timetable.wait(at: 1, isAscending: true, from: Self.time("2026-01-05T07:30:00+09:00"), within: 3_600) == nil)
        #expect(try timetable.wait(at: 0, isAscending: false, from: Self.time("2026-01-05T07:30:00+09:00"), within: 3_600) == nil)
    }

    /// Times count from twelve hours before noon: on the days on which the clock goes to summer time and back, the train of 8:00 leaves
    /// at 8:00, and the one of 27:30 of the night before leaves as long after the evening as ever.
    @Test(
        arguments: [
            ("2026-03-29T07:30:00+02:00", 1_800), ("2026-03-29T04:00:00+02:00", 1_800), ("2026-03-30T03:00:00+02:00", 1_800),
            ("2026-10-25T07:30:00+01:00", 1_800), ("2026-10-25T02:00:00+01:00", 1_800), ("2026-10-26T03:00:00+01:00", 1_800),
            ("2026-03-29T03:00:00+02:00", nil), ("2026-10-25T03:00:00+01:00", nil),
        ] as [(String, Double?)]) func trainsAreDueOnADayOfAClockChange(_ text: String, _ wanted: Double?) throws
    {
        // Berlin's two changes of 2026.
        let changes: [LocalClock.Change] = [
            .init(since: .min, offset: 3_600), .init(since: 1_774_746_000, offset: 7_200), .init(since: 1_792_890_000, offset: 3_600),
        ]
        var timetable = Timetable(clock: try #require(LocalClock(zone: "Europe/Berlin", changes: changes)), stations: 1)
        for seconds in [28_800, 99_000] as [Int32] { timetable.add(.init(seconds: seconds, weekdays: 127), from: 0, isAscending: true) }
        timetable.sort()
        #expect(timetable.wait(at: 0, isAscending: true, from: try Self.time(text), within: 3_600) == wanted)
    }

    /// Before 1970, where days count backwards.
    @Test func oldRidesHaveWeekdaysToo() throws {
        // 1969-12-29 was a Monday.
        let monday = try Self.time("1969-12-29T07:50:00+09:00")
        #expect(try Self.timetable().wait(at: 0, isAscending: true, from: monday, within: 900) == 600)
        let sunday = try Self.time("1969-12-28T08:50:00+09:00")
        #expect(try Self.timetable().wait(at: 0, isAscending: true, from: sunday, within: 900) == 600)
    }

    /// The density integrates to the number of trains, is highest when one is due, and falls faster before than after.
    @Test func theExpectedTrainsAreThoseOfTheTable() throws {
        let timetable = try Self.timetable()
        let start = try Self.time("2026-01-05T07:40:00+09:00")
        func trains(_ second: Int) -> Double {
            timetable.trains(leaving: 0, isAscending: true, at: TrackTime(nanoseconds: start.nanoseconds + Int64(second) * 1_000_000_000))
        }
        let sum = (0..<3_600).reduce(0) { $0 + trains($1) }
        #expect((sum - 1).magnitude < 0.01, "\(sum)")
        #expect((0..<3_600).max { trains($0) < trains($1) } == 1_200)
        #expect(trains(1_200 + 60) > trains(1_200 - 60) * 10)
        #expect(trains(0) == 0 && trains(3_599) == 0)
    }

    /// With only the headway known, trains are as likely at any time, and as many in an hour.
    @Test func trainsOfAHeadwayAreSpread() throws {
        var timetable = Timetable(clock: try #require(Self.clock), stations: 1)
        for minute in 0..<180 {
            timetable.add(.init(seconds: 25_200 + Int32(minute) * 60, weekdays: 127, share: 0.1), from: 0, isAscending: false)
        }
        timetable.sort()
        let start = try Self.time("2026-01-05T08:00:00+09:00")
        let densities = (0..<3_600).map {
            timetable.trains(leaving: 0, isAscending: false, at: TrackTime(nanoseconds: start.nanoseconds + Int64($0) * 1_000_000_000))
        }
        #expect((densities.reduce(0, +) - 6).magnitude < 0.1)
        #expect((densities.max() ?? 0) < 1.7 * (densities.min() ?? 0))
    }
}
