// SPDX-License-Identifier: MIT
import Testing

@testable import Tracking

/// The time format of a table is detected from its header and first row.
@Suite struct CSVTimeTests {
    private func times(_ text: String) -> [String] { TestTracks.read(text).fixes.compactMap { $0.time?.description } }

    @Test func datesOfManyKindsAreRead() {
        for text in [
            "31/12/2025 14:49:05", "12/31/2025 14:49:05", "31.12.2025 14:49:05", "31-Dec-2025 14:49:05", "Dec 31, 2025, 2:49:05 PM",
            "31 December 2025 14:49:05",
            "Wed Dec 31 23:49:05 GMT+09:00 2025", "Wed, 31 Dec 2025 14:49:05 GMT", "2025-12-31 14:49:05 GMT", "2025/12/31 2:49:05 pm",
            "31/12/25 14:49:05",
        ] {
            #expect(times("time,lat,lon\n\"\(text)\",1,2\n") == ["2025-12-31T14:49:05.000Z"], "\(text)")
        }
        for text in [
            "31/13/2025 14:49:05", "31/02/2025 14:49:05", "Foo 31 2025 14:49:05", "31/12/2025 25:49:05", "31/12/2025 14:61:05",
            "31/12/2025 13:49:05 PM",
        ] {
            #expect(TestTracks.read("time,lat,lon\n\"\(text)\",1,2\n").fixes.isEmpty, "\(text)")
        }
    }

