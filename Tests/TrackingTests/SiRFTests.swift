// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Tracking

/// SiRF's binary messages, against real frames, and generated ones against gpsd.
@Suite(.waiting) struct SiRFTests {
    private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
        stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func frame(_ payload: [UInt8]) -> [UInt8] {
        let sum = UInt16(payload.reduce(0) { $0 + Int($1) } & 0x7FFF)
        return [0xA0, 0xA2] + big(UInt16(payload.count)) + payload + big(sum) + [0xB0, 0xB3]
    }

    /// 2024-02-28 is in week 2303.
    private static func measured(_ second: Int, week: UInt16 = 2303) -> [UInt8] {
        measured(x: second, week: week, hundredths: UInt32(second * 100))
    }

    private static func measured(x metres: Int, week: UInt16, hundredths: UInt32) -> [UInt8] {
        let place = big(Int32(-3_950_000 + metres)) + big(Int32(3_300_000)) + big(Int32(3_700_000))
        return frame(
            [2] + place + big(Int16(8)) + big(Int16(0)) + big(Int16(0)) + [4, 9, 0] + big(week) + big(hundredths) + [4]
                + [UInt8](repeating: 1, count: 12))
    }

    private struct Geodetic {
        var week: UInt16 = 2303
        /// Year, month, day, hour, minute, milliseconds.
        var date: (UInt16, UInt8, UInt8, UInt8, UInt8, UInt16) = (0, 0, 0, 0, 0, 0)
        var kind: UInt16 = 4
        var latitude: Int32 = 356_812_345
        var longitude: Int32 = -1_397_671_234
        var speed: UInt16 = 1234
        var error: UInt32 = 678
    }

    private static func geodetic(_ second: Int, _ made: Geodetic = Geodetic()) -> [UInt8] {
        var payload: [UInt8] = [41] + big(UInt16(0)) + big(made.kind) + big(made.week) + big(UInt32(second * 1000))
        payload += big(made.date.0) + [made.date.1, made.date.2, made.date.3, made.date.4] + big(made.date.5)
        payload += big(UInt32(0xF)) + big(made.latitude) + big(made.longitude) + big(Int32(5000)) + big(Int32(4321)) + [21]
        payload += big(made.speed) + big(UInt16(27_050)) + big(Int16(0)) + big(Int16(-12)) + big(Int16(0)) + big(made.error)
        payload += [UInt8](repeating: 0, count: 88 - payload.count) + [7, 6, 0]
        return frame(payload)
    }

    private static func constellations(_ second: Int) -> [UInt8] {
        var payload: [UInt8] =
            [67, 1] + big(UInt32(0)) + big(UInt32(4)) + big(UInt16(2303)) + big(UInt32((second + 18) * 1000)) + big(UInt32(0))
        payload += big(Int16(0)) + [0, 0] + big(UInt16(2024)) + [2, 28, 10, 20] + big(UInt16(second * 1000)) + [18, 21]
        payload +=
            [UInt8](repeating: 0, count: 20) + big(Int32(-456_812_345)) + big(Int32(1_397_671_234)) + big(Int32(5000)) + big(Int32(4321))
        payload +=
            big(UInt16(1234)) + big(UInt16(27_050)) + big(Int16(5)) + big(Int16(0)) + [UInt8](repeating: 0, count: 8) + big(UInt32(432))
            + big(UInt32(500))
        payload += big(UInt16(10)) + [20, 15, 6, 11, 9, 8]
        return frame(payload + [UInt8](repeating: 0, count: 126 - payload.count))
    }

    private static func ublox(_ second: Int) -> [UInt8] {
        var payload: [UInt8] =
            [98] + big(Int32(62_275_000 - second)) + big(Int32(-243_939_000)) + big(Int32(43_210)) + big(Int32(12_340)) + big(Int32(-10))
        payload +=
            big(Int32(472_111_562)) + [0x44] + big(UInt16(2024)) + [2, 28, 10, 20] + big(UInt16(second * 1000)) + [20, 15, 6, 11, 9]
        return frame(payload)
    }

    private static func read(_ frames: [[UInt8]], head: String = "", keepsDates: Bool = false) -> TestTracks.Reading {
        var how = TrackReading(format: .nmea)
        how.keepsDates = keepsDates
        return TestTracks.read(Array(head.utf8) + frames.joined(), reading: how)
    }

