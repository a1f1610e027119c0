import Foundation
import Testing

import Tracking

@Suite struct TrackLineTests {
    @Test func theLineIsAsStated() throws {
        let (updates, _, _) = try TestTracks.follow("time,lat,lon,speed,course,hacc,\"my \"\"heart\"\"\"\n2026-01-05T05:49:05.250Z,35.5,139.25,0.1,270,5,60.5\n2026-01-05T05:49:06.250Z,35.5,139.25,1e-7,,,\n")
        var bytes: [UInt8] = []
        for update in updates { TrackLine.write(update, to: &bytes) }
        var tracker = MotionTracker()
        _ = tracker.process(MotionTrackerTests.fix(0, speed: 1))
        TrackLine.write(tracker.tick(at: TrackTime(nanoseconds: 30_100_000_000)), to: &bytes)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines[0] == #"{"time":"2026-01-05T05:49:05.250Z","lat":35.5,"lon":139.25,"speed":0.1,"course":270,"accuracy":5,"estimated":false,"events":[],"channels":{"distance":0,"fixAge":0,"lost":0,"csv.my \"heart\"":60.5}}"#)
        #expect(lines[1] == #"{"time":"2026-01-05T05:49:06.250Z","lat":35.5,"lon":139.25,"speed":1e-07,"estimated":false,"events":[],"channels":{"acceleration":-0.0999999,"distance":0,"fixAge":0,"lost":0}}"#)
        #expect(lines[2] == #"{"time":"1970-01-01T00:00:30.100Z","estimated":true,"events":["fix lost"],"channels":{"distance":0,"fixAge":30.1,"lost":1}}"#)
        for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]) }
    }

    @Test func timesReadBack() throws {
        var random = TestRandom(state: 1)
        let formatter = ISO8601DateFormatter()
        for _ in 0..<2000 {
            let time = TrackTime(nanoseconds: Int64.random(in: -4_400_000_000_000_000_000...4_400_000_000_000_000_000, using: &random))
            #expect(TrackTime(iso8601: time.description) == time)
            let whole = TrackTime(nanoseconds: time.nanoseconds / 1_000_000_000 * 1_000_000_000)
            let date = Date(timeIntervalSince1970: Double(whole.nanoseconds / 1_000_000_000))
            #expect(whole.description == formatter.string(from: date).replacingOccurrences(of: "Z", with: ".000Z"))
        }
    }
}
