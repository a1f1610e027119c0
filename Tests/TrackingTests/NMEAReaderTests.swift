import Testing

import Tracking

@Suite struct NMEAReaderTests {
    /// A sentence with its checksum.
    static func sentence(_ body: String) -> String {
        let sum = String(body.utf8.reduce(UInt8(0), ^), radix: 16, uppercase: true)
        return "$\(body)*\(sum.count == 1 ? "0" : "")\(sum)\r\n"
    }
    private static func read(_ bodies: [String]) -> TestTracks.Reading { TestTracks.read(bodies.map(sentence).joined(), format: .nmea) }
    private static func rmc(_ time: String, _ date: String, status: String = "A", _ talker: String = "GP") -> String {
        "\(talker)RMC,\(time),\(status),4807.038,N,01131.000,E,022.4,084.4,\(date),003.1,W"
    }

    @Test(arguments: ["GP", "GL", "GA", "GB", "BD", "GQ", "GN", "GI", "QZ", "IN", "", "ABC"]) func everyTalkerIsHeard(_ talker: String) throws {
        let reading = Self.read([Self.rmc("123519", "230323", talker), "\(talker)GGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"])
        let fix = try #require(reading.fixes.first)
        #expect(reading.fixes.count == 1 && reading.faults.isEmpty)
        #expect(fix.time?.description == "2023-03-23T12:35:19.000Z")
        #expect(fix.latitude == 48 + 7.038 / 60 && fix.longitude == 11 + 31.0 / 60)
        #expect(fix.speed == 22.4 * 1852 / 3600 && fix.course == 84.4 && fix.altitude == 545.4 && fix.accuracy == 4.5)
        #expect(fix.extras == [3, 1, 8, 0.9, nil, nil])
    }

