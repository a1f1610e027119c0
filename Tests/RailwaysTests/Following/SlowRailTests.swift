// SPDX-License-Identifier: MIT
import DeterministicMath
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Trams that are no faster than a bicycle.
@Suite(.computing) struct SlowRailTests {
    private static let line = "Toei.Arakawa"

    /// Follows a ride along the line and returns the share of its moments at which the line is named.
    private func share(_ fixes: [Fix], riding: [Bool], on network: TrackNetwork) throws -> Double {
        var tracker = RailwayTracker(network)
        let wanted = try #require(network.railway(Self.line))
        let named = fixes.map { tracker.process($0).answer.railway == wanted }
        return Double(zip(named, riding).count { $0 && $1 }) / Double(riding.count { $0 })
    }

    private func tram(topSpeed: Double, receiver: RideReceiver.Kind, seed: UInt64) throws -> (fixes: [Fix], riding: [Bool]) {
        let ride = try SimulatedRideTests.ride("Minowabashi", "Waseda", line: Self.line, topSpeed: topSpeed, seed: seed)
        var receiver = RideReceiver(receiver, seed: seed)
        var fixes: [Fix] = []
        var riding: [Bool] = []
        for moment in ride.moments(every: 1) {
            guard let fix = receiver.fix(at: moment, start: TrackTime(nanoseconds: 0)) else { continue }
            fixes.append(fix)
            riding.append(moment.railway != nil)
        }
        return (fixes, riding)
    }

    /// At most 15, 18 and 25 km/h.
    @Test(arguments: [4.2, 5, 7], [RideReceiver.Kind.good, .phone]) func aSlowTramIsNamed(
        topSpeed: Double, receiver: RideReceiver.Kind
    ) throws {
        let network = try SimulatedRideTests.network.get()
        for seed in 1...3 as ClosedRange<UInt64> {
            let tram = try tram(topSpeed: topSpeed, receiver: receiver, seed: seed)
            #expect(try share(tram.fixes, riding: tram.riding, on: network) > 0.7, "seed \(seed)")
        }
    }

    /// A cyclist rides beside the track at 18 km/h and halts at crossings, not at the stops.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func aCyclistBesideTheTrackIsNot(seed: UInt64) throws {
        let network = try SimulatedRideTests.network.get()
        let tram = try tram(topSpeed: 5, receiver: .good, seed: seed)
        var chance = SplitMix64(seed: seed, stream: 0)
        var fixes: [Fix] = []
        var time = 0.0
        for (fix, isRiding) in zip(tram.fixes, tram.riding) where isRiding && fix.speed ?? 0 > 3 {
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
        #expect(try share(fixes, riding: fixes.map { _ in true }, on: network) < 0.15)
    }
}
