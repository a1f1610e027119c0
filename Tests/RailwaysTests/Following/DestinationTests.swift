// SPDX-License-Identifier: MIT
import Railways
import TestTraits
import Testing
import Tracking

/// The rider's destination: announced two minutes ahead, and on arrival; once each.
@Suite(.computing) struct DestinationTests {
    private static let map = made(MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres))

    private static func told(_ ride: MadeRide, _ destination: [String]) -> [(name: String, subject: String?, second: Int64)] {
        var tracker = RideTracker.maker(map: map, destination: destination)([])
        var told: [(String, String?, Int64)] = []
        for fix in ride.fixes {
            let update = tracker.step(to: fix).update
            for event in update.events where event.name.hasPrefix("destination") {
                told.append((event.name, event.subject, (fix.time?.nanoseconds ?? 0) / 1_000_000_000))
            }
        }
        return told
    }

    @Test func bothEventsComeOnceAndInOrder() throws {
        var ride = MadeRide()
        ride.call(MadeLineTests.straight, at: Array(MadeLineTests.kilometres[1...10]))
        let told = Self.told(ride, ["A.7"])
        #expect(told.map(\.name) == ["destination soon", "destination reached"])
        #expect(told.map(\.subject) == ["A.7", "A.7"])
        let ahead = (told.last?.second ?? 0) - (told.first?.second ?? 0)
        #expect((60...180).contains(ahead), "\(ahead) s ahead")
        // Reached where the train stands, 7 km to the east.
        let fix = try #require(ride.fixes.first { ($0.time?.nanoseconds ?? 0) / 1_000_000_000 == told.last?.second })
        #expect(abs(((fix.longitude ?? 0) - 139) * 91_290 - 7_000) < 150)
    }

    @Test func passingTheOtherWayOrGoingOnTellsNothing() {
        var ride = MadeRide()
        ride.call(MadeLineTests.straight, at: Array(MadeLineTests.kilometres[3...10].reversed()))
        #expect(Self.told(ride, ["A.12"]).isEmpty)
        #expect(Self.told(ride, ["no such station"]).isEmpty)
        #expect(Self.told(ride, []).isEmpty)
    }

    /// A place can have a station on each of its railways: the one on the rider's railway counts.
    @Test func oneOfSeveralStations() {
        var ride = MadeRide()
        ride.call(MadeLineTests.straight, at: Array(MadeLineTests.kilometres[1...6]))
        let told = Self.told(ride, ["elsewhere", "A.5"])
        #expect(told.map(\.name) == ["destination soon", "destination reached"])
        #expect(told.allSatisfy { $0.subject == "A.5" })
    }
}
