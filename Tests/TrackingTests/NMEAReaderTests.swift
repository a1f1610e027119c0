// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Tracking

@Suite(.waiting) struct NMEAReaderTests {
    /// A sentence with its checksum.
    static func sentence(_ body: String) -> String {
        let sum = String(body.utf8.reduce(UInt8(0), ^), radix: 16, uppercase: true)
        return "$\(body)*\(sum.count == 1 ? "0" : "")\(sum)\r\n"
    }
    private static func read(_ bodies: [String]) -> TestTracks.Reading { TestTracks.read(bodies.map(sentence).joined(), format: .nmea) }
    private static func rmc(_ time: String, _ date: String, status: String = "A", _ talker: String = "GP") -> String {
        "\(talker)RMC,\(time),\(status),4807.038,N,01131.000,E,022.4,084.4,\(date),003.1,W"
    }

    @Test(arguments: ["\r\n", "\n", "\r"]) func lineEndsAreAllOne(_ end: String) {
        let lines = [
            "# a comment", Self.rmc("123519", "230323"), Self.rmc("123520.5", "230323"), Self.rmc("123521.25", "230323", status: "X"),
        ]
        let text =
            lines.map { $0.hasPrefix("#") ? $0 : String(Self.sentence($0).dropLast(1)) }.joined(separator: end)
            + "\(end)$GPGGA,bad*00\(end)"
        let reading = TestTracks.read(text)
        #expect(reading.fixes.compactMap { $0.time?.description.dropFirst(17) } == ["19.000Z", "20.500Z", "21.250Z"])
        #expect(reading.fixes.last?.isNoFix == true)
        #expect(reading.faults.map(\.line) == [5])
    }

    /// Enough midnights after the last year of a date to leave the range of times.
    @Test func timesEndWithTheirRange() {
        let day = ["08", "16", "00"].map { Self.sentence("GPGGA,\($0)0000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,") }.joined()
        let reading = TestTracks.read(Self.sentence(Self.rmc("000000", "311279")) + String(repeating: day, count: 70_000))
        #expect(reading.thrown == nil && reading.fixes.count == 210_001)
        #expect(reading.fixes.first?.time != nil && reading.fixes.last.map { $0.time == nil } == true)
    }

