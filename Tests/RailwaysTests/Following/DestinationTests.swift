// SPDX-License-Identifier: MIT
import Railways
import TestTraits
import Testing
import Tracking

/// The rider's destination: announced from the stop before, on arrival, and when the train does not get there; once each.
@Suite(.computing) struct DestinationTests {
    private static let map = made(MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres))

    private static func told(
        _ ride: MadeRide, _ destination: [String], on map: RailwayMap = map
    ) -> [(name: String, subject: String?, second: Int64)] {
        var tracker = RideTracker.maker(map: map, destination: destination)([])
        var told: [(String, String?, Int64)] = []
        for fix in ride.fixes {
            let update = tracker.step(to: fix).update
            for event in update.events where event.isOfDestination {
                told.append((event.name, event.subject, (fix.time?.nanoseconds ?? 0) / 1_000_000_000))
            }
        }
        return told
    }

    @Test func bothEventsComeOnceAndInOrder() throws {
        let ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[1...7])
        let told = Self.told(ride, ["A.7"])
        #expect(told.map(\.name) == ["destination soon", "destination reached"])
        #expect(told.map(\.subject) == ["A.7", "A.7"])
        let ahead = (told.last?.second ?? 0) - (told.first?.second ?? 0)
        #expect((60...180).contains(ahead), "\(ahead) s ahead")
        // Reached where the train stands, 7 km to the east.
        let fix = try #require(ride.fixes.first { ($0.time?.nanoseconds ?? 0) / 1_000_000_000 == told.last?.second })
        #expect(abs(((fix.longitude ?? 0) - 139) * 91_290 - 7_000) < 150)
    }

    @Test func theWrongWayIsToldOnceAndSoon() throws {
        let ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[3...10].reversed())
        let told = Self.told(ride, ["A.12"])
        #expect(told.map(\.name) == ["wrong way"])
        #expect(told.map(\.subject) == ["A.12"])
        let departure = try #require(ride.fixes.first { $0.speed ?? 0 > 1 }?.time)
        #expect(try #require(told.first).second - departure.nanoseconds / 1_000_000_000 <= 60)
        #expect(Self.told(ride, ["no such station"]).isEmpty)
        #expect(Self.told(ride, []).isEmpty)
    }

    /// Which way a train goes shows only while it runs: at a platform or a signal the rider is not sent away from it.
    @Test func theWrongWayIsToldOfATrainThatRuns() throws {
        let ride = MadeRide(MadeLineTests.straight, at: [5_000, 4_900, 4_000, 3_000], for: 60)
        let told = Self.told(ride, ["A.12"])
        #expect(told.map(\.name) == ["wrong way"])
        let fix = try #require(ride.fixes.first { Int64($0.seconds) == told.first?.second })
        #expect(fix.speed ?? 0 > 2, "told at \(fix.speed ?? 0) m/s")
    }

    /// At a switchback the line's two ways are one track: only where they part can it be known that the way is wrong.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func theWrongWayIsNotToldAtASwitchback(seed: UInt64) {
        let (hook, stations) = (MadeLineTests.hook, MadeLineTests.hookStations)
        let map = made(hook.railway("A", stations: stations))
        func told(_ stops: [Double]) -> [String] {
            var ride = MadeRide(seed: seed)
            ride.call(hook, at: stops)
            return Self.told(ride, ["A.4"], on: map).map(\.name)
        }
        #expect(!told(stations).contains("wrong way"))
        #expect(!told(Array(stations[2...])).contains("wrong way"))
        #expect(told([0, 2_500, 5_000, 2_500, 0]) == ["wrong way"])
    }

    /// A rider who stays on the train, and turns back.
    @Test func aPassedDestinationIsToldAndFoundAgain() {
        var ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[1...8])
        ride.call(MadeLineTests.straight, at: Array(MadeLineTests.kilometres[5...8].reversed()))
        #expect(
            Self.told(ride, ["A.6"]).map(\.name) == [
                "destination soon", "destination reached", "destination passed", "destination soon", "destination reached",
                "destination passed",
            ])
    }

    /// An express that runs through it.
    @Test func anExpressRunsThrough() {
        let ride = MadeRide(MadeLineTests.straight, at: [1, 2, 3, 4, 7, 8].map { $0 * 1_000 })
        #expect(Self.told(ride, ["A.5"]).map(\.name) == ["destination soon", "destination passed"])
    }

    /// An express is known by where it has stopped: it is told before the last station that it runs through.
    @Test func anExpressIsToldInTime() throws {
        var railway = MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres)
        let express = [0, 3, 6, 9, 12]
        railway.patterns = [
            Railway.StopPattern(name: LocalizedName("Local"), stops: MadeLineTests.kilometres.map { _ in true }),
            Railway.StopPattern(name: LocalizedName("Express"), stops: MadeLineTests.kilometres.indices.map { express.contains($0) }),
        ]
        let ride = MadeRide(MadeLineTests.straight, at: express.map { Double($0) * 1_000 })
        let told = Self.told(ride, ["A.12"], on: made(railway))
        #expect(told.map(\.name).filter { $0 != "destination next" } == ["destination soon", "destination reached"])
        let soon = try #require(told.first { $0.name == "destination soon" }), reached = try #require(told.last)
        #expect((60...120).contains(reached.second - soon.second), "\(reached.second - soon.second) s ahead")
    }

    /// A line whose trains go to either of two ends: it is wrong only once the train has not taken the branch.
    @Test func aBranchOfTheLineIsStillAhead() throws {
        let fork = MadeTrack([(6_000, 0), (12_000, 6_000)])
        let map = made(
            MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres),
            fork.railway("A:2", stations: [0, 2_000, 4_000, 6_000]))
        func told(_ stations: ClosedRange<Int>) -> [(name: String, subject: String?, second: Int64)] {
            let ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[stations])
            return Self.told(ride, ["A:2.3"], on: map)
        }
        #expect(told(1...5).isEmpty)
        #expect(told(7...10).map(\.name) == ["wrong line"])
        #expect(told(1...10).filter { $0.name == "wrong line" }.map(\.subject) == ["A:2.3"])
    }

    /// A line that comes to the place twice.
    @Test func aPlaceThatIsPassedTwice() {
        let ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[1...9])
        let told = Self.told(ride, ["A.4", "A.8"])
        #expect(
            told.map(\.name) == [
                "destination soon", "destination reached", "destination passed", "destination soon", "destination reached",
                "destination passed",
            ])
        #expect(told.map(\.subject) == ["A.4", "A.4", "A.4", "A.8", "A.8", "A.8"])
    }

    @Test func aDistantDestinationIsToldFromTheStopBefore() {
        let far = made(MadeLineTests.straight.railway("A", stations: [0, 1_000, 2_000, 3_000, 6_000, 7_000, 8_000]))
        let ride = MadeRide(MadeLineTests.straight, at: [0, 1_000, 2_000, 3_000, 6_000])
        #expect(Self.told(ride, ["A.4"], on: far).map(\.name) == ["destination next", "destination soon", "destination reached"])
    }

    /// Two lines on one track: a destination of both is as sure as one of a single line; one of theirs alone is a doubt.
    @Test func aDestinationOfBothLinesIsSure() throws {
        let both = made(
            MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres),
            MadeLineTests.straight.railway("B", stations: MadeLineTests.kilometres))
        let ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[1...7])
        func sure(_ destination: [String]) -> Double? {
            var tracker = RideTracker.maker(map: both, destination: destination)([])
            let soon = ride.fixes.lazy.map { tracker.step(to: $0).update }
                .first { $0.events.contains { $0.kind == .destinationSoon } }
            return soon?.channels["alightingConfidence"]?.number
        }
        #expect(try #require(sure(["A.7", "B.7"])) > 0.95)
        for line in ["A", "B"] { #expect(try #require(sure(["\(line).7"])) < 0.9) }
    }

    /// Two lines on one track, and nothing tells them apart: the rider takes the one that calls at the destination.
    @Test(arguments: ["A", "B"]) func theLineIsTheOneToTheDestination(line: String) {
        let both = made(
            MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres),
            MadeLineTests.straight.railway("B", stations: MadeLineTests.kilometres))
        let ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[1...4])
        var tracker = RideTracker.maker(map: both, destination: ["\(line).7"])([])
        let named = Set(ride.fixes.compactMap { tracker.step(to: $0).update.channels["line"]?.category })
        #expect(named == [line])
    }

    @Test func aLineWithoutTheDestinationIsWrong() {
        let apart = made(
            MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres),
            MadeTrack([(0, 5_000), (12_000, 5_000)]).railway("B", stations: MadeLineTests.kilometres))
        let ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[1...6])
        let told = Self.told(ride, ["B.5"], on: apart)
        #expect(told.map(\.name) == ["wrong line"])
        #expect(told.map(\.subject) == ["B.5"])
    }

    /// From 500 m down to 0 where the train stands, within 10 % and 20 m of the way left.
    @Test func theDistanceToTheStoppingPointIsAChannel() {
        let ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[1...7])
        var tracker = RideTracker.maker(map: Self.map, destination: ["A.7"])([])
        var heard = 0
        for fix in ride.fixes {
            let update = tracker.step(to: fix).update
            let left = 7_000 - ((fix.longitude ?? 0) - 139) * 91_290
            guard let told = update.channels["alighting"]?.number else {
                #expect(left > 450, "no distance at \(left) m")
                continue
            }
            heard += 1
            #expect(abs(told - max(0, left)) <= 0.1 * left.magnitude + 20, "\(told) m at \(left) m")
        }
        #expect(heard > 40)
    }

    /// A place can have a station on each of its railways: the one on the rider's railway counts.
    @Test func oneOfSeveralStations() {
        let ride = MadeRide(MadeLineTests.straight, at: MadeLineTests.kilometres[1...6])
        let told = Self.told(ride, ["elsewhere", "A.5"])
        #expect(told.map(\.name) == ["destination soon", "destination reached", "destination passed"])
        #expect(told.allSatisfy { $0.subject == "A.5" })
    }
}
