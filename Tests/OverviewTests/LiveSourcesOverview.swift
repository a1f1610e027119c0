// SPDX-License-Identifier: MIT
import LiveSources
import Testing
import Tracking

/// The example of LiveSources's overview.
struct LiveSourcesOverview {
    @Test func example() async throws {
        // example begins
        let address = try LiveAddress.read("http://:8080", isDevice: { _ in false })

        let queue = LineQueue(onLoss: { print("\($0) lines dropped") })
        queue.push(line: #"{"_type": "location", "tst": 1767653235, "lat": 35.6285, "lon": 139.7388}"#.utf8)
        let waiting = queue.depth.lines
        queue.close()  // the reader still receives what is waiting

        let bytes = ByteSource(name: "my receiver", waitForData: { queue.waitForData(within: $0) }) { queue.pull(into: $0) }
        var reader = try TrackInput.open(bytes, reading: TrackReading(format: .phones, isLive: true))
        let first = try reader.next()
        // example ends
        #expect(address == .http(host: "127.0.0.1", port: 8080))
        #expect(waiting == 1)
        guard case .fix(let fix)? = first else {
            Issue.record("no fix: \(String(describing: first))")
            return
        }
        #expect(fix.latitude == 35.6285)
    }
}
