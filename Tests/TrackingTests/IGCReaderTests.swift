// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// Flight recorders' logs, by the rules of the FAI's specification.
@Suite struct IGCReaderTests {
    private static let head = "AXXXABC FLIGHT:1\r\nHFDTE160701\r\nHFFXA035\r\nI033638FXA3940SIU4143ENL\r\n"

    @Test func aRecordAndItsAdditions() throws {
        let read = TestTracks.read(Self.head + "B1602405407121N00249342WA0028000421205096010\r\nGREJNGJERJKN\r\n")
        #expect(read.thrown == nil && read.faults.isEmpty)
        #expect(read.names == ["pressureAltitude", "siu", "enl"])
        let fix = try #require(read.fixes.first)
        let date = ISO8601DateFormatter().date(from: "2001-07-16T16:02:40Z")
        #expect(fix.time?.nanoseconds == date.map { Int64($0.timeIntervalSince1970) * 1_000_000_000 })
        #expect(abs((fix.latitude ?? 0) - (54 + 7.121 / 60)) < 1e-12 && abs((fix.longitude ?? 0) + 2 + 49.342 / 60) < 1e-12)
        #expect(fix.altitude == 421 && fix.accuracy == 205 && fix.extras == [280, 9, 601])
    }

    /// The sixty bytes that a message quotes end between characters.
    @Test func aFaultQuotesWholeCharacters() {
        let read = TestTracks.read(
            Self.head + "B" + String(repeating: "é", count: 40) + "\r\nB1602405407121N00249342WA0028000421205096010\r\n")
        #expect(read.faults.map(\.message) == ["not a fix: 'B\(String(repeating: "é", count: 29))'"])
    }

    /// Further digits of the position, no height, altitudes below zero, and the date of newer recorders.
    @Test func additions() throws {
        let read = TestTracks.read(
            "AXXXABC\nHFDTEDATE:050126,01\nI023637LAD3838LOD\nB0000003500000S13900000EV-0012000001234\nB0000013500000S13900000EA00000-0045505\n"
        )
        #expect(read.faults.isEmpty && read.fixes.count == 2)
        #expect(abs((read.fixes[0].latitude ?? 0) + 35 + 0.12 / 60_000) < 1e-12)
        #expect(abs((read.fixes[0].longitude ?? 0) - 139 - 0.3 / 60_000) < 1e-12)
        #expect(read.fixes[0].altitude == nil && read.fixes[0].extras == [-12] && read.fixes[1].altitude == -45)
        #expect(read.fixes[0].time == TrackTime(nanoseconds: 1_767_571_200_000_000_000))
    }

    /// Forms that recorders and programs write; a pilot's name is not a date.
    @Test(arguments: ["HFDTE050126", "HFDTE 050126", "HFDTEDATE:050126", "HFDTEDATE: 050126,01", "HFDTEDate:050126", "HODTE050126"])
    func everyFormOfADate(_ date: String) {
        let read = TestTracks.read("AXXXABC\r\n\(date)\r\nHFPLT 010203\r\nB0000003500000N13900000EA0000000000\r\n")
        #expect(read.fixes.first?.time?.description == "2026-01-05T00:00:00.000Z")
    }

    /// Such a record is damaged, but its position is good.
    @Test func anAccuracyBelowZeroIsUnknown() {
        let read = TestTracks.read("AXXXABC\nHFDTE050126\nI013638FXA\nB0000003500000N13900000EA0000000000-03\n")
        #expect(read.faults.isEmpty && read.fixes.map(\.latitude) == [35] && read.fixes.map(\.accuracy) == [nil])
    }

    /// An addition of more digits than any recorder writes is ignored; the fix stays.
    @Test func digitsBeyondAnyNumberAreIgnored() {
        let record = "B0000003500000N13900000EA0000000000"
        let read = TestTracks.read("AXXXABC\nHFDTE050126\nI013699LAD\n\(record)\(String(repeating: "9", count: 64))\n")
        #expect(read.faults.isEmpty && read.thrown == nil && read.fixes.map(\.latitude) == [35])
    }

    /// Columns have names in lower case, so two codes must not become one name.
    @Test func aCodeComesOnceWhateverItsCase() {
        let read = TestTracks.read("AXXXABC\nHFDTE050126\nI023638ABC3941abc\nB0000003500000N13900000EA0000000000123456\n")
        #expect(read.names == ["pressureAltitude", "abc"] && read.fixes.map(\.extras) == [[0, 123]])
    }

    /// Enough midnights after the last year of a date to leave the range of times.
    @Test func timesEndWithTheirRange() {
        let day = ["00", "11", "23"].map { "B\($0)00003500000N13900000EA0000000000\n" }.joined()
        let read = TestTracks.read("AXXXABC\nHFDTE311279\n" + String(repeating: day, count: 70_000))
        #expect(read.thrown == nil && read.fixes.count == 210_000)
        #expect(read.fixes.first?.time != nil && read.fixes.last.map { $0.time == nil } == true)
    }

    @Test func midnightBeginsADay() {
        let hours = ["220000", "235959", "000001", "010000"]
        let read = TestTracks.read(Self.head + hours.map { "B\($0)5407121N00249342WA0028000421205096010\n" }.joined())
        let times = read.fixes.compactMap { $0.time?.nanoseconds }
        #expect(zip(times, times.dropFirst()).map { ($1 - $0) / 1_000_000_000 } == [7_199, 2, 3_599])
    }

    /// A record from before midnight that comes after it belongs to the day before, and moves none of the others.
    @Test func aLateRecordAroundMidnightKeepsItsDay() {
        func steps(_ hours: [String]) -> [Int64] {
            let read = TestTracks.read(Self.head + hours.map { "B\($0)5407121N00249342WA0028000421205096010\n" }.joined())
            let times = read.fixes.compactMap { $0.time?.nanoseconds }
            return zip(times, times.dropFirst()).map { ($1 - $0) / 1_000_000_000 }
        }
        #expect(steps(["235957", "235958", "000000", "235959", "000001", "000002"]) == [1, 2, -1, 2, 1])
        // Before the first midnight, a leap forward is a pause.
        #expect(steps(["010000", "230000", "000001", "000002"]) == [79_200, 3_601, 1])
    }

    @Test(arguments: [
        "B1602405407121N00249342", "B1662405407121N00249342WA0028000421", "B1602405467121N00249342WA0028000421",
        "B1602409107121N00249342WA0028000421", "B1602405407121X00249342WA0028000421", "B16024054071 1N00249342WA0028000421",
    ])
    func aBrokenRecordIsSkipped(_ record: String) {
        let read = TestTracks.read(Self.head + record + "\nB1602405407121N00249342WA0028000421205096010\n")
        #expect(read.fixes.count == 1 && read.faults.map(\.line) == [5])
        #expect(TestTracks.read(Self.head + record + "\n").thrown?.kind == .noFix)
    }

    @Test func withoutADateThereAreNoTimes() {
        let read = TestTracks.read("AXXXABC\nB1602405407121N00249342WA0028000421\n", format: .igc)
        #expect(read.fixes.count == 1 && read.fixes.first?.time == nil)
    }

    @Test(arguments: [1, 7, 4096]) func piecesDoNotMatter(_ size: Int) {
        let text = Self.head + (0..<60).map { "B1602\($0 < 10 ? "0" : "")\($0)5407121N00249342WA0028000421205096010\r\n" }.joined()
        #expect(TestTracks.read(text, piecesOf: size).fixes == TestTracks.read(text).fixes)
    }
}
