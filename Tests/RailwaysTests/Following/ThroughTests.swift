// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Trains that continue over another railway, and corrections of railway names.
@Suite(.computing) struct ThroughTests {
    /// Ends in the east, where the other begins; a third crosses there.
    private static let west = MadeTrack([(0, 0), (6_000, 0)])
    private static let east = MadeTrack([(6_000, 0), (9_000, 1_500), (12_000, 1_500)])
    private static let across = MadeTrack([(6_000, -4_000), (6_000, 4_000)])
    private static let stations = (0...6).map { Double($0) * 1_000 }

    @Test func whereTrainsMayGoOnIsKnown() {
        let map = made(
            Self.west.railway("west", stations: Self.stations), Self.east.railway("east", stations: Self.stations),
            Self.across.railway("across", stations: [0, 2_000, 4_000, 6_000, 8_000]))
        let network = TrackNetwork(map)
        let fromWest = network.lines[0].throughs
        #expect(fromWest.map(\.line) == [1])
        #expect(fromWest.map(\.station) == [6])
        #expect(fromWest.allSatisfy { $0.isAscending && $0.ends })
        // The reverse connection exists; nothing turns off onto the line that crosses at a right angle.
        let fromEast = network.lines[1].throughs
        #expect(fromEast.map(\.line) == [0])
        #expect(fromEast.allSatisfy { $0.station == 0 && !$0.isAscending && $0.ends })
        #expect(network.lines[2].throughs.isEmpty)
    }

    @Test func aBranchIsNoEndOfTheLineItLeaves() {
        let main = MadeTrack([(0, 0), (4_000, 0), (12_000, 0)])
        let branch = MadeTrack([(4_000, 0), (10_000, 3_000)])
        let network = TrackNetwork(
            made(
                main.railway("main", stations: (0...12).map { Double($0) * 1_000 }),
                branch.railway("branch", stations: (0...6).map { Double($0) * 1_000 })))
        let out = network.lines[0].throughs
        #expect(out.count == 1)
        #expect(out.allSatisfy { $0.station == 4 && $0.isAscending && !$0.ends && $0.line == 1 })
        let back = network.lines[1].throughs
        #expect(back.count == 1)
        #expect(back.allSatisfy { $0.station == 0 && !$0.isAscending && $0.ends && $0.line == 0 })
    }

    /// Another name for the same train is not a change of line; the station with both names is departed once.
    @Test func aCorrectedNameIsNoChangeOfLine() {
        var map = made(
            MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres),
            MadeLineTests.beside.railway("B", stations: [0, 2_000, 3_500, 5_500, 7_500, 9_500, 12_000]))
        map.railways[1].stations[1].name = map.railways[0].stations[2].name
        var corrections = 0
        for seed in 1...5 as ClosedRange<UInt64> {
            var ride = MadeRide(seed: seed)
            // Close to A; B's trains call here.
            ride.call(MadeLineTests.straight, at: [2_000, 3_500, 5_500, 7_500, 9_500])
            let followed = FollowedRide(ride.fixes, on: map)
            #expect(followed.last.line == "B")
            #expect(followed.events("line changed").isEmpty)
            #expect(followed.events("departed").count == 4)
            corrections += followed.events("on train").count - 1
        }
        #expect(corrections > 0)
    }

    /// A rider at the head of a long train stands far beyond the middle of the platform.
    @Test(arguments: [100.0, 140.0]) func aStopAtTheEndOfThePlatformIsNoRunThrough(beyond: Double) {
        let ride = MadeRide(MadeLineTests.straight, at: (2...9).map { Double($0) * 1_000 + beyond })
        let followed = FollowedRide(ride.fixes, on: made(MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres)))
        #expect(followed.events("passed").isEmpty)
        #expect(followed.events("arrived") == (3...9).map { "arrived A.\($0)" })
    }

    /// A station run through at speed is reported once, within ten seconds.
    @Test func aRunThroughIsToldAtOnce() {
        let ride = MadeRide(MadeLineTests.straight, at: [2_000, 5_000, 8_000])
        let followed = FollowedRide(ride.fixes, on: made(MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres)))
        #expect(followed.events("passed") == [3, 4, 6, 7].map { "passed A.\($0)" })
    }
}
