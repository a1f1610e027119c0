// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// Positions that no vehicle could have reached.
@Suite struct PositionSpikeTests {
    @Test func aSpikeIsRefusedAndAMoveIsNot() {
        var tracker = MotionTracker()
        for second in 0..<120 {
            let east = second == 50 ? 800.0 : second < 80 ? 15.0 * Double(second) : 15 * Double(second) + 5000
            let north = second == 60 ? -400.0 : 0
            let (latitude, longitude) = MotionTrackerTests.place(east: east, north: north)
            let update = tracker.process(MotionTrackerTests.fix(Double(second), latitude, longitude))
            if second > 3, !(80...82).contains(second) {
                #expect(abs((update.channels["speed"]?.number ?? 0) - 15) < 0.2, "\(second)")
                #expect(abs(update.channels["turn"]?.number ?? 99) < 0.5, "\(second)")
            }
        }
    }

    /// Two spikes in a row, on either side of the way, are no motion from one to the other.
    @Test func twoSpikesThatDisagreeAreRefused() {
        var tracker = MotionTracker()
        var doubtful: [Int] = []
        for second in 0..<60 {
            let north = second == 30 ? 900.0 : second == 31 ? -900 : 0
            let (latitude, longitude) = MotionTrackerTests.place(east: 15 * Double(second), north: north)
            let update = tracker.process(MotionTrackerTests.fix(Double(second), latitude, longitude))
            if second > 3 { #expect(abs((update.channels["speed"]?.number ?? 0) - 15) < 0.2, "\(second)") }
            if !update.events.isEmpty { doubtful.append(second) }
            if second == 59 { #expect(abs((update.channels["distance"]?.number ?? 0) - 885) < 5) }
        }
        #expect(doubtful == [30, 31])
    }

    /// A satellite is faster than any vehicle, but goes one way.
    @Test func aSatelliteHasASpeed() {
        var tracker = MotionTracker()
        for second in 0..<60 {
            let (latitude, longitude) = MotionTrackerTests.place(east: 0, north: 7500 * Double(second))
            let update = tracker.process(MotionTrackerTests.fix(Double(second), latitude, longitude))
            if second > 3 { #expect(abs((update.channels["speed"]?.number ?? 0) / 7500 - 1) < 0.02, "\(second)") }
        }
    }
}
