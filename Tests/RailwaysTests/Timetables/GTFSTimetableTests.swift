// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Timetables of feeds: the fixture's trips with calendars written for each test.
@Suite(.computing) struct GTFSTimetableTests {
    private static let calendar = """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        d,1,1,1,1,1,0,0,20260105,20260705

        """

    private static func departures(_ result: RailwayImport, _ line: String, isAscending: Bool) throws -> [[Timetable.Departure]] {
        let timetable = try #require(result.map[line]?.timetable)
        return isAscending ? timetable.ascending : timetable.descending
    }

    /// Each departure of stop_times.txt is at its station, in its direction; the last stop has none.
    @Test func departuresAreThoseOfTheTrips() throws {
        let result = try ImportFixture.imported(changing: ["calendar.txt": { _ in Self.calendar }])
        let folder = URL(fileURLWithPath: ImportFixture.path("nuremberg-gtfs"))
        func rows(_ name: String) throws -> [[String: String]] {
            let lines = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
                .split(whereSeparator: \.isNewline).map {
                    $0.replacing("\u{FEFF}", with: "").split(separator: ",", omittingEmptySubsequences: false)
                }
            return lines.dropFirst().map { row in
                Dictionary(uniqueKeysWithValues: zip(lines[0].map(String.init), row.map(String.init)))
            }
        }
        // The fixture's one trip out to the airport that stops everywhere.
        let calls = try rows("stop_times.txt").filter { $0["trip_id"] == "t2" }
            .sorted { Int($0["stop_sequence"] ?? "") ?? 0 < Int($1["stop_sequence"] ?? "") ?? 0 }
        let ascending = try Self.departures(result, "U2", isAscending: true)
        for (place, call) in calls.dropLast().enumerated() {
            let parts = try #require(call["departure_time"]).split(separator: ":").compactMap { Int32($0) }
            let wanted = Timetable.Departure(seconds: parts[0] * 3_600 + parts[1] * 60 + parts[2], weekdays: 0b001_1111)
            #expect(ascending[place].contains(wanted), "\(call)")
        }
        #expect(ascending[13].isEmpty)
        #expect(try Self.departures(result, "U2", isAscending: false)[0].isEmpty)
        #expect(result.map["U2"]?.timetable?.clock.zone == "Europe/Berlin")
    }

    /// Feeds need times at main stops only. Here Hohe Marter is a third of the way from the stop before it to the one after, or
    /// nowhere; the train arrives there six minutes after it left, and stands for four more.
    @Test(arguments: [("49.41,11.04", 120), ("0,0", 180)]) func callsWithoutTimesLieBetweenThoseWithTimes(
        place: String, wanted: Int32
    ) throws {
        let result = try ImportFixture.imported(changing: [
            "calendar.txt": { _ in Self.calendar },
            "stops.txt": {
                $0.replacing("49.4197,11.0373", with: "49.40,11.04").replacing("49.4245,11.0424", with: place)
                    .replacing("49.43,11.044", with: "49.43,11.04")
            },
            "stop_times.txt": {
                $0.replacing("07:02:00,07:02:00", with: ",").replacing("07:04:00,07:04:00", with: "07:06:00,07:10:00")
                    .replacing("07:12:00,07:12:00", with: "07:12:30,").replacing("07:24:00,07:24:00", with: ",")
                    .replacing("07:26:00,07:26:00", with: ",")
            },
        ])
        let ascending = try Self.departures(result, "U2", isAscending: true).map {
            $0.map(\.seconds).filter { (25_200..<30_000).contains($0) }
        }
        #expect(ascending[0] == [25_200])
        #expect(ascending[1] == [25_200 + wanted])
        #expect(ascending[2] == [25_800])
        // An arrival alone is a departure too; beyond the last time nothing is known.
        #expect(ascending[6] == [25_950])
        #expect(ascending[12].isEmpty)
    }

