// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Rides with a receiver whose positions are 30 m off along each axis and whose speeds never show 0.
@Suite(.computing) struct PoorReceiverTests {
    /// Railways beside which no other runs. The speed must not be read as that of a car that never stops.
    @Test(arguments: [
        ("Numazu", "Matsuda", "JR-Central.Gotemba"), ("Mitsukaido", "Toride", "KantoRailway.Joso"),
        ("Minakami", "Shibukawa", "JR-East.Joetsu"),
    ]) func theRailwayIsKept(from: String, to: String, line: String) throws {
        let network = try SimulatedRideTests.network.get()
        for seed in 1...3 as ClosedRange<UInt64> {
            let ride = try ReceivedRide(from, to, line: line, receiver: .poor, seed: seed)
            var tracker = RailwayTracker(network)
            let online = ride.share(ride.fixes.map { tracker.process($0).answer.railway })
            let hindsight = ride.share(Hindsight(network, fixes: ride.fixes).railways)
            #expect(online > 0.94, "seed \(seed)")
            #expect(hindsight > 0.95, "seed \(seed)")
        }
    }

    /// The Narita Express runs 40 km without a stop, as fast as a car on a motorway.
    @Test func anExpressWithoutStopsIsNoCar() throws {
        let network = try SimulatedRideTests.network.get()
        for seed in 1...8 as ClosedRange<UInt64> {
            let ride = try ReceivedRide("JR-East.SobuRapid.Tokyo", "Chiba", line: "JR-East.SobuRapid", receiver: .poor, seed: seed)
            var tracker = RailwayTracker(network)
            let activities = ride.fixes.map { tracker.process($0).answer.activity }
            #expect(activities.count { $0 == .automotive } < 60, "seed \(seed)")
        }
    }
}
