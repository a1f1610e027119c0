// SPDX-License-Identifier: MIT
import Railways
import TestTraits
import Testing
import Tracking

/// A destination in a tunnel: it is told from the course that the train most likely takes, once, whoever listens.
@Suite(.computing) struct DarkAlightingTests {
    private static let track = MadeLineTests.straight
    private static let map = made(track.railway("A", stations: MadeLineTests.kilometres))

    /// Fixes up to 3 km and again from 9 km; the destination is `A.5`.
    private static let ride = {
        var ride = MadeRide(track, at: [0, 1_000, 2_000, 3_000])
        ride.isDark = true
        ride.run(track, from: 3_000, to: 4_000)
        ride.stand(track, at: 4_000, for: 30)
        let left = ride.seconds
        ride.run(track, from: 4_000, to: 5_000)
        let arrived = ride.seconds
        ride.stand(track, at: 5_000, for: 30)
        ride.call(track, at: [5_000, 6_000, 7_000, 8_000, 9_000])
        ride.isDark = false
        ride.call(track, at: [9_000, 10_000, 11_000])
        return (fixes: ride.fixes, left: left, arrived: arrived)
    }()

    private static func told(_ fixes: [Fix], fillsGaps: Bool) throws -> [ToldAlighting] {
        try ToldAlighting.all(fixes, to: "A.5", on: map, fillsGaps: fillsGaps)
    }

    @Test func ticksTellInTimeAndOnce() throws {
        let (fixes, left, arrived) = Self.ride
        let told = try Self.told(fixes, fillsGaps: true)
        #expect(told.map(\.name) == ["destination soon", "destination reached", "destination passed"])
        #expect(told.map(\.isTick) == [true, true, false])
        // Two stops are guessed, and their length differs by little.
        #expect(abs(told[0].second - Double(left)) < 20, "\(told[0].second) s, left at \(left) s")
        #expect(abs(told[1].second - Double(arrived)) < 20, "\(told[1].second) s, arrived at \(arrived) s")
    }

    /// Without ticks, the next fix tells it: late, but not silently lost.
    @Test func aReaderOfFixesAloneHearsTheSame() throws {
        let fixes = Self.ride.fixes
        let told = try Self.told(fixes, fillsGaps: false)
        #expect(told.map(\.name) == ["destination soon", "destination reached", "destination passed"])
        let back = try #require(zip(fixes, fixes.dropFirst()).first { $1.seconds - $0.seconds > 60 }?.1)
        #expect(told[0].second == back.seconds - fixes[0].seconds)
        #expect(told[1].second == told[0].second)
    }

    /// Live, ticks come when there is time for them.
    @Test(arguments: [100, 1_000, 7_300, 200_000] as [Int64]) func ticksOfAnyPaceTellTheSame(milliseconds: Int64) throws {
        let fixes = Self.ride.fixes
        let dark = try #require(fixes.indices.dropLast().first { fixes[$0 + 1].seconds - fixes[$0].seconds > 60 })
        var tracker = RideTracker.maker(map: Self.map, destination: ["A.5"])([])
        for fix in fixes[...dark] { _ = tracker.step(to: fix) }
        let estimate = tracker.estimate
        var previous = try #require(fixes[dark].time)
        let end = try #require(fixes[dark + 1].time)
        var told: [String] = []
        var doubts: [Double] = []
        while previous < end {
            let now = TrackTime(nanoseconds: previous.nanoseconds + milliseconds * 1_000_000)
            let update = estimate.tick(at: now, after: previous)
            let events = update.events.filter(\.isOfDestination)
            told += events.map(\.name)
            if !events.isEmpty { doubts.append(update.channels["alightingConfidence"]?.number ?? 1) }
            previous = now
        }
        #expect(told == ["destination soon", "destination reached"])
        let last = try #require(fixes[dark].time)
        let sure = estimate.tick(at: TrackTime(nanoseconds: last.nanoseconds + 1), after: last).channels["alightingConfidence"]?.number
        #expect(doubts.allSatisfy { $0 < sure ?? 0 })
    }

    /// A source that reports each second that it has no fix makes no gap.
    @Test func reportsOfNoFixTellTheSame() throws {
        let (fixes, left, arrived) = Self.ride
        var all: [Fix] = []
        for fix in fixes {
            while let last = all.last, fix.seconds - last.seconds > 1.5 {
                var none = Fix()
                none.time = last.time.map { TrackTime(nanoseconds: $0.nanoseconds + 1_000_000_000) }
                none.isNoFix = true
                all.append(none)
            }
            all.append(fix)
        }
        let told = try Self.told(all, fillsGaps: true)
        #expect(told.map(\.name) == ["destination soon", "destination reached", "destination passed"])
        #expect(abs((told.first?.second ?? 0) - Double(left)) < 20)
        #expect(abs((told.dropFirst().first?.second ?? 0) - Double(arrived)) < 20)
    }

    /// The train stood in the tunnel for long: what was told too soon is told again when it is true.
    @Test func whatWasToldTooSoonIsToldAgain() throws {
        var ride = MadeRide(Self.track, at: [0, 1_000, 2_000, 3_000])
        ride.isDark = true
        ride.run(Self.track, from: 3_000, to: 3_500)
        ride.stand(Self.track, at: 3_500, for: 300)
        ride.isDark = false
        ride.run(Self.track, from: 3_500, to: 4_000)
        ride.call(Self.track, at: [4_000, 5_000])
        let told = try Self.told(ride.fixes, fillsGaps: true)
        #expect(told.map(\.name) == ["destination soon", "destination reached", "destination soon", "destination reached"])
        #expect(told.map(\.isTick) == [true, true, false, false])
    }

    /// Fixes come in pairs while the train stands for long at the stop before: each gap could tell that it leaves.
    @Test func aLongStopInGapsIsToldOnce() throws {
        var ride = MadeRide(Self.track, at: [0, 1_000, 2_000, 3_000, 4_000])
        for _ in 0..<15 {
            ride.isDark = true
            ride.stand(Self.track, at: 4_000, for: 6)
            ride.isDark = false
            ride.stand(Self.track, at: 4_000, for: 2)
        }
        ride.call(Self.track, at: [4_000, 5_000])
        #expect(try Self.told(ride.fixes, fillsGaps: true).map(\.name) == ["destination soon", "destination reached"])
    }
}