    /// A recording of 2005 without the messages that gpsd reads: the same positions at the same times.
    @Test(arguments: ["bu303-climbing", "bu303-moving"]) func message41AloneGivesTheSamePlaces(_ name: String) throws {
        let log = TestData.fixtures.appendingPathComponent("nmea/\(name).log")
        let bytes = [UInt8](try Data(contentsOf: log))
        let whole = TestTracks.read(bytes)
        var rest: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if bytes[place] == 0xA0, place + 4 < bytes.count, bytes[place + 1] == 0xA2, bytes[place + 4] == 2 {
                place += 8 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
            } else {
                rest.append(bytes[place])
                place += 1
            }
        }
        let alone = TestTracks.read(rest)
        #expect(alone.thrown == nil && alone.faults.isEmpty && alone.fixes.count >= 8 && alone.fixes.count >= whole.fixes.count - 1)
        for fix in alone.fixes {
            let time = try #require(fix.time)
            let near = try #require(whole.fixes.first { ($0.time?.seconds(since: time) ?? 9).magnitude < 0.02 }, "\(time)")
            // Message 2 has integral metres.
            #expect(
                abs((fix.latitude ?? 99) - (near.latitude ?? 0)) < 1.5e-5 && abs((fix.longitude ?? 999) - (near.longitude ?? 0)) < 2e-5,
                "\(time)")
            #expect(fix.extras[0] == near.extras[0])
        }
    }

    @Test func message41IsRead() throws {
        let made = Geodetic(date: (2024, 2, 28, 10, 20, 31_250))
        let fix = try #require(Self.read([Self.geodetic(0, made)]).fixes.first)
        #expect(fix.time?.description == "2024-02-28T10:20:31.250Z")
        #expect(fix.latitude == 35.6812345 && fix.longitude == -139.7671234 && fix.altitude == 43.21)
        #expect(fix.speed == 12.34 && fix.course == 270.5 && fix.accuracy == 6.78)
        #expect(fix.extras == [3, nil, 7, 1.2, nil, nil])
        // Without a date the week and its time count; at standstill there is no course, and without an error estimate the
        // accuracy comes from HDOP.
        let old = try #require(Self.read([Self.geodetic(100, Geodetic(week: 255, speed: 0, error: 0))]).fixes.first)
        #expect(old.time?.description == "2024-02-25T00:01:22.000Z" && old.course == nil && old.accuracy == 6)
        let impossible = Geodetic(date: (2024, 2, 31, 10, 20, 0))
        #expect(Self.read([Self.geodetic(100, impossible)]).fixes.first?.time == old.time)
        // No fix, and impossible positions.
        for broken in [
            Geodetic(date: (2024, 2, 28, 10, 20, 0), kind: 0), Geodetic(latitude: 1_000_000_000), Geodetic(latitude: 0, longitude: 0),
        ] {
            let reading = Self.read([Self.geodetic(1), Self.geodetic(2, broken), Self.geodetic(1_000)])
            #expect(reading.fixes.map(\.isNoFix) == [false, true, false] && reading.fixes[1].latitude == nil)
        }
        #expect(Self.read([Self.geodetic(1, Geodetic(kind: 0))]).fixes.count == 1)
        #expect(Self.read([Self.geodetic(1, Geodetic(kind: 0, latitude: 0, longitude: 0))]).thrown?.message.contains("1 time that") == true)
    }

    /// If several messages contain the same, there is one fix per moment; if one of them stops, another replaces it.
    @Test func oneFixAMoment() {
        func places(_ frames: [[UInt8]]) -> [Bool] { Self.read(frames).fixes.map { $0.latitude == 35.6812345 } }
        for order in [true, false] {
            let both = (0..<5).flatMap { order ? [Self.measured($0), Self.geodetic($0)] : [Self.geodetic($0), Self.measured($0)] }
            #expect(places(both) == [Bool](repeating: false, count: 5))
        }
        #expect(
            places((0..<3).map { Self.measured($0) } + (3..<12).map { Self.geodetic($0) }) == [false, false, false]
                + [Bool](repeating: true, count: 4))
        #expect(places([Self.geodetic(0)]) == [true] && places((0..<4).map { Self.geodetic($0) }) == [Bool](repeating: true, count: 4))
    }

    /// Messages 2, 67 and 98 against gpsd.
    @Test(.needs("gpsdecode")) func valuesAreThoseOfGPSD() throws {
        for (name, frames) in [
            ("2", (0..<6).map { Self.measured($0) }), ("67", (20..<26).map(Self.constellations)), ("98", (20..<26).map(Self.ublox)),
        ] {
            let log = frames.flatMap { $0 }
            let reports = try GPSDecode.reports(of: Data(log))
            let reading = TestTracks.read(log)
            #expect(reports.count >= 5 && reading.fixes.count == 6, "\(name) \(reports.keys.sorted())")
            for (time, report) in reports {
                let fix = try #require(reading.fixes.first { $0.time?.description == time }, "\(name) \(time)")
                #expect(
                    abs((fix.latitude ?? 99) - (report.lat ?? 0)) < 6e-10 && abs((fix.longitude ?? 199) - (report.lon ?? 0)) < 6e-10,
                    "\(name) \(time)")
                #expect(fix.extras[0] == report.mode.map(Double.init))
                if let speed = report.speed { #expect(abs((fix.speed ?? -1) - speed) < 6e-4, "\(name)") }
                if let track = report.track { #expect(abs((fix.course ?? -1) - track) < 6e-5, "\(name)") }
                if name == "67" { #expect(abs((fix.altitude ?? 0) - (report.altMSL ?? -1)) < 1e-3) }
            }
        }
    }

    /// Message 2 over any week of sixteen bits: a date, or nothing.
    @Test(arguments: [UInt16(2400), 5000, 6885, 6886, 14_726, .max]) func weeksOfAnySizeDoNoHarm(_ week: UInt16) {
        let reading = Self.read([Self.measured(x: 0, week: week, hundredths: 60_479_999)])
        // The week 6886 weeks after 1980-01-06 is the first that ends after 2111.
        #expect(reading.fixes.count == (week < 6886 ? 1 : 0), "\(reading)")
        if week == 2400 { #expect(reading.fixes.first?.time?.description == "2026-01-10T23:59:41.990Z") }
    }

    /// The ten-bit week number rolled over in 2019.
    @Test(.needs("gpsdecode")) func weeksThatRanOverAreMended() throws {
        func day(_ week: UInt16, head: String = "", keeps: Bool = false) -> String? {
            Self.read([Self.measured(86_400, week: week)], head: head, keepsDates: keeps).fixes.first?.time.map {
                String($0.description.prefix(10))
            }
        }
        #expect(
            day(0) == "2019-04-07" && day(1) == "2019-04-14" && day(302) == "2025-01-19" && day(1023) == "2019-03-31"
                && day(906) == "2017-01-01")
        #expect(day(0, keeps: true) == "1999-08-22" && day(302, keeps: true) == "2005-06-05")
        // A firmware that counts from its own base date rolls over, too; later week numbers are taken literally.
        #expect(day(1024) == "2019-04-07" && day(2048) == "2019-04-07" && day(2400) == "2026-01-04")
        // A gpsd log contains its recording date.
        #expect(day(302, head: "# Name: x\n# Date: 2005-06-09\n") == "2005-06-05")
        #expect(day(0, head: "# Date: 2019-04-10\r\n") == "2019-04-07" && day(1023, head: "# Date: 1999-08-20\n") == "1999-08-15")
        // Without such a line gpsd takes the era of its machine's clock.
        for week in [UInt16(0), 1, 100, 302, 350] {
            let log = (0..<4).flatMap { Self.measured(86_400 + $0, week: week) }
            let times = try GPSDecode.reports(of: Data(log)).keys.sorted()
            let own = TestTracks.read(log).fixes.compactMap { $0.time?.description }
            #expect(!times.isEmpty && Set(times).isSubset(of: own), "\(week) \(times) \(own)")
        }
        // Message 41's own dates, like those of RMC.
        let dated = Self.read([Self.geodetic(0, Geodetic(date: (1999, 8, 25, 10, 20, 0)))])
        #expect(dated.fixes.first?.time?.description == "2019-04-10T10:20:00.000Z")
    }
}
