// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@Suite struct TrackLineTests {
    @Test func theLineIsAsStated() throws {
        let (updates, _, _) = try TestTracks.follow(
            "time,lat,lon,speed,course,hacc,\"my \"\"heart\"\"\"\n2026-01-05T05:49:05.250Z,35.5,139.25,0.1,270,5,60.5\n2026-01-05T05:49:06.250Z,35.5,139.25,1e-7,,,\n"
        )
        var bytes: [UInt8] = []
        for update in updates { TrackLine.write(update, to: &bytes) }
        var tracker = MotionTracker()
        _ = tracker.process(MotionTrackerTests.fix(0, speed: 1))
        TrackLine.write(tracker.tick(at: TrackTime(nanoseconds: 30_100_000_000), after: TrackTime(nanoseconds: 30_000_000_000)), to: &bytes)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(
            lines[0]
                == #"{"time":"2026-01-05T05:49:05.250Z","lat":35.5,"lon":139.25,"speed":0.1,"course":270,"accuracy":5,"estimated":false,"events":[],"channels":{"distance":0,"fixAge":0,"lost":0,"csv.my \"heart\"":60.5}}"#
        )
        #expect(
            lines[1]
                == #"{"time":"2026-01-05T05:49:06.250Z","lat":35.5,"lon":139.25,"speed":1e-07,"estimated":false,"events":[],"channels":{"acceleration":-0.0999999,"distance":0,"fixAge":0,"lost":0}}"#
        )
        #expect(
            lines[2]
                == #"{"time":"1970-01-01T00:00:30.100Z","estimated":true,"events":["fix lost"],"channels":{"distance":0,"fixAge":30.1,"lost":1}}"#
        )
        for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]) }
    }

    /// Sessions keep a line without its head, which the fix says again.
    @Test(arguments: [nil, "bus \"7\""]) func aLineBeginsWithTheHeadOfItsFix(_ track: String?) throws {
        var fix = MotionTrackerTests.fix(30, speed: 1)
        (fix.latitude, fix.longitude, fix.track) = (35.5, 139.25, track)
        var line: [UInt8] = []
        TrackLine.write(TrackerUpdate(time: try #require(fix.time), fix: fix), to: &line)
        let head = String(decoding: TrackLine.head(of: fix), as: UTF8.self)
        let id = track == nil ? "" : #","id":"bus \"7\"""#
        #expect(head == #"{"time":"1970-01-01T00:00:30.000Z","lat":35.5,"lon":139.25\#(id),"#)
        #expect(String(decoding: line, as: UTF8.self).hasPrefix(head))
        #expect(TrackLine.head(of: Fix()).isEmpty)
    }

    @Test func timesReadBack() throws {
        var random = SplitMix(seed: 1)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<2000 {
            let time = TrackTime(nanoseconds: Int64.random(in: -4_400_000_000_000_000_000...4_400_000_000_000_000_000, using: &random))
            #expect(TrackTime(iso8601: time.description) == time)
            let whole = TrackTime(nanoseconds: time.nanoseconds / 1_000_000_000 * 1_000_000_000)
            let date = Date(timeIntervalSince1970: Double(whole.nanoseconds / 1_000_000_000))
            #expect(whole.description == formatter.string(from: date).replacingOccurrences(of: "Z", with: ".000Z"))
        }
    }

    /// Numbers have the standard library's form, without `.0`.
    @Test func numbersAreTheShortestThatReadBackTheSame() {
        var random = SplitMix(seed: 3)
        let powers = (0...18).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }
        func number(_ sort: Int) -> Double {
            switch sort % 5 {
            case 0: return Double(bitPattern: random.next())
            case 1: return Double.random(in: -400...400, using: &random)
            // Decimals of few digits, and their neighbours.
            case 2:
                return Double(Int64.random(in: -1_000_000_000_000_000...1_000_000_000_000_000, using: &random))
                    / (powers.randomElement(using: &random) ?? 1)
            case 3:
                let near = Double(Int64.random(in: -10_000_000_000...10_000_000_000, using: &random)) / 1e7
                return [near, near.nextUp, near.nextDown].randomElement(using: &random) ?? near
            default: return Double(Int64.random(in: -2_000...2_000, using: &random)) / (powers.randomElement(using: &random) ?? 1)
            }
        }
        var numbers = [
            0, -0.0, 1e-4, 1e-4.nextDown, 1e8, 1e8.nextDown, 1e15, 1e15.nextDown, 0x1p53, 0x1p54, 1e16, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, 0.1 + 0.2, 99_999_999.999_999_9,
        ]
        numbers += numbers.map { -$0 }
        for sort in 0..<500_000 { numbers.append(number(sort)) }
        let names = (0..<1_000).map { "n\($0)" }
        var place = 0
        while place < numbers.count {
            let part = numbers[place..<min(place + names.count, numbers.count)].filter(\.isFinite)
            place += names.count
            var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
            for (name, number) in zip(names, part) { update.channels.append(name, .number(number)) }
            var line: [UInt8] = []
            TrackLine.write(update, to: &line)
            let expected = zip(names, part).map { name, number in
                let text = number == 0 ? "0" : "\(number)"
                return "\"\(name)\":\(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)"
            }
            let isFound = String(decoding: line, as: UTF8.self).hasSuffix("{\(expected.joined(separator: ","))}}\n")
            #expect(isFound, "numbers before \(place)")
        }
    }

    /// A line is JSON, whatever its channels, events and track are called.
    @Test func linesOfAllSortsAreJSON() {
        var random = SplitMix(seed: 9)
        let names = ["speed", "line", "estimated", "csv.a\"b", "distance", "station", "csv.\u{2028}", "lost"]
        var lines: [UInt8] = []
        for number in 0..<5_000 {
            var update = TrackerUpdate(time: TrackTime(nanoseconds: Int64(number) * 7_200_000_000_123 - 20_000_000_000_000_000), fix: nil)
            for name in names.shuffled(using: &random).prefix(Int.random(in: 0...names.count, using: &random)) {
                update.channels[name] =
                    number % 3 == 0 ? .category("x\u{1b}\(number)\n") : .number(number % 7 == 0 ? .nan : Double(number) / 3)
            }
            if number % 5 == 0 { update.events = [TrackEvent(.entered, subject: "a\tb\""), TrackEvent(.fixBack)] }
            if number % 11 == 0 { update.track = String(repeating: "\u{7f}", count: number) }
            TrackLine.write(update, stationName: { number % 2 == 0 ? "\($0)\r" : nil }, to: &lines)
        }
        #expect(lines.count { $0 == 10 } == 5_000)
        for line in lines.split(separator: 10) { #expect((try? JSONSerialization.jsonObject(with: Data(line))) is [String: Any]) }
    }
}
