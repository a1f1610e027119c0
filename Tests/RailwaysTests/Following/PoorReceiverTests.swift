// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Rides with a receiver whose positions are 30 m off along each axis and whose speeds never show 0.
@Suite(.computing) struct PoorReceiverTests {
    private struct Ride {
        var fixes: [Fix] = []
        /// The railway at each fix.
        var truth: [Int?] = []

        init(from: String, to: String, line: String, seed: UInt64) throws {
            let ride = try SimulatedRideTests.ride(from, to, line: line, seed: seed)
            var receiver = RideReceiver(.poor, seed: seed)
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

    /// Railways beside which no other runs. The speed must not be read as that of a car that never stops.
    @Test(arguments: [
        ("Numazu", "Matsuda", "JR-Central.Gotemba"), ("Mitsukaido", "Toride", "KantoRailway.Joso"),
        ("Minakami", "Shibukawa", "JR-East.Joetsu"),
    ]) func theRailwayIsKept(from: String, to: String, line: String) throws {
        let network = try SimulatedRideTests.network.get()
        for seed in 1...3 as ClosedRange<UInt64> {
            let ride = try Ride(from: from, to: to, line: line, seed: seed)
            var tracker = RailwayTracker(network)
            let online = ride.share(ride.fixes.map { tracker.process($0).answer.railway })
            let hindsight = ride.share(Hindsight(network, fixes: ride.fixes).railways)
            #expect(online > 0.94, "seed \(seed)")
            #expect(hindsight > 0.95, "seed \(seed)")
        }
    }
}
