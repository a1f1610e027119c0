// SPDX-License-Identifier: MIT
import Railways
import TestTraits
import Testing
import Tracking

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
}