    /// SiRF's message 2 over any week that sixteen bits can hold: a date, or nothing.
    @Test(arguments: [UInt16(2400), 5000, 6885, 6886, 14_726, .max]) func weeksOfAnySizeDoNoHarm(_ week: UInt16) {
        func big(_ value: some FixedWidthInteger) -> [UInt8] {
            stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        let place = big(Int32(-3_950_000)) + big(Int32(3_300_000)) + big(Int32(3_700_000))
        let payload = [2] + place + big(Int16(8)) + big(Int16(0)) + big(Int16(0)) + [4, 9, 0] + big(week) + big(UInt32(60_479_999)) + [4]
            + [UInt8](repeating: 1, count: 12)
        let sum = UInt16(payload.reduce(0) { $0 + Int($1) } & 0x7FFF)
        let reading = TestTracks.read([0xA0, 0xA2] + big(UInt16(payload.count)) + payload + big(sum) + [0xB0, 0xB3])
        // 6886 weeks after 1980-01-06 the week begins that leads beyond 2111.
        #expect(reading.fixes.count == (week < 6886 ? 1 : 0), "\(reading)")
        if week == 2400 { #expect(reading.fixes.first?.time?.description == "2026-01-10T23:59:41.990Z") }
    }

    @Test func badChecksumsAreRefusedAndAbsentOnesAreNot() {
        let good = Self.sentence(Self.rmc("123519", "230323"))
        let bare = "$" + Self.rmc("123520", "230323") + "\n"
        // A CR LF is one character.
        let bad = String(Self.sentence(Self.rmc("123521", "230323")).dropLast(3)) + "00\r\n"
        let reading = TestTracks.read(good + bare + bad + "$GPRMC,12\n$GPRMC,123522,A,4807.038,N,01131.000,E,022.4,084.4,230323,003.1,W*6")
        #expect(reading.fixes.map { $0.time?.description.dropFirst(17).prefix(2) } == ["19", "20"])
        #expect(reading.faults.map(\.kind) == [.checksum, .fieldCount, .checksum])
        #expect(reading.faults.map(\.line) == [3, 4, 5])
        #expect(reading.faults[0].message.contains("checksum 00"))
    }

    @Test(arguments: ["\r\n", "\n", "\r"]) func lineEndsAreAllOne(_ end: String) {
        let lines = ["# a comment", Self.rmc("123519", "230323"), Self.rmc("123520.5", "230323"), Self.rmc("123521.25", "230323", status: "X")]
        let text = lines.map { $0.hasPrefix("#") ? $0 : String(Self.sentence($0).dropLast(1)) }.joined(separator: end) + "\(end)$GPGGA,bad*00\(end)"
        let reading = TestTracks.read(text)
        #expect(reading.fixes.compactMap { $0.time?.description.dropFirst(17) } == ["19.000Z", "20.500Z", "21.250Z"])
        #expect(reading.fixes.last?.isNoFix == true)
        #expect(reading.faults.map(\.line) == [5])
    }

    @Test func whatIsInBetweenDoesNoHarm() {
        var bytes = Array(("01,A*33\r\n" + Self.sentence(Self.rmc("123519", "230323"))).utf8)
        bytes += Array("!AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0*7D\r\n".utf8)
        bytes += Array(Self.sentence("PUBX,00,123519,4807.038,N,01131.000,E,0,G3,1,1,1,1,1,,1,1,1,9,0,0").utf8)
        bytes += Array(Self.sentence("PGRME,15.0,M,45.0,M,25.0,M").utf8) + Array(Self.sentence("GPTXT,01,01,02,u-blox").utf8)
        // UBX ACK-ACK, whole; then one cut, whose bytes are noise, with a sentence right behind it.
        bytes += [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38]
        bytes += [0xB5, 0x62, 0x01, 0x07, 0x05, 0x00, 0x01]
        bytes += Array(Self.sentence(Self.rmc("123520", "230323")).utf8)
        bytes += [0x00, 0xFF, 0x80, 0x0D, 0x0A] + Array("$GPRMC,1235\u{1}".utf8) + Array(Self.sentence(Self.rmc("123521", "230323")).utf8)
        let reading = TestTracks.read(bytes)
        #expect(reading.fixes.compactMap { $0.time?.description.dropFirst(17).prefix(2) } == ["19", "20", "21"])
        #expect(reading.faults.map(\.kind) == [.noise, .noise, .malformed, .noise])
    }

    @Test func anEpochIsOneFixWhateverEndsIt() {
        // VTG before its epoch's RMC, as some receivers send it: it must not reach the fix before.
        let early = Self.read(["GPVTG,10,T,,M,36,N,,K", Self.rmc("100000", "010123"), "GPVTG,20,T,,M,72,N,,K", Self.rmc("100001", "010123")])
        #expect(early.fixes.map(\.course) == [84.4, 84.4])
        // VTG alone gives the speed of the GLL before it.
        let alone = Self.read([Self.rmc("100000", "010123"), "GPGLL,4807.038,N,01131.000,E,100001,A,A", "GPVTG,77.5,T,93.3,M,5.2,N,9.7,K", Self.rmc("100002", "010123")])
        #expect(alone.fixes.map(\.course) == [84.4, 77.5, 84.4])
        // GGA, GSA, GST and GNS of the same time, RMC in the middle, whole seconds written in two ways.
        let mixed = Self.read([
            "GNGNS,100000.00,4807.038,N,01131.000,E,AN,09,1.1,545.4,46.9,,", "GNRMC,100000,A,4807.038,N,01131.000,E,10,90,010123,,", "GNGSA,A,3,,,,,,,,,,,,,2.5,1.3,2.1",
            "GNGST,100000.00,1,2,3,4,3.0,4.0,9", "GNGLL,4807.038,N,01131.000,E,100000.000,A,A",
        ])
        #expect(mixed.fixes.count == 1)
        #expect(mixed.fixes[0].accuracy == 5 && mixed.fixes[0].extras == [3, nil, 9, 1.1, 2.1, 2.5])
    }

    @Test func noFixIsAStateAndNoPosition() {
        for lost in [Self.rmc("100001", "010123", status: "V"), "GPGGA,100001,4807.038,N,01131.000,E,0,00,,,M,,M,,", "GPGLL,,,,,100001,V,N",
            "GNGNS,100001,,,,,NN,00,99.99,,,,", Self.rmc("100001", "010123") + ",N"] {
            let reading = Self.read([Self.rmc("100000", "010123"), lost, Self.rmc("100002", "010123")])
            #expect(reading.fixes.map(\.isNoFix) == [false, true, false], "\(lost)")
            #expect(reading.fixes[1].latitude == nil && reading.fixes[1].speed == nil && reading.fixes[1].time?.description.dropFirst(17).prefix(2) == "01")
        }
        #expect(Self.read([Self.rmc("100001", "010123", status: "V")]).thrown?.kind == .noFix)
        #expect(Self.read(["GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,,,,,,,,"]).thrown?.message.contains("2 times") == true)
    }

    @Test func datesComeWhereTheyCanAndRollOverAtMidnight() {
        // Epochs before the first date are dated from it, over midnight, too.
        let late = Self.read([
            "GPGGA,235958,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "GPGLL,4807.038,N,01131.000,E,235959,A", Self.rmc("000000", "010324"),
            "GPGGA,000001,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        ])
        #expect(late.fixes.map { $0.time?.description } == ["2024-02-29T23:59:58.000Z", "2024-02-29T23:59:59.000Z", "2024-03-01T00:00:00.000Z", "2024-03-01T00:00:01.000Z"])
        // ZDA alone; then midnight without a date.
        let zda = Self.read([
            "GPGGA,235959,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "GPZDA,235959,31,12,2023,00,00", "GPGGA,000000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        ])
        #expect(zda.fixes.map { $0.time?.description } == ["2023-12-31T23:59:59.000Z", "2024-01-01T00:00:00.000Z"])
        // A leap second is the next second; a clock that goes back by seconds stays in its day.
        let leap = Self.read([Self.rmc("235960", "311223"), "GPGLL,4807.038,N,01131.000,E,000005,A", "GPGLL,4807.038,N,01131.000,E,235950,A"])
        #expect(leap.fixes.map { $0.time?.description.prefix(19) } == ["2024-01-01T00:00:00", "2024-01-01T00:00:05", "2023-12-31T23:59:50"])
        // Without any date the days are counted from 1970; without a time of day --assume-speed can help.
        let none = Self.read(["GPGLL,4807.038,N,01131.000,E,235959,A", "GPGLL,4807.038,N,01131.000,E,000001,A"])
        #expect(none.fixes.map { $0.time?.description } == ["1970-01-01T23:59:59.000Z", "1970-01-02T00:00:01.000Z"])
        let untimed = Self.read(["GPGLL,4807.038,N,01131.000,E"])
        #expect(untimed.fixes.count == 1 && untimed.fixes[0].time == nil)
        // GGA's quality 0 with a position does not take RMC's word back; without one it does.
        let doubtful = Self.read([Self.rmc("100000", "010123"), "GPGGA,100000,4807.038,N,01131.000,E,0,03,,5,M,46.9,M,,"])
        #expect(doubtful.fixes.map(\.isNoFix) == [false])
    }

    @Test func aWeekCounterThatRanOverIsMendedAndSaid() throws {
        func open(_ keeps: Bool) -> NMEAReader {
            NMEAReader(ByteSource(name: "made", bytes: Array(Self.sentence(Self.rmc("100000", "190805")).utf8)), keepsDates: keeps)
        }
        var mended = open(false)
        guard case .fix(let fix)? = try mended.next() else { return #expect(Bool(false)) }
        #expect(fix.time?.description == "2025-04-04T10:00:00.000Z")
        #expect(try mended.next() == nil)
        #expect(mended.notes.count == 1 && mended.notes[0].contains("2005-08-19") && mended.notes[0].contains("2025-04-04"))
        var kept = open(true)
        guard case .fix(let old)? = try kept.next() else { return #expect(Bool(false)) }
        #expect(old.time?.description == "2005-08-19T10:00:00.000Z" && kept.notes.isEmpty)
    }

    @Test func brokenValuesAreNamed() {
        let reading = Self.read([
            Self.rmc("100000", "010123"), "GPRMC,100001,A,4867.038,N,01131.000,E,1,2,010123,,", "GPRMC,100002,A,4807.038,N,18131.000,E,1,2,010123,,",
            "GPGGA,1000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "GPGLL,4807.038,Q,01131.000,E,100003,A", "GPZDA,100004,31,02,2023,00,00",
            "GPRMC,100005,A,4807,N,01131,E,-1,-400,010123,,",
        ])
        #expect(reading.faults.map { "\($0.line):\($0.column ?? 0) \($0.kind)" } == ["2:17 badValue", "3:28 badValue", "4:8 badValue", "5:8 badValue", "6:15 badValue"])
        #expect(reading.fixes.count == 2)
        #expect(reading.fixes[1].speed == nil && reading.fixes[1].course == nil && reading.fixes[1].latitude == 48 + 7.0 / 60)
    }

    /// Cut anywhere, in pieces of any size, it gives the same; and a live line is not made to wait for the next second.
    @Test func piecesOfAnySizeGiveTheSame() {
        let text = (0..<40).map { Self.sentence(Self.rmc("1000\($0 + 10)", "010123")) + Self.sentence("GPGGA,1000\($0 + 10),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,") }.joined()
        func items(_ size: Int, live: Bool) -> [ReaderItem] {
            var decoder = NMEADecoder(source: "made", isLive: live)
            var items: [ReaderItem] = []
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                decoder.take(bytes[start..<min(bytes.count, start + size)])
                while let item = decoder.next() { items.append(item) }
            }
            decoder.end()
            while let item = decoder.next() { items.append(item) }
            return items
        }
        let whole = items(100_000, live: false)
        #expect(whole.count == 40)
        for size in [1, 7, 64, 1000] { #expect(items(size, live: false) == whole && items(size, live: true) == whole) }
        // Live, each fix is there with its epoch's last sentence.
        var decoder = NMEADecoder(source: "made", isLive: true)
        for (index, line) in text.split(separator: "\n").enumerated() {
            decoder.take((line + "\n").utf8)
            let item = decoder.next()
            if index > 6 { #expect((item != nil) == (index % 2 == 1), "\(index)") }
        }
        var silent = NMEADecoder(source: "made", isLive: true)
        silent.take(Self.sentence(Self.rmc("100000", "010123")).utf8)
        #expect(silent.next() == nil)
        silent.fallSilent()
        #expect(silent.next() != nil)
        // What still comes of that time makes no second fix; the next time is a fix of its own.
        silent.take(Self.sentence(Self.rmc("100000", "010123")).utf8)
        silent.fallSilent()
        #expect(silent.next() == nil)
        silent.take(Self.sentence(Self.rmc("100001", "010123")).utf8)
        #expect(silent.next() == nil)
        silent.fallSilent()
        #expect(silent.next() != nil)
    }
}