    /// A main stop with times that is closed to riders is no station, yet the times around it depend on it: half an hour to S2,
    /// and ten minutes from there.
    @Test func aClosedCallHasATime() throws {
        let times = [("0", "08:00:00", 0), ("1", "", 0), ("2", "08:30:00", 1), ("3", "", 0), ("4", "08:40:00", 0)]
        let result = try ImportFixture.imported(changing: [
            "calendar.txt": { _ in Self.calendar },
            "routes.txt": { _ in "route_id,route_type,route_short_name\nY,1,Y\n" },
            "trips.txt": { _ in "route_id,service_id,trip_id\nY,d,t\n" },
            "stops.txt": { _ in "stop_id,stop_name,stop_lat,stop_lon\n" + (0..<5).map { "\($0),S\($0),50,10.0\($0)\n" }.joined() },
            "stop_times.txt": { _ in
                "trip_id,stop_sequence,stop_id,departure_time,arrival_time,pickup_type,drop_off_type\n"
                    + times.map { "t,\($0.0),\($0.0),\($0.1),\($0.1),\($0.2),\($0.2)\n" }.joined()
            },
            "shapes.txt": { _ in "" }, "translations.txt": { _ in "" },
        ])
        #expect(result.map["Y"]?.names == ["S0", "S1", "S3", "S4"])
        let departures = try Self.departures(result, "Y", isAscending: true).map { $0.map { ($0.seconds - 28_800) / 60 } }
        #expect(departures == [[0], [15], [35], []])
    }

    /// The usual week is that of most dates; a holiday and a special service do not count.
    @Test func theUsualWeekIsThatOfMostDates() throws {
        let dates = """
            service_id,date,exception_type
            d,20260113,2
            s,20260114,1
            d,20260117,1
            d,20260124,1

            """
        let result = try ImportFixture.imported(changing: ["calendar.txt": { _ in Self.calendar }, "calendar_dates.txt": { _ in dates }])
        // Saturdays have trains on two dates of the period and nothing on the others.
        let all = try Self.departures(result, "U2", isAscending: true)
        #expect(all.joined().allSatisfy { $0.weekdays == 0b011_1111 } && !all[0].isEmpty)
    }

    /// As a feed's validator would have it: the exceptions are left out with a word, and the calendar goes on counting. An empty
    /// table says nothing either.
    @Test(arguments: [
        ("service_id,date\nd,20260112\n", "no column exception_type: it has service_id, date"), ("\n", "the table has no header"),
    ])
    func aTableThatMayBeMissingMayBeIncomplete(dates: String, why: String) throws {
        let result = try ImportFixture.imported(changing: ["calendar.txt": { _ in Self.calendar }, "calendar_dates.txt": { _ in dates }])
        #expect(result.notes.contains("calendar_dates.txt: left out: \(why)"), "\(result.notes)")
        let all = try Self.departures(result, "U2", isAscending: true)
        #expect(all.joined().allSatisfy { $0.weekdays == 0b001_1111 } && !all[0].isEmpty)
    }

    /// Many feeds name their services anew for each date. Of these four Mondays the first is a holiday with one train, and two
    /// have a train of their own.
    @Test func theUsualWeekOfServicesThatRunOnOneDate() throws {
        let mondays = [
            ("20260105", ["t1"]), ("20260112", ["t1", "t2", "t3", "t6"]), ("20260119", ["t1", "t2", "t3"]),
            ("20260126", ["t1", "t2", "t3", "t5"]),
        ]
        /// The table with the rows of each Monday's trips once more, under ids of their own.
        func repeated(_ table: String, _ row: (_ fields: inout [String], _ trip: String, _ date: String) -> Void, trip place: Int) -> String
        {
            let rows = table.split(whereSeparator: \.isNewline).map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            let more = mondays.flatMap { date, trips in
                rows.filter { trips.contains($0[place]) }.map { fields in
                    var fields = fields
                    row(&fields, "\(fields[place])-\(date)", date)
                    return fields
                }
            }
            return (rows + more).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
        }
        let dated = try ImportFixture.imported(changing: [
            "calendar_dates.txt": { _ in
                "service_id,date,exception_type\n" + mondays.map { "\($0.0),\($0.0),1\n" }.joined()
            },
            "trips.txt": { repeated($0, { fields, trip, date in (fields[1], fields[2]) = (date, trip) }, trip: 2) },
            "stop_times.txt": { repeated($0, { fields, trip, _ in fields[0] = trip }, trip: 0) },
        ])
        let usual = try ImportFixture.imported(changing: [
            "calendar_dates.txt": { _ in "service_id,date,exception_type\nusual,20260105,1\n" },
            "trips.txt": { $0.replacing(/d,(?=t[123],)/, with: "usual,") },
        ])
        for isAscending in [true, false] {
            let departures = try Self.departures(dated, "U2", isAscending: isAscending)
            #expect(departures == (try Self.departures(usual, "U2", isAscending: isAscending)))
            #expect(departures.joined().allSatisfy { $0.weekdays == 1 } && departures.contains { !$0.isEmpty })
        }
    }

