// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// Every recorded GPX file, point by point against gpxpy, the independent reader.
@Suite(.waiting) struct GPXAgainstGPXPyTests {
    struct Expected: Decodable {
        let file: String
        let waypoints: Int
        let routes: Int
        let points: [[Value]]
        enum Value: Decodable {
            case number(Double), flag(Bool), none
            init(from decoder: any Decoder) throws {
                let box = try decoder.singleValueContainer()
                if box.decodeNil() {
                    self = .none
                } else if let flag = try? box.decode(Bool.self) {
                    self = .flag(flag)
                } else {
                    self = .number(try box.decode(Double.self))
                }
            }
            var number: Double? { if case .number(let value) = self { value } else { nil } }
            var flag: Bool { if case .flag(let value) = self { value } else { false } }
        }
    }
    static func expectations(_ files: [URL]) throws -> [Expected] {
        let script = TestData.root.appendingPathComponent("Tests/TrackingTests/Fixtures/gpxpy_points.py").path
        return try ProgramRun.output(of: ["python3", script] + files.map(\.path)).split(separator: 0x0A).map {
            try JSONDecoder().decode(Expected.self, from: $0)
        }
    }

    @Test(.needs(python: "gpxpy")) func everyFileReadsAsGPXPyReadsIt() throws {
        let files = try TestTracks.files("gpx", ending: "gpx")
        try #require(files.count >= 41)
        var points = 0
        for expected in try Self.expectations(files) {
            let reading = TestTracks.read(file: URL(fileURLWithPath: expected.file))
            let name = URL(fileURLWithPath: expected.file).lastPathComponent
            #expect(reading.faults.isEmpty, "\(name): \(reading.faults)")
            try #require(reading.fixes.count == expected.points.count, "\(name)")
            if expected.points.isEmpty {
                let thrown = try #require(reading.thrown, "\(name)")
                #expect(thrown.kind == .noFix)
                #expect((expected.waypoints > 0) == thrown.message.contains("waypoint"), "\(name): \(thrown)")
                #expect((expected.routes > 0) == thrown.message.contains("route"), "\(name): \(thrown)")
                continue
            }
            #expect(reading.thrown == nil, "\(name)")
            for (index, (fix, point)) in zip(reading.fixes, expected.points).enumerated() {
                points += 1
                let place = "\(name) point \(index)"
                #expect(fix.latitude == point[0].number, "\(place)")
                #expect(fix.longitude == point[1].number, "\(place)")
                #expect(fix.altitude == point[2].number, "\(place)")
                let microseconds = fix.time.map { Double(($0.nanoseconds - (($0.nanoseconds % 1000) + 1000) % 1000) / 1000) }
                #expect(microseconds == point[3].number, "\(place)")
                if let speed = point[4].number { #expect(fix.speed == speed, "\(place)") }
                if let course = point[5].number { #expect(fix.course == course, "\(place)") }
                #expect(fix.accuracy == point[6].number.map { $0 * 5 }, "\(place)")
                #expect(fix.startsSegment == (point[7].flag && index > 0), "\(place)")
            }
        }
        #expect(points > 3000)
    }

    /// The distance of every recorded track equals the sum of its legs by Vincenty's formula, and no moving track is standing.
    @Test func theWayOfEveryTrackIsTheSumOfItsLegs() throws {
        var compared = 0
        for file in try TestTracks.files("gpx", ending: "gpx") {
            let reading = TestTracks.read(file: file)
            let times = reading.fixes.compactMap(\.time)
            guard reading.fixes.count > 20, times.count == reading.fixes.count, zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
                continue
            }
            var truth = 0.0
            var tracker = MotionTracker(extraNames: reading.names)
            var distance = 0.0
            var standing = 0
            var fast = 0
            for (index, fix) in reading.fixes.enumerated() {
                let update = tracker.process(fix)
                distance = update.channels["distance"]?.number ?? 0
                guard index > 0, !fix.startsSegment, let latitude = fix.latitude, let longitude = fix.longitude else { continue }
                let last = reading.fixes[index - 1]
                let leg = MotionTrackerTests.vincenty((last.latitude ?? 0, last.longitude ?? 0), (latitude, longitude))
                truth += leg
                let seconds = times[index].seconds(since: times[index - 1])
                if leg > 1.2 * seconds, leg > 8 {
                    fast += 1
                    if update.channels["speed"]?.number == 0 { standing += 1 }
                }
            }
            compared += 1
            #expect(abs(distance / truth - 1) < 0.02, "\(file.lastPathComponent): \(distance) for \(truth)")
            #expect(standing * 50 <= fast, "\(file.lastPathComponent): \(standing) of \(fast)")
        }
        #expect(compared >= 4)
    }

    /// Cut anywhere, a file gives a correct prefix of its fixes and then reports the break, or that there are no fixes.
    @Test func cutAnywhereItNeverTrapsAndLosesNothingBefore() throws {
        for file in try TestTracks.files("gpx", ending: "gpx") {
            let bytes = try Array(Data(contentsOf: file))
            let whole = TestTracks.read(bytes)
            var random = SplitMix(seed: UInt64(bytes.count))
            let cuts =
                (0..<40).map { _ in Int.random(in: 0..<bytes.count, using: &random) } + Array(0..<min(60, bytes.count)) + [
                    bytes.count - 1, bytes.count - 5,
                ]
            for cut in cuts {
                let part = TestTracks.read(Array(bytes[..<cut]))
                let name = "\(file.lastPathComponent) cut at \(cut)"
                try #require(part.fixes.count <= whole.fixes.count, "\(name)")
                for (a, b) in zip(part.fixes, whole.fixes) {
                    // Extra columns are collected from the points ahead; a shorter file may have fewer.
                    var b = b
                    b.extras = Array(b.extras.prefix(a.extras.count))
                    #expect(a == b, "\(name)")
                }
                if part.fixes.isEmpty {
                    #expect(part.thrown != nil, "\(name)")
                } else if cut < bytes.count - 8 {
                    #expect(part.faults.count == 1 && part.faults[0].line > 0, "\(name)")
                }
            }
        }
    }

    /// Broken bytes anywhere give an answer, never a trap.
    @Test func noiseInAnyPlaceIsAnswered() throws {
        for file in try TestTracks.files("gpx", ending: "gpx") {
            let bytes = try Array(Data(contentsOf: file))
            var random = SplitMix(seed: UInt64(bytes.count) + 1)
            for _ in 0..<20 {
                var noisy = bytes
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    noisy[Int.random(in: 0..<noisy.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let reading = TestTracks.read(noisy, format: .gpx)
                #expect(!reading.fixes.isEmpty || reading.thrown != nil)
            }
        }
    }
}
