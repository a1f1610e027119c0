// SPDX-License-Identifier: MIT
import Foundation
import Railways
import Sessions
import Testing
import Tracking

/// The example of Sessions's overview.
struct SessionsOverview {
    @Test func example() async throws {
        // example begins
        let path = NSTemporaryDirectory() + "\(UUID().uuidString).sessions"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let recorder = try SessionRecorder(path, source: "a walk")
        var tracker = RideTracker.maker(map: nil)([])
        for second in 0..<60 {
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: Int64(second) * 1_000_000_000)
            (fix.latitude, fix.longitude) = (35.6285, 139.7388 + 0.000015 * Double(second))
            await recorder.record(tracker.step(to: fix).update)
        }
        try recorder.finish()
        let sessions = try SessionStore(path).sessions()
        // example ends
        #expect(sessions.count == 1)
        #expect(sessions.first?.source == "a walk")
        #expect(sessions.first?.range.recording == 1)
    }
}
