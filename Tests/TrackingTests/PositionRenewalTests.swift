// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// Logs of ten rows a second, as of phones that record other sensors too, whose receiver renews the position once a second.
@Suite struct PositionRenewalTests {
    /// A ride to the north at 8 m/s up to `stop`; each position is repeated until the next one, `renewal` seconds later.
    private static func updates(renewal: Double, stop: Double = .infinity, seconds: Int = 60) -> [TrackerUpdate] {
        var tracker = MotionTracker()
        return (0..<seconds * 10).map { row in
            let time = Double(row) / 10
            let renewed = (time / renewal + 1e-9).rounded(.down) * renewal
            let place = MotionTrackerTests.place(east: 0, north: 8 * min(renewed, stop))
            return tracker.process(MotionTrackerTests.fix(time, place.0, place.1))
        }
    }
    private static func speed(_ update: TrackerUpdate) -> Double { update.channels["speed"]?.number ?? -1 }

    @Test(arguments: [0.5, 1, 2]) func repeatedPositionsAreNeitherStandingNorJumps(renewal: Double) {
        let updates = Self.updates(renewal: renewal).dropFirst(60)
        #expect(updates.allSatisfy { abs(Self.speed($0) - 8) < 0.1 })
        #expect(updates.allSatisfy { $0.events.isEmpty })
    }

    @Test func aStopIsAStop() {
        let updates = Self.updates(renewal: 1, stop: 30)
        #expect(updates[340...].allSatisfy { Self.speed($0) == 0 })
    }

    /// A receiver of ten positions a second stands as soon as it repeats one.
    @Test func freshPositionsStopAtOnce() {
        let updates = Self.updates(renewal: 0.1, stop: 20)
        #expect(updates[150..<200].allSatisfy { abs(Self.speed($0) - 8) < 0.1 })
        #expect(updates[210...].allSatisfy { Self.speed($0) == 0 })
    }
}
