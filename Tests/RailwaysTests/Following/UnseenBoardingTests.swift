// SPDX-License-Identifier: MIT
import Railways
import TestTraits
import Testing
import Tracking

/// A rider with a destination who waited at a platform, out of sight since: the train has come.
@Suite(.computing) struct UnseenBoardingTests {
    private static let track = MadeLineTests.straight
    private static let map = made(track.railway("A", stations: MadeLineTests.kilometres))

    private static func told(_ ride: MadeRide) throws -> [ToldAlighting] { try ToldAlighting.all(ride.fixes, to: "A.5", on: map) }

    @Test func theTrainThatCameIsFollowed() throws {
        var ride = MadeRide()
        ride.stand(Self.track, at: 3_000, for: 150)
        ride.isDark = true
        ride.stand(Self.track, at: 3_000, for: 30)
        ride.run(Self.track, from: 3_000, to: 4_000)
        ride.stand(Self.track, at: 4_000, for: 30)
        let left = Double(ride.seconds)
        ride.run(Self.track, from: 4_000, to: 5_000)
        let arrived = Double(ride.seconds)
        ride.stand(Self.track, at: 5_000, for: 60)
        ride.isDark = false
        ride.stand(Self.track, at: 5_000, for: 30)
        let told = try Self.told(ride)
        try #require(told.map(\.name).prefix(2) == ["destination soon", "destination reached"])
        #expect(abs(told[0].second - left) < 20, "\(told[0].second) s, left at \(left) s")
        #expect(abs(told[1].second - arrived) < 20, "\(told[1].second) s, arrived at \(arrived) s")
    }

    /// Nothing is told of a rider who waits in sight, or whose receiver pauses for a moment.
    @Test func waitingIsNotBoarding() throws {
        var ride = MadeRide()
        ride.stand(Self.track, at: 3_000, for: 150)
        ride.isDark = true
        ride.stand(Self.track, at: 3_000, for: 30)
        ride.isDark = false
        ride.stand(Self.track, at: 3_000, for: 150)
        #expect(try Self.told(ride).isEmpty)
    }

    /// A rider who waits with a poor receiver is told once: after that, only a longer silence means that the train has come.
    @Test func aSilenceThatDidNotLastIsNoTrain() throws {
        var ride = MadeRide()
        ride.stand(Self.track, at: 4_000, for: 150)
        for _ in 1...3 {
            ride.isDark = true
            ride.stand(Self.track, at: 4_000, for: 60)
            ride.isDark = false
            ride.stand(Self.track, at: 4_000, for: 100)
        }
        ride.isDark = true
        ride.stand(Self.track, at: 4_000, for: 30)
        ride.run(Self.track, from: 4_000, to: 5_000)
        ride.stand(Self.track, at: 5_000, for: 60)
        ride.isDark = false
        ride.stand(Self.track, at: 5_000, for: 30)
        let told = try Self.told(ride).map(\.name)
        #expect(told.prefix(3) == ["destination soon", "destination soon", "destination reached"])
    }

    /// A train that takes no stop of the map's pattern: its speed tells before it has passed the station.
    @Test func aTrainAtFullSpeedDoesNotStop() throws {
        var ride = MadeRide(Self.track, at: [1_000, 2_000, 3_000])
        ride.run(Self.track, from: 3_000, to: 5_000)
        let arrived = Double(ride.seconds)
        ride.stand(Self.track, at: 5_000, for: 30)
        let told = try Self.told(ride)
        #expect(told.map(\.name) == ["destination soon", "destination reached"])
        #expect(arrived - (told.first?.second ?? 0) > 60, "\(told), arrived at \(arrived) s")
    }
}