    /// An ambiguous date is refused with the column names that resolve it; a first row that shows the order decides it for all
    /// rows.
    @Test func anUnclearDateIsRefused() {
        for (name, text) in [("time", "05/01/2026 05:49:05"), ("date", "05/01/2026")] {
            let other = name == "date" ? ("date,time", "\(text),05:49:05") : (name, text)
            let thrown = TestTracks.read("\(other.0),lat,lon\n\(other.1),1,2\n").thrown
            #expect(
                thrown?.line == 2 && thrown?.column == 1 && thrown?.remedy.contains("dd/mm/yyyy") == true, "\(String(describing: thrown))")
        }
        #expect(times("date dd/mm/yyyy,time,lat,lon\n05/01/2026,05:49:05,1,2\n") == ["2026-01-05T05:49:05.000Z"])
        #expect(times("date (mm/dd/yyyy),time,lat,lon\n05/01/2026,05:49:05,1,2\n") == ["2026-05-01T05:49:05.000Z"])
        #expect(
            times("date,time,lat,lon\n31/12/2025,23:59:59,1,2\n01/02/2026,00:00:01,1,2\n") == [
                "2025-12-31T23:59:59.000Z", "2026-02-01T00:00:01.000Z",
            ])
    }

    @Test func dateAndTimeInColumnsOfTheirOwnAreOne() {
        for (names, row) in [
            ("Date,Time", "2026-01-05,05:49:05"), ("GPS Date,GPS Time", "2026/01/05,05:49:05"), ("UTC DATE,UTC TIME", "20260105,054905"),
            ("date_utc,time_utc", "2026-01-05,05:49:05.000"), ("Local Date,Local Time", "5.1.2026,05:49:05"),
            ("Date (UTC),Time (UTC)", "05-Jan-2026,5:49:05 AM"),
            ("date yymmdd,time hhmmss", "260105,54905"), ("date,time", "2026-01-05 00:00:00,05:49:05"),
            ("date,utc", "2026-01-05,054905.00"),
        ] {
            #expect(times("\(names),lat,lon\n\(row),1,2\n") == ["2026-01-05T05:49:05.000Z"], "\(names) \(row)")
        }
        // A count beside the complete instant is not a time of day.
        #expect(times("time,date,lat,lon\n12.5,2026-01-05 05:49:05,1,2\n") == ["2026-01-05T05:49:05.000Z"])
        #expect(times("date,lat,lon\n20260105,1,2\n") == ["2026-01-05T00:00:00.000Z"])
    }

    /// AirData writes ten rows in a second, with full seconds beside a count of milliseconds, which may start again.
    @Test func aCounterAddsToFullSeconds() {
        func seconds(_ rows: [(Int, String)]) -> [String] {
            let rows = rows.map { "\($0),2026-01-05 05:49:\($1),1,2\n" }
            return times("time(millisecond),datetime(utc),lat,lon\n" + rows.joined()).map { String($0.dropFirst(17).dropLast()) }
        }
        #expect(
            seconds([(0, "05"), (400, "05"), (800, "06"), (1200, "06"), (9000, "14"), (0, "30"), (400, "30")])
                == ["05.000", "05.400", "05.800", "06.200", "14.000", "30.000", "30.400"])
        #expect(seconds([(1000, "05"), (2003, "06"), (3003, "07")]) == ["05.000", "06.000", "07.000"])
        #expect(seconds([(7, "05"), (7, "06")]) == ["05.000", "06.000"])
        #expect(seconds([(0, "05.250"), (100, "05.360")]) == ["05.250", "05.360"])
    }

    /// Hourly tables; a number beside the date that is no whole hour of a day is none.
    @Test func anHourBesideADateIsItsTime() {
        #expect(
            times("Date,Temp,Hour\n2026-01-05,3.5,0\n2026-01-05,3.6,23\n20260105,3.6,24\n") == [
                "2026-01-05T00:00:00.000Z", "2026-01-05T23:00:00.000Z", "2026-01-06T00:00:00.000Z",
            ])
        #expect(TestTracks.read("Date,Hour,Temp\n2026-01-05,1,3.5\n2026-01-05,25,3.5\n").faults.map(\.kind) == [.badValue])
        #expect(times("Date,Hour,Temp\n2026-01-05,7.5,3.5\n") == ["2026-01-05T00:00:00.000Z"])
    }

    /// Without a date the days are counted, as for a receiver.
    @Test func timesOfDayPassMidnight() throws {
        #expect(
            times("time,lat,lon\n23:59:58,1,2\n23:59:59,1,2\n00:00:00,1,2\n00:00:01,1,2\n")
                == ["1970-01-01T23:59:58.000Z", "1970-01-01T23:59:59.000Z", "1970-01-02T00:00:00.000Z", "1970-01-02T00:00:01.000Z"])
        let reader = try TrackInput.open(ByteSource(name: "made", bytes: Array("utc,lat,lon\n123519,1,2\n".utf8)))
        #expect(reader.notes.contains { $0.contains("times of day without a date") })
    }

    /// Digits are a time of day with a decimal comma as with a point, and only if nothing but decimals follows.
    @Test func digitsWithDecimalsAreATimeOfDay() {
        for mark in [".", ","] {
            for names in ["time;lat;lon", "utc;lat;lon"] {
                let text = "\(names)\n054959\(mark)250;35,1;139,1\n055000\(mark)250;35,1;139,1\n"
                #expect(times(text) == ["1970-01-01T05:49:59.250Z", "1970-01-01T05:50:00.250Z"], "\(text)")
            }
        }
        #expect(times("date;utc;lat;lon\n31.12.2025;054905,5;35,1;139,1\n") == ["2025-12-31T05:49:05.500Z"])
        for text in ["054905e-1", "054905.5e1", "054905.-1", "054905x", "054905-09", "054905.2.5"] {
            let reading = TestTracks.read("utc,lat,lon\n054905,1,2\n\(text),1,2\n054906,1,2\n")
            #expect(reading.fixes.count == 2 && reading.faults.map(\.kind) == [.badValue], "\(text) \(reading)")
        }
        // Not a time of day in the first row either.
        #expect(times("time,lat,lon\n054905e-1,1,2\n") == ["1970-01-01T01:31:30.500Z"])
    }

    @Test func spreadsheetDaysAreToldFromSeconds() {
        #expect(
            times("time,lat,lon\n45413.41666667,1,2\n45413.41667824,1,2\n") == ["2024-05-01T10:00:00.000Z", "2024-05-01T10:00:01.000Z"])
        #expect(times("time;lat;lon\n45413;1;2\n45413,00001157;1;2\n") == ["2024-05-01T00:00:00.000Z", "2024-05-01T00:00:01.000Z"])
        #expect(times("time_excel,lat,lon\n45413.5,1,2\n45414.5,1,2\n") == ["2024-05-01T12:00:00.000Z", "2024-05-02T12:00:00.000Z"])
        #expect(times("date,lat,lon\n45413.5,1,2\n") == ["2024-05-01T12:00:00.000Z"])
        // Seconds of a day remain seconds.
        #expect(times("time,lat,lon\n45413,1,2\n45414,1,2\n") == ["1970-01-01T12:36:53.000Z", "1970-01-01T12:36:54.000Z"])
        #expect(times("time_s,lat,lon\n45413.416667,1,2\n45413.516667,1,2\n").first == "1970-01-01T12:36:53.416667Z")
        #expect(TestTracks.read("time,lat,lon\n45413.416667,1,2\n45414.416667,1,2\n").thrown?.remedy.contains("time_excel") == true)
    }

    /// Digits without separators are a date where the column's name says so; elsewhere ten are seconds, and eight or twelve unclear.
    @Test func compactDatesAreToldFromCounts() {
        for (text, time) in [
            ("2024010112", "12:00:00"), ("202401011230", "12:30:00"), ("20240101123005", "12:30:05"), ("20240101T123005Z", "12:30:05"),
            ("20240101", "00:00:00"), ("2024-01", "00:00:00"), ("2024", "00:00:00"),
        ] {
            for name in ["MESS_DATUM", "date"] {
                #expect(times("\(name),v\n\(text),1\n") == ["2024-01-01T\(time).000Z"], "\(name) \(text)")
            }
        }
        #expect(times("time,v\n20240101123005,1\n") == ["2024-01-01T12:30:05.000Z"])
        for (text, count) in [("20240101", "time_s"), ("202401011230", "time_ms")] {
            let thrown = TestTracks.read("time,v\n\(text),1\n").thrown
            #expect(thrown?.message.contains("'\(text)' may be a date") == true && thrown?.remedy.contains(count) == true, "\(text)")
        }
        for name in ["date", "time"] {
            #expect(times("\(name),v\n1704110400,1\n") == ["2024-01-01T12:00:00.000Z"])
            #expect(times("\(name),v\n1704110400000,1\n") == ["2024-01-01T12:00:00.000Z"])
        }
        #expect(times("time,v\n2024010112,1\n") == ["2034-02-20T01:01:52.000Z"])
        #expect(times("epoch,v\n20240101,1\n") == ["1970-08-23T06:15:01.000Z"])
    }

    /// The weather service's spaces and end mark; its marks for missing values are numbers.
    @Test func aWeatherServicesTableIsRead() {
        let reading = TestTracks.read(
            "STATIONS_ID;MESS_DATUM;QN_9;TT_TU;eor\n  44;2024010100;  3;  7.4;eor\n  44;2024010101;  3;  -999;eor\n")
        #expect(reading.thrown == nil && reading.faults.isEmpty && reading.names == ["STATIONS_ID", "QN_9", "TT_TU"], "\(reading)")
        #expect(reading.fixes.map(\.extras) == [[44, 3, 7.4], [44, 3, -999]])
        #expect(reading.fixes.compactMap { $0.time?.description } == ["2024-01-01T00:00:00.000Z", "2024-01-01T01:00:00.000Z"])
    }

    /// The year 9999 and similar placeholders count as no time, also as a count.
    @Test func yearsThatAreNoneAreSaid() {
        for text in ["9999-12-31T23:59:59Z", "0001-01-01 00:00:00", "253402300799", "253402300799000"] {
            let reading = TestTracks.read("time,lat,lon\n0,1,2\n\(text),1,2\n")
            #expect(reading.fixes.count == 1)
            #expect(
                reading.faults.map(\.kind) == [.outOfRange] && reading.faults[0].message.contains("outside the years 1830 to 2111"),
                "\(text) \(reading)")
        }
    }
}
