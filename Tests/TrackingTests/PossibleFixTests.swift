// SPDX-License-Identifier: MIT
import Testing

@testable import Tracking

@Suite struct PossibleFixTests {
    private static let odd: [Double] = [
        .nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0, 91, -181, 720, 1e18,
    ]

    /// Fixes that no receiver makes give finite figures, and one odd fix spoils no later one.
    @Test func whatCannotBeIsUnknown() {
        var tracker = MotionTracker(extraNames: ["heart"]), clean = MotionTracker(extraNames: ["heart"])
        for (index, number) in Self.odd.enumerated() {
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: Int64(index) * 1_000_000_000)
            (fix.latitude, fix.longitude, fix.speed, fix.extras) = (47, 8, 1.5, [80])
            var broken = fix
            switch index % 4 {
            case 0: (broken.latitude, broken.speed) = (number, number)
            case 1: (broken.longitude, broken.accuracy) = (number, number)
            case 2: (broken.course, broken.altitude) = (number, number)
            default: (broken.extras, broken.speed) = ([number], number)
            }
            let update = tracker.process(broken)
            for (name, value) in update.channels.entries { #expect(value.number?.isFinite ?? true, "\(name) \(value) after \(number)") }
            #expect(update.fix?.latitude.map { $0.magnitude <= 90 } ?? true)
            _ = clean.process(fix)
        }
        var last = Fix()
        last.time = TrackTime(nanoseconds: 100_000_000_000)
        (last.latitude, last.longitude, last.speed) = (47.001, 8, 2)
        let after = tracker.process(last), never = clean.process(last)
        #expect(after.channels["speed"] == never.channels["speed"] && after.channels["speed"]?.number == 2)
    }

    @Test func timesThatNoReaderGivesAreNone() {
        for nanoseconds in [Int64.min, .max, TimeText.range.lowerBound.nanoseconds - 1, TimeText.range.upperBound.nanoseconds] {
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: nanoseconds)
            #expect(fix.possible.time == nil)
        }
    }

    @Test func aPlaceFarOutsideOfEveryPlaneIsNone() {
        for number in Self.odd where !(number.magnitude <= 1e9) {
            var fix = Fix()
            fix.plane = PlanePoint(x: 1, y: number)
            #expect(fix.possible.plane == nil)
            fix.plane = PlanePoint(x: number, y: 1)
            #expect(fix.possible.plane == nil)
        }
        var fix = Fix()
        fix.plane = PlanePoint(x: -1e9, y: 0)
        #expect(fix.possible == fix)
    }

    @Test func halfAPositionIsKeptAndIsNone() {
        var fix = Fix()
        (fix.time, fix.longitude) = (TrackTime(nanoseconds: 5), 139)
        #expect(fix.possible == fix)
        var tracker = MotionTracker(extraNames: [])
        let update = tracker.process(fix)
        #expect(update.fix == fix && update.channels["distance"]?.number ?? 0 == 0)
    }

    @Test func aFixThatCanBeStaysAsItIs() {
        var fix = Fix()
        fix.time = TrackTime(nanoseconds: 5)
        (fix.latitude, fix.longitude, fix.speed, fix.course, fix.accuracy, fix.altitude) = (-90, 180, 0, 359.5, 0, -430)
        fix.extras = [nil, 1e300]
        #expect(fix.possible == fix)
    }

    /// A zone, a leap second or 24:00 leads past the limit of the supported years.
    @Test(arguments: ["2111-12-31T23:59:60Z", "2111-12-31T24:00Z", "2111-12-31T23:59:59-01:00", "1830-01-01T00:30:00+01:00"])
    func timesBeyondTheEdgeDoNotRead(_ text: String) { #expect(TrackTime(iso8601: text) == nil) }

    /// Programs write the years 1 and 9999 where they know no time: they are ISO 8601, so the fault is another.
    @Test(arguments: ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
    func aYearBeyondTheEdgeIsCalledSo(_ time: String) {
        func tcx(_ time: String) -> String {
            "<Trackpoint><Time>\(time)</Time><Position><LatitudeDegrees>1</LatitudeDegrees><LongitudeDegrees>2</LongitudeDegrees></Position></Trackpoint>"
        }
        func gpx(_ time: String) -> String { "<trkpt lat=\"1\" lon=\"2\"><time>\(time)</time></trkpt>" }
        let good = "2026-01-05T05:49:05Z"
        for text in [
            TestTracks.gpx(gpx(time) + gpx(good)),
            "<TrainingCenterDatabase><Activities><Activity><Lap><Track>\(tcx(time) + tcx(good))</Track></Lap></Activity></Activities></TrainingCenterDatabase>",
            "<kml><Placemark><Track><when>\(time)</when><when>\(good)</when><coord>2 1</coord><coord>2 1</coord></Track></Placemark></kml>",
        ] {
            let reading = TestTracks.read(text)
            #expect(reading.fixes.count == 1 && reading.faults.map(\.kind) == [.outOfRange], "\(reading.faults)")
            #expect(reading.faults.first?.message == "the time '\(time)' lies outside the years 1830 to 2111")
        }
    }

    @Test(arguments: ["2111-12-31T23:59:59.999Z", "1830-01-01T00:00:00.000Z"])
    func timesAtTheEdgeReadBack(_ text: String) { #expect(TrackTime(iso8601: text)?.description == text) }
}
