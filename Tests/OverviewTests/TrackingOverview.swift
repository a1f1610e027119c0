// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// The example of Tracking's overview.
struct TrackingOverview {
    @Test func example() async throws {
        // example begins
        let csv = """
            time,lat,lon,speed
            2026-01-05T05:49:05Z,35.6812,139.7671,12.5
            2026-01-05T05:49:06Z,35.6813,139.7671,12.0
            2026-01-05T05:49:07Z,35.6814,139.7671,11.5
            """
        let source = ByteSource(name: "ride.csv", bytes: Array(csv.utf8))
        let reader = try TrackInput.open(source)
        var track = TickingTrack(TimedReader(reader, source: source.name))
        var lines: [UInt8] = []
        while let item = try track.next() {
            if case .update(let update) = item { TrackLine.write(update, to: &lines) }
        }
        // example ends
        let text = String(decoding: lines, as: UTF8.self)
        #expect(track.tally.fixes == 3)
        #expect(lines.count { $0 == 0x0A } == 3)
        #expect(text.contains("\"speed\":12.5,"))
        #expect(text.contains("\"time\":\"2026-01-05T05:49:07.000Z\""))
    }
}