    /// A service without end runs on the dates of another, whenever it began.
    @Test(arguments: [
        ("20000101,20991231", "20250101,20251231"), ("20000101,20991231", "20200101,20991231"), ("20240101,20261231", "20260701,20261231"),
    ])
    func servicesWithoutEndRunOnTheDatesOfTheOthers(one: String, other: String) throws {
        let header = Self.calendar.prefix { !$0.isNewline }
        let result = try ImportFixture.imported(changing: [
            "calendar.txt": { _ in "\(header)\nd,1,1,1,1,1,0,0,\(one)\nnow,1,1,1,1,1,0,0,\(other)\n" },
            "trips.txt": { $0.replacing("d,t2,", with: "now,t2,") },
        ])
        let usual = try ImportFixture.imported(changing: ["calendar.txt": { _ in Self.calendar }])
        for isAscending in [true, false] {
            let wanted = try Self.departures(usual, "U2", isAscending: isAscending)
            #expect(try Self.departures(result, "U2", isAscending: isAscending) == wanted)
        }
    }

    @Test func headwaysAreTrains() throws {
        func frequencies(_ exact: Int) -> String {
            "trip_id,start_time,end_time,headway_secs,exact_times\nt2,08:00:00,09:00:00,600,\(exact)\n"
        }
        let changes = ["calendar.txt": { (_: String) in Self.calendar }]
        let before = try Self.departures(try ImportFixture.imported(changing: changes), "U2", isAscending: true)
        let exact = try Self.departures(
            try ImportFixture.imported(changing: changes.merging(["frequencies.txt": { _ in frequencies(1) }]) { $1 }), "U2",
            isAscending: true)
        #expect(
            exact[0].filter { (28_800..<32_400).contains($0.seconds) }.map(\.seconds) == [28_800, 29_400, 30_000, 30_600, 31_200, 31_800])
        #expect(exact[0].allSatisfy { $0.share == 1 })
        #expect(exact[1].count == before[1].count + 5)
        let spread = try Self.departures(
            try ImportFixture.imported(changing: changes.merging(["frequencies.txt": { _ in frequencies(0) }]) { $1 }), "U2",
            isAscending: true)
        let possible = spread[0].filter { $0.share < 1 }
        #expect(possible.count == 60)
        #expect((possible.reduce(0) { $0 + $1.share } - 6).magnitude < 1e-4)
    }

    /// A database holds two service days, and reads what it has written.
    @Test func aHeadwayEndsWithTheSecondDay() throws {
        let frequencies = "trip_id,start_time,end_time,headway_secs,exact_times\nt2,47:50:00,47:59:59,300,1\n"
        let result = try ImportFixture.imported(changing: ["calendar.txt": { _ in Self.calendar }, "frequencies.txt": { _ in frequencies }])
        let times = try Self.departures(result, "U2", isAscending: true).map { $0.map(\.seconds).filter { $0 >= 170_000 } }
        #expect(times[0] == [172_200, 172_500] && times[12].isEmpty && times.joined().allSatisfy { $0 < 172_800 })
        let folder = try Folder()
        let path = folder.path("r.sqlite")
        try RailwayStore.write(result.map, to: path)
        #expect(try RailwayStore.read(path).map["U2"]?.timetable?.ascending == result.map["U2"]?.timetable?.ascending)
    }

    /// Each row by itself would be read: a few bytes of frequencies.txt stand for many departures, and fill the memory together.
    @Test func headwaysBeyondALimitAreIgnored() throws {
        let folder = try Folder()
        let hours = ["08:00:00,09:00:00", "09:00:00,10:00:00", "10:00:00,11:00:00"]
        let frequencies = "trip_id,start_time,end_time,headway_secs,exact_times\n" + hours.map { "t2,\($0),600,1\n" }.joined()
        let path = try ImportFixture.feed(
            in: folder, changing: ["calendar.txt": { _ in Self.calendar }, "frequencies.txt": { _ in frequencies }])
        let feed = try GTFSFeed(path)
        let routes = try GTFSRoutes(feed, names: GTFSNames(feed)), stops = try GTFSStops(feed)
        func read(atMost most: Int) throws -> GTFSTrips {
            try GTFSTrips(feed, routes: routes.numbers, stops: stops, most: most) { _ in }
        }
        func count(_ trips: GTFSTrips) -> Int { trips.runs.reduce(0) { $0 + $1.trains.count } }
        let all = try read(atMost: .max)
        let calls = try #require(all.runs.first { $0.trains.count >= 18 }).stops.count
        let whole = try read(atMost: 18 * calls), cut = try read(atMost: 18 * calls - 1)
        #expect(count(whole) == count(all) && whole.notes == all.notes)
        #expect(count(cut) == count(all) - 6)
        #expect(
            cut.notes.filter { !all.notes.contains($0) } == ["frequencies.txt: ignored 1 row beyond \(18 * calls - 1) departures in all"])
    }

    /// The times of a trip in frequencies.txt are a pattern: they are no departures, even if the row is of no use.
    @Test func aTripWhoseHeadwayIsIgnoredHasNoTrains() throws {
        func read(_ rows: String) throws -> (count: Int, notes: [String]) {
            let frequencies = "trip_id,start_time,end_time,headway_secs\n" + rows
            let result = try ImportFixture.imported(changing: [
                "calendar.txt": { _ in Self.calendar }, "frequencies.txt": { _ in frequencies },
            ])
            return (try Self.departures(result, "U2", isAscending: true)[0].count, result.notes)
        }
        let before = try read("")
        let after = try read("t2,08:00:00,48:00:00,600\nt2,08:00:00,09:00:00,1\nnone,,,\n")
        #expect(after.count == before.count - 1)
        #expect(after.notes.filter { !before.notes.contains($0) } == ["frequencies.txt: ignored 2 rows without usable times or headway"])
    }

    @Test func withoutCalendarOrZoneThereIsNone() throws {
        let without = try ImportFixture.imported(changing: [:])
        #expect(without.map.railways.allSatisfy { $0.timetable == nil })
        #expect(without.notes.contains { $0.hasPrefix("no timetable: ") })
        let lost = try ImportFixture.imported(changing: [
            "calendar.txt": { _ in Self.calendar }, "agency.txt": { $0.replacing("Europe/Berlin", with: "Middle/Earth") },
        ])
        #expect(lost.map.railways.allSatisfy { $0.timetable == nil })
        #expect(lost.notes.contains("agency.txt: unknown time zone 'Middle/Earth': the timetable was left out"))
    }

    @Test(
        arguments: [
            ("7:05:09", 25_509), ("25:00:00", 90_000), ("08:00", nil), ("", nil), ("48:00:00", nil), ("8:00:00:00", nil), ("8:-1:00", nil),
            ("123:00:00", nil), (":00:00", nil),
        ] as [(String, Int32?)]) func times(_ text: String, _ seconds: Int32?)
    {
        #expect(Array(text.utf8).withUnsafeBufferPointer { GTFSHeadway.seconds($0) } == seconds)
    }
}
