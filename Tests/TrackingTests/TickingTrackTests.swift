// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@Suite struct TickingTrackTests {
    /// 0, 40, 80, 120, 0 km/h for 60 s each, 60 s without fixes, then 40 km/h.
    static func ride(positions: Bool) -> String {
        let plateaus = [0.0, 40, 80, 120, 0]
        var text = positions ? "time,lat,lon\n" : "time,speed_kmh\n"
        var north = 0.0
        for second in 0..<420 {
            let speed = second < 300 ? plateaus[second / 60] : second < 360 ? nil : 40.0
            if positions {
                north += (speed ?? 0) / 3.6
                if speed != nil { text += "\(second),\(MotionTrackerTests.place(east: 0, north: north).0),139.5\n" }
            } else if let speed {
                text += "\(second),\(speed)\n"
            }
        }
        return text
    }

    @Test(arguments: [false, true]) func theMadeRideReadsBack(_ positions: Bool) throws {
        let (updates, faults, tally) = try TestTracks.follow(Self.ride(positions: positions))
        #expect(faults.isEmpty && tally.fixes == 360 && tally.late == 0 && tally.duplicates == 0)
        #expect(zip(updates, updates.dropFirst()).allSatisfy { $0.time < $1.time })
        let plateaus = [0.0, 40, 80, 120, 0]
        for update in updates where update.fix != nil {
            let second = Int(update.time.nanoseconds / 1_000_000_000)
            guard second != 360, !positions || second % 60 >= 2 else { continue }
            let expected = (second < 300 ? plateaus[second / 60] : 40) / 3.6
            let speed = try #require(update.channels["speed"]?.number, "\(second)")
            if positions { #expect(abs(speed - expected) < 0.01, "\(second)") } else { #expect(speed == expected, "\(second)") }
        }
        let ticks = updates.filter(\.estimated)
        #expect(ticks.count == 609)
        #expect(ticks.first?.time.nanoseconds == 299_100_000_000 && ticks.last?.time.nanoseconds == 359_900_000_000)
        let events = updates.flatMap { update in update.events.map { "\($0.name) \(Double(update.time.nanoseconds) / 1e9)" } }
        // No train gains 40 km/h in a second: positions show such a step as a jump.
        let steps = positions ? ["fix doubtful 60.0", "fix doubtful 120.0", "fix doubtful 180.0", "fix doubtful 240.0"] : []
        #expect(events == steps + ["fix lost 304.1", "fix back 360.0"])
        for tick in ticks {
            let age = try #require(tick.channels["fixAge"]?.number)
            #expect(abs(age - (Double(tick.time.nanoseconds) / 1e9 - 299)) < 1e-9)
            #expect(tick.channels["lost"]?.number == (age > 5 ? 1 : 0))
            #expect((tick.channels["speed"] == nil) == (age > 5))
        }
        #expect(updates.filter { $0.fix != nil }.allSatisfy { $0.channels["lost"]?.number == 0 && $0.channels["fixAge"]?.number == 0 })
        if !positions {
            // Trapezoids: 59 s at each plateau and half a second on each side of a step; the gap adds nothing.
            let distance = updates.last?.channels["distance"]?.number ?? 0
            #expect(abs(distance - (59 * 240 + 20 + 60 + 100 + 60 + 59 * 40) / 3.6) < 1e-6)
        }
    }

    @Test func withoutTicksTheGapIsToldAtTheNextFix() throws {
        var tracker = MotionTracker()
        var told: [String] = []
        for second in Array(0..<20) + Array(60..<70) {
            told += tracker.process(MotionTrackerTests.fix(Double(second), speed: 1)).events.map { "\($0.name) \(second)" }
        }
        #expect(told == ["fix lost 60", "fix back 60"])
    }

    /// A reader of fixes alone learns of every loss, with the next report: also of one that the source itself reports late.
    @Test func withoutTicksEveryLossIsToldOnce() throws {
        let seconds = [0, 1, 2, 3, 60, 61, 62, 63, 120, 130, 150, 151]
        let text = seconds.map { second in
            let mode = (120...130).contains(second) ? 1 : 3
            return #"{"class":"TPV","time":"2026-01-05T06:00:00Z","lat":1,"lon":2}"#
                .replacingOccurrences(of: "06:00:00", with: String(format: "06:%02d:%02d", second / 60, second % 60))
                .replacingOccurrences(of: "\"lat\"", with: "\"mode\":\(mode),\"lat\"") + "\n"
        }
        let input = try TrackInput.open(ByteSource(name: "made", bytes: Array(text.joined().utf8)))
        var track = TickingTrack(TimedReader(input, source: "made"))
        track.fillsGaps = false
        var told: [[String]] = []
        while case .update(let update)? = try track.next() { told.append(update.events.map(\.name)) }
        let none = [String]()
        #expect(told == [none, none, none, none, ["fix lost", "fix back"], none, none, none, ["fix lost"], none, ["fix back"], none])
    }

    @Test(arguments: [0.2, 1, 5, 10, 15, 30, 180, 3600, 86_400]) func regularLogsHaveNoTicksAndAreNeverLost(_ interval: Double) throws {
        let text = "time,speed\n" + (0..<200).map { "\(Double($0) * interval),5\n" }.joined()
        let (updates, _, _) = try TestTracks.follow(text)
        #expect(updates.filter { !$0.events.isEmpty }.isEmpty)
        #expect(updates.count == 200)
    }

    /// Ticks of an hourly table are as far apart as it takes to reach the moment at which three hours are missing.
    @Test(arguments: [3600.0, 86_400]) func aGapInATableOfHoursIsHeardWhenItBegins(_ interval: Double) throws {
        let rows = (0..<40).filter { !(20..<30).contains($0) }.map { "\(Double($0) * interval),5\n" }
        let (updates, _, _) = try TestTracks.follow("time,rain\n" + rows.joined())
        let told = updates.filter { !$0.events.isEmpty }
        #expect(told.map { $0.events.map(\.name) } == [["fix lost"], ["fix back"]])
        let lost = try #require(told.first)
        let late = Double(lost.time.nanoseconds) / 1e9 - 22 * interval
        #expect(late > 0 && late <= interval / 6000 + 1e-6 && lost.channels["csv.rain"] == nil)
        #expect(updates.count { $0.estimated } == 36_000)
    }

    /// Smart recording: random intervals of 5 to 60 s. Lost at most while the usual interval is being learnt; a real gap is still
    /// found.
    @Test func irregularLogsAreNotLostAllTheTime() throws {
        var lost = 0
        for seed in 0..<20 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var seconds = 0.0
            var text = "time,speed\n0,5\n"
            for _ in 0..<300 {
                seconds += Double.random(in: 5...60, using: &random).rounded()
                text += "\(seconds),5\n"
            }
            text += "\(seconds + 600),5\n"
            let (updates, _, _) = try TestTracks.follow(text)
            let events = updates.flatMap(\.events).map(\.name)
            lost += events.filter { $0 == "fix lost" }.count - 1
            #expect(events.suffix(2) == ["fix lost", "fix back"])
            #expect(
                updates.filter { $0.channels["lost"]?.number == 1 }.first.map { $0.time.nanoseconds > Int64(seconds * 1e9) || lost > 0 }
                    == true)
        }
        #expect(lost <= 20, "\(lost)")
    }

    @Test func aMarkedBreakIsAGapAndItsWayIsNotCounted() throws {
        func points(_ range: Range<Int>, shift: Double) -> String {
            range.map {
                "<trkpt lat=\"\(35 + shift + Double($0) * 1e-4)\" lon=\"139\"><time>2026-01-01T00:00:\(String(format: "%02d", $0))Z</time></trkpt>"
            }.joined()
        }
        for (start, expected) in [(23, ["fix lost", "fix back"]), (20, [String]())] {
            let text =
                "<gpx><trk><trkseg>\(points(0..<20, shift: 0))</trkseg><trkseg>\(points(start..<40, shift: 0.5))</trkseg></trk></gpx>"
            let (updates, _, _) = try TestTracks.follow(text)
            #expect(updates.flatMap(\.events).map(\.name) == expected)
            let distance = try #require(updates.last?.channels["distance"]?.number)
            #expect(abs(distance - 11.094 * Double(19 + 39 - start)) < 0.5)
        }
    }

    @Test func lateFixesAreCountedAndNoneIsLost() throws {
        let (updates, _, tally) = try TestTracks.follow("time,speed\n0,1\n1,1\n1,2\n3,1\n2,9\n4,1\n")
        #expect(updates.count == 6 && tally.late == 1 && tally.duplicates == 1)
        #expect(updates.map { $0.fix?.time?.nanoseconds } == [0, 1, 1, 3, 2, 4].map { $0 * 1_000_000_000 })
        #expect(tally.summary == "6 fixes, 1 late, 1 of the same time as the one before")
    }

    @Test func tracksWithoutTimesNeedAPace() throws {
        let file = TestData.fixtures.appendingPathComponent("gpx/track-with-extremes.gpx")
        var untimed = TimedReader(try TrackInput.open(ByteSource(path: file.path)), source: "x.gpx")
        let fault = #expect(throws: InputFault.self) { while try untimed.next() != nil {} }
        #expect(fault?.kind == .noFix && fault?.remedy.contains("--assume-speed") == true)
        let pace = try #require(PaceClock(speed: 5 / 3.6))
        var track = TickingTrack(TimedReader(try TrackInput.open(ByteSource(path: file.path)), source: "x.gpx", pace: pace))
        var distance = 0.0
        var last = TrackTime(nanoseconds: 0)
        var fixes = 0
        while let item = try track.next() {
            guard case .update(let update) = item else { continue }
            last = update.time
            fixes += update.fix == nil ? 0 : 1
            distance = update.channels["distance"]?.number ?? distance
        }
        #expect(fixes == 25)
        #expect(abs(Double(last.nanoseconds) / 1e9 * 5 / 3.6 / distance - 1) < 0.01)
        #expect(PaceClock(speed: 0) == nil && PaceClock(speed: .nan) == nil)
        // A few with times among many without: the others are reported, not lost silently.
        var mixed = TimedReader(
            try TrackInput.open(ByteSource(path: TestData.fixtures.appendingPathComponent("gpx/cerknicko-without-times.gpx").path)),
            source: "c")
        var faults = 0
        while let item = try mixed.next() { if case .fault = item { faults += 1 } }
        #expect(mixed.tally.fixes == 5 && mixed.tally.faults == 291 && faults < 291)
    }

    /// A fix without a position, such as a heart rate alone, takes a millisecond of the assumed pace and not its recorded time.
    @Test func aPaceTimesFixesWithoutPositions() throws {
        let pace = PaceClock(speed: 5 / 3.6)
        let rows = ["00Z,35.1,139.1,90", "01Z,,,91", "02Z,35.1001,139.1,92", "03Z,35.1002,139.1,92"].map { "2026-01-05T05:00:\($0)\n" }
        let (updates, faults, tally) = try TestTracks.follow("time,lat,lon,heart\n" + rows.joined(), pace: pace)
        let times = updates.filter { !$0.estimated }.map { Double($0.time.nanoseconds) / 1e9 }
        #expect(faults.isEmpty && tally.fixes == 4 && tally.late == 0 && tally.duplicates == 0)
        #expect(zip(times, [0, 0.001, 7.98, 15.97]).allSatisfy { abs($0 - $1) < 0.02 } && times.count == 4, "\(times)")
        // Before the first position and without a recorded time.
        var reader = TimedReader(FixList([nil, 0, nil, 5 / 3.6]), source: "made", pace: pace)
        var nanoseconds: [Int64?] = []
        while let item = try reader.next() { if case .fix(let fix) = item { nanoseconds.append(fix.time?.nanoseconds) } }
        #expect(nanoseconds == [0, 1_000_000, 2_000_000, 1_002_000_000])
    }

    /// Fixes in a plane without times: their places along a line in metres, nil for a heart rate alone.
    private struct FixList: FixReader {
        let extraNames = ["heart"]
        var places: ArraySlice<Double?>

        init(_ places: [Double?]) { self.places = places[...] }

        mutating func next() throws(InputFault) -> ReaderItem? {
            guard let place = places.popFirst() else { return nil }
            var fix = Fix()
            fix.plane = place.map { PlanePoint(x: $0, y: 0) }
            fix.extras = [60]
            return .fix(fix)
        }
    }

    /// Several tracks each move at the assumed speed along their own way, however their rows alternate.
    @Test func eachTrackHasAPaceOfItsOwn() throws {
        var track = TickingTrack(
            TimedReader(AlternatingReader(), source: "made", pace: PaceClock(speed: 2), separatesTracks: true), separatesTracks: true)
        var times: [String?: [Int64]] = [:]
        while let item = try track.next() {
            if case .update(let update) = item, !update.estimated {
                times[update.track, default: []].append(update.time.nanoseconds / 1_000_000_000)
            }
        }
        #expect(times == ["a": [0, 1, 2, 3, 4], "b": [0, 1, 2, 3, 4]])
    }

    /// Two tracks a kilometre apart, each two metres further with every fix, without times.
    private struct AlternatingReader: FixReader {
        let extraNames: [String] = []
        var given = 0

        mutating func next() throws(InputFault) -> ReaderItem? {
            guard given < 10 else { return nil }
            var fix = Fix()
            fix.track = given % 2 == 0 ? "a" : "b"
            fix.plane = PlanePoint(x: Double(given / 2) * 2, y: given % 2 == 0 ? 0 : 1000)
            given += 1
            return .fix(fix)
        }
    }

    /// A century between two fixes is a bounded number of ticks.
    @Test func longGapsAreBounded() throws {
        let (updates, _, _) = try TestTracks.follow("time,speed\n1901-12-13T20:45:52Z,1\n1901-12-13T20:45:53Z,1\n2026-01-01T00:00:00Z,1\n")
        #expect(updates.count == 3 + 36_000)
        #expect(updates.flatMap(\.events).count == 2)
    }

    @Test func theRepositorysJourneysAgreeWithTheirTruth() throws {
        let rides = try TestTracks.rides().filter { FileManager.default.fileExists(atPath: Self.truth(of: $0).path) }
        try #require(rides.count == 5)
        try Self.agree(rides)
    }

    @Test(.needs(data: "journeys")) func everyJourneyAgreesWithItsTruth() throws { try Self.agree(TestTracks.rides(in: TestData.beside)) }

    private static func truth(of ride: URL) -> URL { ride.deletingPathExtension().appendingPathExtension("truth.csv") }

    /// Simulated journeys: the speed channel is the receiver's, or near the truth where it gave none; the distance matches the
    /// truth.
    private static func agree(_ rides: [URL]) throws {
        for file in rides {
            let truth = try String(contentsOf: truth(of: file), encoding: .utf8)
                .split(separator: "\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            var track = TickingTrack(TimedReader(try TrackInput.open(ByteSource(path: file.path)), source: file.path))
            var speeds: [Int: Double] = [:]
            for row in truth { speeds[Int(row[0])!] = Double(row[3])! }
            var errors: [Double] = []
            var fixes = 0
            while let item = try track.next() {
                guard case .update(let update) = item, let fix = update.fix, let time = fix.time else { continue }
                fixes += 1
                if let own = fix.speed { #expect(update.channels["speed"]?.number == own) }
                if let speed = update.channels["speed"]?.number, let known = speeds[Int((Double(time.nanoseconds) / 1e9).rounded())] {
                    errors.append(abs(speed - known))
                }
            }
            #expect(fixes == track.tally.fixes && track.tally.faults == 0)
            errors.sort()
            if errors.count > 20 { #expect(errors[errors.count / 2] < 1.0, "\(file.lastPathComponent) median \(errors[errors.count / 2])") }
        }
    }

    /// One fix from the future does not freeze a live track: the third fix after it restarts the clock. A recorded track's late
    /// fixes stay late.
    @Test(arguments: [false, true]) func aFixFromTheFutureFreezesNoLiveTrack(isLive: Bool) throws {
        let seconds = [0, 1, 2_000_000_000] + Array(2..<20)
        let text = "time,speed\n" + seconds.enumerated().map { "\($0.element),\($0.offset)\n" }.joined()
        let updates = try TestTracks.follow(text, isLive: isLive).updates.filter { !$0.estimated }
        #expect(updates.count == seconds.count)
        #expect(updates.last?.channels["speed"]?.number == (isLive ? 20 : 2))
    }

    /// Nor does it freeze a pipe that begins now.
    @Test func aFixFromTheFutureFreezesNoStreamOfThePresent() throws {
        let start = Double(TrackTime.now.nanoseconds) * 1e-9, seconds = [0, 1, 100_000_000] + Array(2..<20)
        let text = "time,speed\n" + seconds.enumerated().map { "\(start + Double($0.element)),\($0.offset)\n" }.joined()
        let input = try TrackInput.open(ByteSource(name: "made", bytes: Array(text.utf8)))
        var track = TickingTrack(TimedReader(SpeedCheckReader(input, source: "made", holds: false), source: "made"))
        var speed: Double?
        while let item = try track.next() { if case .update(let update) = item { speed = update.channels["speed"]?.number } }
        #expect(track.restartsOnClockReset && speed == 20)
    }
}
