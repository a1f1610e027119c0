// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@Suite struct CSVReaderTests {
    @Test(arguments: [",", ";", "\t"]) func separatorsBOMAndLineEndsAreSniffed(_ separator: String) {
        let rows = [
            ["Time", "Latitude", "lng", "Speed (km/h)", "Heading", "hAcc", "Elevation", "heart rate"],
            ["2026-01-01T00:00:00Z", "35.5", "139.25", "36", "361", "5", "12.5", "120"],
            ["2026-01-01T00:00:01Z", "35.5", "139.25", "", "-1", "", "", ""],
        ]
        for end in ["\n", "\r\n", "\r"] {
            let text = "\u{FEFF}# a comment\(end)" + rows.map { $0.joined(separator: separator) }.joined(separator: end + end) + end
            let reading = TestTracks.read(text)
            #expect(reading.thrown == nil && reading.faults.isEmpty, "\(reading)")
            #expect(reading.names == ["heart rate"])
            #expect(reading.fixes.count == 2)
            let fix = reading.fixes[0]
            #expect(
                fix.latitude == 35.5 && fix.longitude == 139.25 && fix.speed == 10 && fix.course == 1 && fix.accuracy == 5
                    && fix.altitude == 12.5)
            #expect(fix.extras == [120])
            #expect(fix.time?.description == "2026-01-01T00:00:00.000Z")
            let blank = reading.fixes[1]
            #expect(blank.speed == nil && blank.course == nil && blank.accuracy == nil && blank.altitude == nil && blank.extras == [nil])
        }
    }

    /// Line ends are detected from the first line, wherever the input is cut into pieces.
    @Test(arguments: [1, 2, 3, 5, 7, 64]) func theFirstLinesEndDecides(size: Int) {
        for (text, count) in [
            ("time,lat,lon\r0,1,2\r1,1,2\r2,1,2", 3), ("time,lat,lon\r0,1,2\n1,1,2\r\n2,1,2\n", 3), ("time,lat,lon\r\n0,1,2\r\n1,1,2\r", 2),
            ("time,lat,lon,note\r\n0,1,2,\"a\rb\"\n1,1,2,\r\n", 2),
        ] {
            let reading = TestTracks.read(text, piecesOf: size)
            #expect(reading.thrown == nil && reading.faults.isEmpty && reading.fixes.count == count, "\(text.debugDescription) \(reading)")
        }
    }

    /// A letter may carry any number of marks, and texts with many of them take very long to compare.
    @Test func textsAreCutBetweenTwoCharacters() throws {
        let marks = "a" + String(repeating: "\u{301}", count: 1000), rain = String(repeating: "雨", count: 60)
        let reading = TestTracks.read("time,lat,lon,device,\(marks)\n0,35,139,\(rain),1\n1,35,139,\(marks),2\n2,\(marks),139,b,3")
        #expect(reading.fixes.map(\.track) == [String(repeating: "雨", count: 42), "a" + String(repeating: "\u{301}", count: 63)])
        #expect(reading.fixes.map(\.extras) == [[1], [2]])
        #expect(reading.names.map(\.utf8.count) == [511])
        let fault = try #require(reading.faults.first)
        #expect(fault.message.utf8.starts(with: "not a number: 'a".utf8) && fault.message.utf8.count < 600, "\(fault)")
    }

    /// As statistics programs and databases write a missing number; another text in a column of numbers is a fault.
    @Test(arguments: ["NaN", "nan", "NA", "null", "NULL", "None", "n/a", "-"]) func aWordForNoneIsABlankField(_ word: String) {
        let reading = TestTracks.read(
            "time,lat,lon,speed,rain,snow\n0,35,139,\(word),\(word),1\n1,\(word),\(word),2,0.5,\(word)\n2,35,139,1,x,2")
        #expect(reading.thrown == nil && reading.faults.count == 1 && reading.faults.first?.line == 4, "\(reading)")
        #expect(reading.names == ["rain", "snow"])
        #expect(reading.fixes.map(\.extras) == [[nil, 1], [0.5, nil]])
        #expect(reading.fixes.map(\.speed) == [nil, 2] && reading.fixes.map(\.latitude) == [35, nil])
    }

    @Test func unitsStandInNames() {
        for (name, value, expected) in [
            ("speed", 10.0, 10.0), ("Speed [m/s]", 10, 10), ("speed_kmh", 36, 10), ("speed (km/h)", 36, 10), ("SpeedKMH", 36, 10),
            ("speed_mph", 10, 4.4704),
            ("speed_kn", 36, 18.52), ("Speed (knots)", 36, 18.52), ("velocity", 3, 3), ("gps_speed", 3, 3), ("sog", 36, 18.52),
            ("speed_kph", 36, 10), ("SOG (kn)", 36, 18.52), ("sog_ms", 3, 3), ("SOG [km/h]", 36, 10), ("Vel (m/s)", 3, 3), ("vel", 36, 10),
        ] {
            let reading = TestTracks.read("time,\(name)\n0,\(value)\n")
            #expect(reading.fixes.first?.speed == expected, "\(name) \(reading)")
        }
        #expect(TestTracks.read("time,lat,lon,ele_ft\n0,1,2,100\n").fixes.first?.altitude == 30.48)
        #expect(TestTracks.read("time,lat,lon,hdop\n0,1,2,2\n").fixes.first?.accuracy == 10)
        // Where a ship points is not where it goes.
        let ship = TestTracks.read("time,lat,lon,heading,course\n0,1,2,90,80\n")
        #expect(ship.fixes.first?.course == 80 && ship.names == ["heading"])
        #expect(TestTracks.read("time,lat,lon,heading\n0,1,2,90\n").fixes.first?.course == 90)
        #expect(TestTracks.read("time,lat,lon,Track (°)\n0,1,2,90\n").fixes.first?.course == 90)
    }

    @Test func timesAreReadInEveryForm() {
        for (name, text, nanoseconds) in [
            ("time", "2026-01-05T05:49:05.250Z", 1_767_592_145_250_000_000),
            ("timestamp", "2026-01-05 14:49:05.25+09:00", 1_767_592_145_250_000_000),
            ("unix", "1767592145.25", 1_767_592_145_250_000_000), ("epoch", "1767592145250", 1_767_592_145_250_000_000),
            ("timestamp_ms", "1767592145250", 1_767_592_145_250_000_000), ("time", "1767592145.123456789", 1_767_592_145_123_456_789),
            ("t", "12.5", 12_500_000_000), ("elapsed_ms", "12500", 12_500_000_000), ("seconds", "0", 0), ("time (s)", "90", 90_000_000_000),
            ("time", "1.5e3", 1_500_000_000_000), ("time", "-2.5", -2_500_000_000), ("time", "1969-12-31T23:59:59.5Z", -500_000_000),
            ("time", "2016-12-31T23:59:60Z", 1_483_228_800_000_000_000), ("time", "20260105T054905Z", 1_767_592_145_000_000_000),
        ] {
            let reading = TestTracks.read("\(name),speed\n\(text),1\n")
            #expect(reading.fixes.first?.time?.nanoseconds == Int64(nanoseconds), "\(name) \(text) \(reading)")
        }
        let apart = TestTracks.read("date,time,lat,lon\n2026/01/05,05:49:05.250,1,2\n")
        #expect(apart.fixes.first?.time?.nanoseconds == 1_767_592_145_250_000_000)
        for bad in [
            "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-01-01T25:00:00Z", "2026-01-01T00:61:00Z", "2026-01-01T",
            "9999-01-01T00:00:00Z", "1e300", "99999999999999999999", "noon", "2026-01-01T00:00:00+99:00", "NaN",
        ] {
            let reading = TestTracks.read("time,speed\n0,1\n\(bad),1\n")
            #expect(reading.faults.count == 1, "\(bad)")
            #expect(reading.fixes.count == 1, "\(bad)")
        }
    }

    /// Open-Meteo writes the place above the table, and a blank line between; others write words.
    @Test(arguments: [
        "latitude,longitude,elevation,utc_offset_seconds,timezone\n52.52,13.42,38.0,0,GMT\n\n", "Station,Berlin\r\nsensor,PM 2.5\r\n\r\n",
    ]) func aPreambleIsPassedOver(_ preamble: String) {
        let reading = TestTracks.read(preamble + "time,temperature_2m (°C),rain (mm)\n2026-01-01T00:00,1.5,0\n2026-01-01T01:00,1.4,0.2\n")
        #expect(reading.thrown == nil && reading.faults.isEmpty, "\(reading)")
        #expect(reading.names == ["temperature_2m (°C)", "rain (mm)"])
        #expect(reading.fixes.map(\.extras) == [[1.5, 0], [1.4, 0.2]])
        // The first line is at fault if no table follows.
        #expect(TestTracks.read(preamble).thrown?.message.contains("no column time") == true)
    }

    /// A spreadsheet writes a blank line as separators alone.
    @Test(arguments: ["", ";", ";;\r"]) func aHeaderBelowABlankLineIsFound(_ blank: String) {
        let reading = TestTracks.read("Report\n\(blank)\ntime;speed\n2026-01-01T00:00:00Z;3\n")
        #expect(reading.thrown == nil && reading.fixes.map(\.speed) == [3], "\(reading)")
    }

    /// A title has no separators, or as few as prose has; data loggers write the units below the names.
    @Test(arguments: [
        "Report of the station\n\n", "Report of the station\r\n\r\n", "Report of the station\n",
        "Logger 7: Hamburg, Germany\nSerial,X9,2\n",
        "\"TOA5\",\"CR1000\",\"1234\",\"CPU:prog.CR1\"\n", "sep=,\n", ",,\nReport of the station,,\n,,\n",
    ]) func aTitleIsPassedOver(_ title: String) {
        let reading = TestTracks.read(
            title + "\"TIMESTAMP\",\"RECORD\",\"Air_Avg\"\n\"TS\",\"RN\",\"Deg C\"\n\"\",\"\",\"Avg\"\n\"2026-01-01 00:00:00\",0,3.4\n")
        #expect(reading.thrown == nil && reading.faults.isEmpty, "\(reading)")
        #expect(reading.names == ["RECORD", "Air_Avg"] && reading.fixes.map(\.extras) == [[0, 3.4]])
    }

    @Test func missingColumnsAreNamedWithTheNearest() throws {
        let time = try #require(TestTracks.read("tiem,lat,lon\n0,1,2\n").thrown)
        #expect(time.kind == .missing && time.line == 1)
        #expect(time.message == "no column time; the columns are tiem, lat, lon")
        #expect(time.remedy.contains("rename 'tiem' to time"))
        #expect(TestTracks.read("Year,Anomaly\n1880,-0.1\n").thrown?.remedy.contains("rename 'Year' to date") == true)
        #expect(TestTracks.read("year,month,mean\n1880,1,-0.1\n").thrown?.remedy == "add a column time")
        #expect(TestTracks.read("time,lat,speed\n0,1,2\n").thrown?.message.contains("no column lon") == true)
        #expect(TestTracks.read("time,lattitude,longtitude\n0,1,2\n").thrown?.remedy.contains("rename 'lattitude'") == true)
        #expect(TestTracks.read("0,35.5,139.5\n1,35.5,139.5\n").thrown?.message.contains("first line has values") == true)
        #expect(TestTracks.read("time,note\n0,calm\n").thrown?.kind == .missing)
        #expect(TestTracks.read("time,lat,lon\n").thrown?.kind == .noFix)
        #expect(TestTracks.read("time,lat,lon\n0,1,200\n").thrown?.kind == .noFix)
    }

    @Test func aColumnMayBeMeantWithoutItsUnit() {
        let columns = ["wind [m/s]", "rain (mm)", "temperature", "PM10 µg/m³"]
        let meant = ["rain", "wind", "Rain (in)", "temprature", "pm10", "snow depth"].map { NearestName.column($0, in: columns) }
        #expect(meant == ["rain (mm)", "wind [m/s]", "rain (mm)", "temperature", "PM10 µg/m³", nil])
        // Of three letters two are too many to be a slip.
        #expect(["lst", "ver"].map { NearestName.of($0, in: ["list", "key"]) } == ["list", nil])
    }

    /// Every number as the standard library parses it, including the decimal comma.
    @Test func numbersAreCorrectlyRounded() {
        var random = SplitMix(seed: 7)
        var text = "time;a\n"
        var expected: [Double] = []
        for index in 0..<5000 {
            let value: String =
                switch index % 4 {
                case 0: Double(bitPattern: UInt64.random(in: 0..<0x7FE0_0000_0000_0000, using: &random)).description
                case 1: "\(Int.random(in: -180...180, using: &random)).\(UInt64.random(in: 0..<1_000_000_000_000_000_000, using: &random))"
                case 2: "\(UInt64.random(in: 0...UInt64.max, using: &random))"
                default:
                    "-\(Int.random(in: 0...99, using: &random)).\(UInt32.random(in: 0...UInt32.max, using: &random))e\(Int.random(in: -30...30, using: &random))"
                }
            if let number = Double(value) { expected.append(number) }
            text += "\(index);\(index % 2 == 0 ? value : value.split(separator: ".").joined(separator: ","))\n"
        }
        #expect(TestTracks.read(text).fixes.map { $0.extras[0] ?? .nan } == expected)
    }
}
