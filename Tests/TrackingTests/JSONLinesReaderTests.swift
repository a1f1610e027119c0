import Testing

import Tracking

@Suite struct JSONLinesReaderTests {
    @Test func plainObjects() {
        let reading = TestTracks.read(
            """
            {"time":"2026-01-05T05:49:05.250Z","lat":35.5,"lon":139.5,"speed":3.5,"course":10,"accuracy":4,"altitude":12,"heart":120,"name":"x"}

            {"lon":139.5,"lat":35.5,"time":1767592146.5,"speed":null,"heart":null,"new":5,"list":[1,{"lat":9}]}
            """)
        #expect(reading.names == ["heart"])
        #expect(reading.faults.isEmpty && reading.thrown == nil)
        #expect(reading.fixes.map { $0.time?.nanoseconds } == [1_767_592_145_250_000_000, 1_767_592_146_500_000_000])
        #expect(reading.fixes[0].speed == 3.5 && reading.fixes[0].course == 10 && reading.fixes[0].accuracy == 4 && reading.fixes[0].altitude == 12)
        #expect(reading.fixes[0].extras == [120] && reading.fixes[1].extras == [nil])
        #expect(reading.fixes[1].speed == nil && reading.fixes[1].latitude == 35.5)
    }

    @Test func ownTracksInKilometresPerHour() {
        let reading = TestTracks.read(
            """
            {"_type":"lwt","tst":1767592140}
            {"_type":"location","created_at":1767592999,"acc":12,"alt":50,"batt":81,"cog":270,"lat":35.5,"lon":139.5,"tst":1767592145,"vel":36,"topic":"owntracks/a/b"}
            {"_type":"transition","tst":1767592146,"lat":1,"lon":1}
            """)
        #expect(reading.names == ["batt"])
        #expect(reading.faults.isEmpty && reading.fixes.count == 1)
        let fix = reading.fixes[0]
        #expect(fix.speed == 10 && fix.course == 270 && fix.accuracy == 12 && fix.altitude == 50 && fix.time?.nanoseconds == 1_767_592_145_000_000_000)
    }

    @Test func traccarAndOsmAndWriteMinusOneForUnknown() {
        let reading = TestTracks.read(
            """
            {"location":{"timestamp":"2026-01-05T05:49:05.250Z","coords":{"latitude":35.5,"longitude":139.5,"accuracy":4,"speed":-1,"heading":-1,"altitude":7},"battery":{"level":0.5}},"device_id":"77"}
            {"lat":"35.5","lon":"139.5","timestamp":"1767592146","speed":"2.5","bearing":"90","altitude":"3"}
            """)
        #expect(reading.names == ["location.battery.level"])
        #expect(reading.fixes.count == 2 && reading.faults.isEmpty, "\(reading)")
        #expect(reading.fixes[0].speed == nil && reading.fixes[0].course == nil && reading.fixes[0].altitude == 7 && reading.fixes[0].extras == [0.5])
        #expect(reading.fixes[1].speed == 2.5 && reading.fixes[1].course == 90)
    }

    @Test func gpsdReportsAsTheyAre() {
        let reading = TestTracks.read(
            """
            {"class":"VERSION","release":"3.22"}
            {"class":"TPV","device":"/dev/ttyUSB0","mode":1}
            {"class":"TPV","mode":3,"time":"2026-01-05T05:49:05.000Z","lat":35.5,"lon":139.5,"altHAE":50.0,"speed":1.5,"track":12.25,"climb":0.1,"eph":7.5}
            {"class":"SKY","satellites":[{"PRN":1,"el":10}]}
            {"class":"TPV","mode":2,"time":"2026-01-05T05:49:06.000Z","lat":35.5,"lon":139.5}
            """)
        #expect(reading.fixes.count == 2 && reading.faults.isEmpty, "\(reading)")
        #expect(reading.fixes[0].speed == 1.5 && reading.fixes[0].course == 12.25 && reading.fixes[0].accuracy == 7.5)
        #expect(reading.names.contains("climb") && !reading.names.contains("mode"))
        #expect(reading.fixes[1].speed == nil)
    }

    @Test func brokenLinesAreNamedAndSkipped() {
        let reading = TestTracks.read(
            """
            {"time":1,"lat":1,"lon":2}
            {"time":2,"lat":1,"lon":
            {"time":3,"lat":99,"lon":2}
            {"time":"soon","lat":1,"lon":2}
            {"lat":1,"lon":2}
            {"time":6,"lat":1}
            {"time":7,"lat":NaN,"lon":2}
            nonsense
            {"time":8,"lat":1,"lon":2} more
            {"time":9,"lat":1,"lon":2}
            {"time":10,"lat":1,"l
            """)
        #expect(reading.fixes.compactMap { $0.time?.nanoseconds } == [1_000_000_000, 9_000_000_000])
        #expect(reading.faults.map { "\($0.line):\($0.column ?? 0) \($0.kind)" } == [
            "2:25 malformed", "3:17 outOfRange", "4:10 badValue", "5:0 missing", "6:0 missing", "7:0 missing", "8:1 malformed", "9:28 malformed", "11:22 malformed",
        ])
        #expect(TestTracks.read("{\"a\":1}\n").thrown?.kind == .noFix)
        let deep = String(repeating: "{\"a\":", count: 5000)
        #expect(TestTracks.read("{\"time\":1,\"x\":1}\n\(deep)\n").faults.count == 1)
    }
}