    @Test func datesComeWhereTheyCanAndRollOverAtMidnight() {
        // Epochs before the first date are dated from it, also across midnight.
        let late = Self.read([
            "GPGGA,235958,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "GPGLL,4807.038,N,01131.000,E,235959,A",
            Self.rmc("000000", "010324"),
            "GPGGA,000001,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        ])
        #expect(
            late.fixes.map { $0.time?.description } == [
                "2024-02-29T23:59:58.000Z", "2024-02-29T23:59:59.000Z", "2024-03-01T00:00:00.000Z", "2024-03-01T00:00:01.000Z",
            ])
        // ZDA alone; then midnight without a date.
        let zda = Self.read([
            "GPGGA,235959,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "GPZDA,235959,31,12,2023,00,00",
            "GPGGA,000000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        ])
        #expect(zda.fixes.map { $0.time?.description } == ["2023-12-31T23:59:59.000Z", "2024-01-01T00:00:00.000Z"])
        // A leap second is the next second; a clock that goes back by seconds stays in its day.
        let leap = Self.read([
            Self.rmc("235960", "311223"), "GPGLL,4807.038,N,01131.000,E,000005,A", "GPGLL,4807.038,N,01131.000,E,235950,A",
        ])
        #expect(
            leap.fixes.map { $0.time?.description.prefix(19) } == ["2024-01-01T00:00:00", "2024-01-01T00:00:05", "2023-12-31T23:59:50"])
        // Without any date the days are counted from 1970; without a time of day --assume-speed can help.
        let none = Self.read(["GPGLL,4807.038,N,01131.000,E,235959,A", "GPGLL,4807.038,N,01131.000,E,000001,A"])
        #expect(none.fixes.map { $0.time?.description } == ["1970-01-01T23:59:59.000Z", "1970-01-02T00:00:01.000Z"])
        let untimed = Self.read(["GPGLL,4807.038,N,01131.000,E"])
        #expect(untimed.fixes.count == 1 && untimed.fixes[0].time == nil)
        // GGA's quality 0 with a position does not override RMC; without one it does.
        let doubtful = Self.read([Self.rmc("100000", "010123"), "GPGGA,100000,4807.038,N,01131.000,E,0,03,,5,M,46.9,M,,"])
        #expect(doubtful.fixes.map(\.isNoFix) == [false])
    }

    /// A single first date, at any second around midnight and anywhere among the sentences, dates the epochs before and after it.
    @Test(.needs("gpsdecode"), arguments: ["010100", "010324", "010123", "290224", "311223"]) func aFirstDateAtMidnightDatesBothDays(
        _ date: String
    ) throws {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        // The last seconds of the day before, and the first ones of that day.
        let midnight = try #require(TrackTime(iso8601: "20\(date.suffix(2))-\(date.dropFirst(2).prefix(2))-\(date.prefix(2))T00:00:00Z"))
        let truth = (-4..<4).map { TrackTime(nanoseconds: midnight.nanoseconds + Int64($0) * 1_000_000_000).description }
        func sentences(_ index: Int) -> (gga: String, zda: String, rmc: String) {
            let day = truth[index]
            let clock = day.dropFirst(11).prefix(8).filter { $0 != ":" }
            let parts = day.prefix(10).split(separator: "-")
            return (
                "GPGGA,\(clock),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
                "GPZDA,\(clock),\(parts[2]),\(parts[1]),\(parts[0]),00,00",
                Self.rmc(clock, "\(parts[2])\(parts[1])\(parts[0].suffix(2))")
            )
        }
        for first in truth.indices {
            for shape in ["zda gga", "gga zda", "gga, zda of the next", "rmc gga", "gga rmc", "zda alone", "zda gga rmc"] {
                for isOnce in [true, false] {
                    var bodies: [String] = []
                    for index in truth.indices {
                        let (gga, zda, rmc) = sentences(index)
                        let isDated = isOnce ? index == first : index >= first
                        switch shape {
                        case _ where !isDated: bodies.append(gga)
                        case "zda gga": bodies += [zda, gga]
                        case "gga zda": bodies += [gga, zda]
                        case "gga, zda of the next": bodies += [gga, index + 1 < truth.count ? sentences(index + 1).zda : zda]
                        case "rmc gga": bodies += [rmc, gga]
                        case "gga rmc": bodies += [gga, rmc]
                        case "zda alone": bodies += [zda]
                        default: bodies += [zda, gga, rmc]
                        }
                    }
                    let expected =
                        shape == "zda alone" ? truth.indices.filter { isOnce ? $0 != first : $0 < first }.map { truth[$0] } : truth
                    if expected.isEmpty { continue }
                    let years = Int(date.suffix(2)) ?? 0
                    var how = TrackReading(format: .nmea)
                    how.keepsDates = years < 17
                    let reading = TestTracks.read(bodies.map(Self.sentence).joined(), reading: how)
                    #expect(reading.fixes.map { $0.time?.description } == expected, "\(shape), the first at \(truth[first]), \(isOnce)")
                    // gpsd agrees where it has a date.
                    guard years >= 17, first % 3 == 1, !isOnce else { continue }
                    let times = try GPSDecode.reports(of: Data(bodies.map(Self.sentence).joined().utf8)).keys
                    if shape != "gga, zda of the next" { #expect(Set(times).isSubset(of: Set(expected)), "\(shape) \(times.sorted())") }
                }
            }
        }
    }

    /// A buoy that reports at noon.
    @Test func reportsAtOneTimeOfDifferentDaysAreSeparate() {
        let days = Self.read(["010126", "020126", "030126"].map { Self.rmc("120000", $0) })
        #expect(days.fixes.compactMap { $0.time?.description.prefix(10) } == ["2026-01-01", "2026-01-02", "2026-01-03"])
        // GGA comes first, and belongs to its own day.
        let whole = Self.read(
            ["010126", "020126", "030126"].enumerated().flatMap { day, date in
                ["GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,\(day + 1).0,M,46.9,M,,", Self.rmc("120000", date)]
            })
        #expect(whole.fixes.map(\.altitude) == [1, 2, 3])
        #expect(whole.fixes.compactMap { $0.time?.description.prefix(10) } == ["2026-01-01", "2026-01-02", "2026-01-03"])
        let talkers = Self.read([Self.rmc("120000", "010126"), Self.rmc("120000", "010126", "GN")])
        #expect(talkers.fixes.count == 1)
    }

    @Test func aWeekCounterThatRanOverIsMendedAndSaid() throws {
        func open(_ keeps: Bool) -> NMEAReader {
            NMEAReader(ByteSource(name: "made", bytes: Array(Self.sentence(Self.rmc("100000", "190805")).utf8)), keepsDates: keeps)
        }
        var corrected = open(false)
        guard case .fix(let fix)? = try corrected.next() else { return #expect(Bool(false)) }
        #expect(fix.time?.description == "2025-04-04T10:00:00.000Z")
        #expect(try corrected.next() == nil)
        #expect(corrected.notes.count == 1 && corrected.notes[0].contains("2005-08-19") && corrected.notes[0].contains("2025-04-04"))
        var kept = open(true)
        guard case .fix(let old)? = try kept.next() else { return #expect(Bool(false)) }
        #expect(old.time?.description == "2005-08-19T10:00:00.000Z" && kept.notes.isEmpty)
    }

    /// The dates of one log are moved alike, before and after the border of 2017; a receiver that learns the true date is believed.
    @Test(arguments: [
        (dates: ["311216", "010117", "020117"], days: ["2036-08-16", "2036-08-17", "2036-08-18"]),
        (dates: ["151216", "100117"], days: ["2036-07-31", "2036-08-26"]),
        (dates: ["190805", "050425", "060425"], days: ["2025-04-04", "2025-04-05", "2025-04-06"]),
        (dates: ["311216", "281126"], days: ["2036-08-16", "2026-11-28"]), (dates: ["010117"], days: ["2017-01-01"]),
    ])
    func aLogIsMovedAsAWhole(dates: [String], days: [String]) {
        // Sentences of one time of day would be one fix.
        let text = dates.enumerated().map { Self.sentence(Self.rmc("10000\($0.offset)", $0.element)) }.joined()
        let fixes = TestTracks.read(text, reading: TrackReading(format: .nmea)).fixes
        #expect(fixes.map { $0.time?.description.prefix(10) } == days.map { $0[...] })
    }

    /// A wrong baud rate. A live line does not end, so it is reported early; a file has its verdict at its end.
    @Test(arguments: [1, 100, 5000]) func aLiveLineWithoutSentencesIsReportedOnce(size: Int) {
        let noise = [UInt8](repeating: 0xF8, count: 5000)
        for isLive in [false, true] {
            var decoder = NMEADecoder(source: "made", isLive: isLive)
            for start in stride(from: 0, to: noise.count, by: size) {
                decoder.take(noise[start..<min(noise.count, start + size)])
            }
            if isLive {
                guard case .fault(let fault)? = decoder.next() else {
                    Issue.record("nothing is reported")
                    continue
                }
                #expect("\(fault)".contains("no sentence in the first 2048 bytes") && "\(fault)".contains("(-b)"))
            }
            #expect(decoder.next() == nil)
            // The sentences after it are read.
            decoder.take(Self.sentence(Self.rmc("100000", "010123")).utf8)
            decoder.fallSilent()
            guard case .fix? = decoder.next() else {
                Issue.record("there is no fix")
                continue
            }
        }
    }

    /// Cut anywhere, in pieces of any size, the result is the same; and a live line does not wait for the next second.
    @Test func piecesOfAnySizeGiveTheSame() {
        let text = (0..<40).map {
            Self.sentence(Self.rmc("1000\($0 + 10)", "010123"))
                + Self.sentence("GPGGA,1000\($0 + 10),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
        }.joined()
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
        // Further sentences of that time make no second fix; the next time makes a separate fix.
        silent.take(Self.sentence(Self.rmc("100000", "010123")).utf8)
        silent.fallSilent()
        #expect(silent.next() == nil)
        silent.take(Self.sentence(Self.rmc("100001", "010123")).utf8)
        #expect(silent.next() == nil)
        silent.fallSilent()
        #expect(silent.next() != nil)
    }
}
