// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// What happens beside a railway but not on a train.
@Suite(.computing) struct OffTrainTests {
    private static let map = made(MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres))

    /// A track of positions alone, as most recorders write them.
    @Test(arguments: [1, 2, 3] as [UInt64]) func aWalkFromTheTrainShowsInPositionsAlone(seed: UInt64) throws {
        var ride = MadeRide(seed: seed)
        ride.call(MadeLineTests.straight, at: Array(MadeLineTests.kilometres[1...6]))
        let arrived = ride.fixes.count
        ride.walk(MadeLineTests.straight, from: 6_000, to: 6_200)
        let fixes = ride.fixes.map { fix in
            var fix = fix
            (fix.speed, fix.accuracy) = (nil, 10)
            return fix
        }
        let followed = FollowedRide(fixes, on: Self.map)
        #expect(followed.lines[arrived - 31] == "A")
        let named = followed.lines[arrived...].count { $0 != nil }
        #expect(named <= 40, "\(named) s")
    }

    /// A hiker uphill, recorded without speed or accuracy, at every tenth second as recorders that save memory do, or at each.
    @Test(arguments: [1, 10]) func aSlowHikeIsAWalk(seconds: Int) {
        var ride = MadeRide()
        (ride.walkingSpeed, ride.aside) = (0.85, 300)
        ride.stand(MadeLineTests.straight, at: 6_300, for: 60)
        ride.walk(MadeLineTests.straight, from: 6_300, to: 6_900)
        ride.stand(MadeLineTests.straight, at: 6_900, for: 300)
        let fixes = stride(from: 0, to: ride.fixes.count, by: seconds).map { second in
            var fix = ride.fixes[second]
            (fix.speed, fix.accuracy) = (nil, nil)
            return fix
        }
        let activities = FollowedRide(fixes, on: Self.map).answers.map(\.activity)
        let walk = activities[(150 / seconds)..<(760 / seconds)], rest = activities[(860 / seconds)...]
        #expect(walk.count { $0 == .walking } >= walk.count * 9 / 10, "\(walk.count { $0 == .walking }) of \(walk.count)")
        #expect(rest.count { $0 == .stationary } >= rest.count * 9 / 10, "\(rest.count { $0 == .stationary }) of \(rest.count)")
    }

    /// A receiver that lost its position in a station and gives a speed at each third fix: anything on foot, mostly zero at rest.
    @Test(arguments: [1, 2, 3] as [UInt64]) func aPoorReceiversSpeedsTellAWalkFromARest(seed: UInt64) throws {
        var ride = MadeRide(seed: seed)
        ride.aside = 150
        ride.stand(MadeLineTests.straight, at: 6_300, for: 120)
        ride.walk(MadeLineTests.straight, from: 6_300, to: 6_500)
        ride.stand(MadeLineTests.straight, at: 6_500, for: 180)
        let walkingSpeeds: [Double] = [2.6, 0.3, 4.1, 1.4, 0, 3.3, 0.9]
        let fixes = ride.fixes.enumerated().map { second, fix in
            var fix = fix
            let isWalking = (fix.speed ?? 0) > 0.7
            (fix.accuracy, fix.course) = (300, nil)
            fix.speed = second % 3 > 0 ? nil : isWalking ? walkingSpeeds[second / 3 % 7] : second % 18 == 0 ? 2 : 0
            return fix
        }
        let activities = FollowedRide(fixes, on: Self.map).answers.map(\.activity)
        let walk = activities[150..<270], rest = activities[320...]
        #expect(walk.count { $0 == .walking } >= walk.count * 9 / 10, "\(walk.count { $0 == .walking }) of \(walk.count)")
        #expect(rest.count { $0 == .stationary } >= rest.count * 9 / 10, "\(rest.count { $0 == .stationary }) of \(rest.count)")
    }

    /// A road beside the railway: what runs through station after station of a line without expresses is no train.
    @Test(arguments: [1, 2, 3] as [UInt64]) func aDriveBesideTheRailwayIsNoRide(seed: UInt64) {
        var local = MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres)
        local.patterns = [Railway.StopPattern(name: LocalizedName("Local"), stops: MadeLineTests.kilometres.map { _ in true })]
        var ride = MadeRide(seed: seed)
        ride.aside = 25
        ride.walk(MadeLineTests.straight, from: 300, to: 400)
        ride.run(MadeLineTests.straight, from: 400, to: 11_800)
        let followed = FollowedRide(ride.fixes, on: made(local))
        #expect(followed.last.line == nil)
        let named = followed.lines.count { $0 != nil }
        #expect(named < ride.fixes.count / 3, "\(named) of \(ride.fixes.count) s")
    }

    /// Cars start and brake harder than any train, even where they happen to stop at every station.
    @Test(arguments: [1, 2, 3] as [UInt64]) func aCarShowsByItsAcceleration(seed: UInt64) {
        func named(acceleration: Double) -> Double {
            var ride = MadeRide(seed: seed)
            ride.acceleration = acceleration
            ride.call(MadeLineTests.straight, at: Array(MadeLineTests.kilometres[1...8]))
            let followed = FollowedRide(ride.fixes, on: Self.map)
            return Double(followed.lines.count { $0 != nil }) / Double(ride.fixes.count)
        }
        let (train, car) = (named(acceleration: 0.9), named(acceleration: 2))
        #expect(train > 0.85 && car < 0.2, "\(train) and \(car)")
    }

    /// A bus on the street above a metro sees the satellites all the time.
    @Test(arguments: [1, 2, 3] as [UInt64]) func aBusAboveATunnelIsNoMetro(seed: UInt64) {
        func named(isUnderground: Bool) -> Double {
            var ride = MadeRide(seed: seed)
            let stations: [Double] = [0, 4_000, 8_000, 12_000]
            ride.walk(MadeLineTests.straight, from: 3_700, to: 3_900)
            for stop in stride(from: 3_900.0, to: 11_000, by: 1_600) { ride.run(MadeLineTests.straight, from: stop, to: stop + 1_600) }
            let railway = MadeLineTests.straight.railway("A", stations: stations, isUnderground: isUnderground)
            let lines = FollowedRide(ride.fixes, on: made(railway)).lines
            return Double(lines.count { $0 != nil }) / Double(ride.fixes.count)
        }
        let (train, bus) = (named(isUnderground: false), named(isUnderground: true))
        #expect(train > 0.6 && bus < train / 2, "\(train) and \(bus)")
    }
}
