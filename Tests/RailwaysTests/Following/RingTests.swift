// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// A loop continues past the end of its list of stations, in both directions.
@Suite(.computing) struct RingTests {
    private static let count = 10
    /// A regular polygon of 40 corners, 15.7 km round.
    static let ring = MadeTrack(
        (0..<40).map { corner in
            let (sine, cosine) = unitCircle(Double(corner) / 40)
            return (2_500 * sine, 2_500 * cosine)
        }, isRing: true)
    static let stations = (0..<count).map { ring.length * (Double($0) + 0.3) / Double(count) }
    static let map = made(ring.railway("R", stations: stations))

    /// Sine and cosine of a fraction of a turn, by Bhaskara's approximation; good enough for a drawing.
    private static func unitCircle(_ part: Double) -> (Double, Double) {
        func sine(_ turns: Double) -> Double {
            let degrees = (turns - turns.rounded(.down)) * 360
            let half = degrees >= 180 ? degrees - 180 : degrees
            let product = half * (180 - half)
            return (degrees >= 180 ? -1 : 1) * 4 * product / (40_500 - product)
        }
        return (sine(part), sine(part + 0.25))
    }

    @Test(arguments: [true, false]) func goesOnOverTheListsEnd(isAscending: Bool) {
        let sense = isAscending ? 1 : -1
        // From the sixth station on, round the entire ring and over the seam.
        let order = (0...12).map { 5 + sense * $0 }
        let stops = order.map { Self.ring.length * (Double($0) + 0.3) / Double(Self.count) }
        let followed = FollowedRide(MadeRide(Self.ring, at: stops).fixes, on: Self.map)
        let names = order.map { "R.\((($0 % Self.count) + Self.count) % Self.count)" }
        #expect(followed.namedInOrder == ["R"])
        #expect(followed.events("arrived") == names.dropFirst().map { "arrived \($0)" })
        #expect(followed.events("direction changed").isEmpty)
        #expect(followed.last.direction == (isAscending ? "ascending" : "descending"))
        #expect(followed.last.station == names.last)
        // Nothing jumps at the seam: the distance to the next station only shrinks during the run.
        for (before, after) in zip(followed.answers, followed.answers.dropFirst())
        where before.station == after.station && before.station != nil {
            #expect((after.distance ?? 0) < (before.distance ?? 0) + 60)
        }
    }

    /// A line that ends where it began has that station at both ends of its list: a train that stands there has arrived once.
    @Test func aStationAtBothEndsIsOne() {
        let stations = (0...Self.count).map { Self.ring.length * Double($0) / Double(Self.count) }
        let followed = FollowedRide(
            MadeRide(Self.ring, at: Array(stations[6...]) + [Self.ring.length * 1.1], for: 60).fixes,
            on: made(Self.ring.railway("R", stations: stations)))
        #expect(followed.events("arrived") == [7, 8, 9, 0, 1].map { "arrived R.\($0)" })
        #expect(followed.events("passed").isEmpty)
    }

    /// A train that begins its run at such a station departs from the one that its next station follows, whichever the fixes are
    /// nearer to; it does not approach the other. This line of Greater Tokyo runs out on its stem, once round and back.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func aRunBeginsAtTheStationFromWhichItGoesOn(seed: UInt64) throws {
        let line = "Yamaman.Yukarigaoka"
        let ride = try ReceivedRide("Yukarigaoka", "Joshidai", line: line, receiver: .good, seed: seed)
        var tracker = RailwayTracker(try SimulatedRideTests.network.get())
        let followed = FollowedRide(ride.fixes, with: &tracker)
        #expect(followed.events("departed").first == "departed \(line).Yukarigaoka")
        #expect(!followed.events("approaching").contains { $0.hasPrefix("approaching \(line).Yukarigaoka") })
    }
}
