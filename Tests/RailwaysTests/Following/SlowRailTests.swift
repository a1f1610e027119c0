// SPDX-License-Identifier: MIT
import DeterministicMath
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Trams that are no faster than a bicycle.
@Suite(.computing) struct SlowRailTests {
    private static let line = "Toei.Arakawa"

    private func named(_ fixes: [Fix], on network: TrackNetwork) -> [Int?] {
        var tracker = RailwayTracker(network)
        return fixes.map { tracker.process($0).answer.railway }
    }

    private func tram(topSpeed: Double, receiver: RideReceiver.Kind, seed: UInt64) throws -> ReceivedRide {
        try ReceivedRide("Minowabashi", "Waseda", line: Self.line, topSpeed: topSpeed, receiver: receiver, seed: seed)
    }

    /// At most 15, 18 and 25 km/h.
    @Test(arguments: [4.2, 5, 7], [RideReceiver.Kind.good, .phone]) func aSlowTramIsNamed(
        topSpeed: Double, receiver: RideReceiver.Kind
    ) throws {
        let network = try SimulatedRideTests.network.get()
        for seed in 1...3 as ClosedRange<UInt64> {
            let tram = try tram(topSpeed: topSpeed, receiver: receiver, seed: seed)
            #expect(tram.share(named(tram.fixes, on: network)) > 0.7, "seed \(seed)")
        }
    }

    /// A cyclist rides beside the track at 18 km/h and halts at crossings, not at the stops.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func aCyclistBesideTheTrackIsNot(seed: UInt64) throws {
        let network = try SimulatedRideTests.network.get()
        let tram = try tram(topSpeed: 5, receiver: .good, seed: seed)
        var chance = SplitMix64(seed: seed, stream: 0)
        var fixes: [Fix] = []
        var time = 0.0
        for (fix, railway) in zip(tram.fixes, tram.truth) where railway != nil && fix.speed ?? 0 > 3 {
            var fix = fix
            fix.speed = 4.8 + 0.5 * chance.gaussian()
            // 15 m beside the track.
            fix.longitude = fix.longitude.map { $0 + 15 / 90_000 }
            let halts = chance.unit() < 1.0 / 150 ? Int(10 + 20 * chance.unit()) : 0
            for second in 0...halts {
                time += 1
                fix.time = TrackTime(nanoseconds: Int64(time * 1e9))
                if second > 0 { fix.speed = 0 }
                fixes.append(fix)
            }
        }
        let wanted = try #require(network.railway(Self.line))
        #expect(Double(named(fixes, on: network).count { $0 == wanted }) / Double(fixes.count) < 0.15)
    }
}
