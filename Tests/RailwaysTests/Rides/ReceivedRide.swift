// SPDX-License-Identifier: MIT
import Tracking

@testable import Railways

/// A simulated ride over Greater Tokyo as a receiver reports it every second.
struct ReceivedRide {
    private(set) var fixes: [Fix] = []
    /// The railway of the train at each fix; nil off the train.
    private(set) var truth: [Int?] = []

    init(_ from: String, _ to: String, line: String, topSpeed: Double? = nil, receiver kind: RideReceiver.Kind, seed: UInt64) throws {
        let ride = try SimulatedRideTests.ride(from, to, line: line, topSpeed: topSpeed, seed: seed)
        var receiver = RideReceiver(kind, seed: seed)
        for moment in ride.moments(every: 1) {
            guard let fix = receiver.fix(at: moment, start: TrackTime(nanoseconds: 0)) else { continue }
            fixes.append(fix)
            truth.append(moment.railway)
        }
    }

    /// The share of the fixes on the train for which the railway is right.
    func share(_ railways: [Int?]) -> Double {
        let riding = truth.indices.filter { truth[$0] != nil }
        return Double(riding.count { railways[$0] == truth[$0] }) / Double(riding.count)
    }
}
