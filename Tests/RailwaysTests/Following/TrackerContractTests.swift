// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Railways

/// The tracker's contract for any ride: one answer per fix, no memory after a reset, copies are values.
@Suite(.computing) struct TrackerContractTests {
    static let map = Result { try RailwayLibrary.greaterTokyo().map }

    static func ride(_ name: String) throws -> [Fix] {
        var reader = try TrackInput.open(ByteSource(path: TestData.fixtures.appendingPathComponent("journeys/\(name).csv").path))
        var fixes: [Fix] = []
        while let item = try reader.next() { if case .fix(let fix) = item { fixes.append(fix) } }
        return fixes
    }

    @Test(arguments: ["001", "075", "093"]) func oneAnswerAFixInOrder(name: String) throws {
        let fixes = try Self.ride(name)
        var tracker = RideTracker.maker(map: try Self.map.get())([])
        var given: [Fix?] = []
        for fix in fixes {
            let updates = tracker.step(to: fix).map { $0 }
            #expect(updates.dropLast().allSatisfy { $0.estimated })
            given.append(updates.last?.fix)
        }
        #expect(given == fixes)
    }

    /// A track elsewhere says nothing about railways; one on the map is followed as without the check, from its first position on.
    @Test(arguments: [0.0, 90]) func railwaysCountOnlyOnTheMap(degrees: Double) throws {
        let map = try Self.map.get()
        var fixes = Array(try Self.ride("001").prefix(300))
        for index in fixes.indices { fixes[index].longitude = fixes[index].longitude.map { $0 - degrees } }
        fixes[0].latitude = nil
        var plain = RideTracker.maker(map: degrees == 0 ? map : nil)([])
        var checked = RideTracker.maker(map: map, onlyInside: true)([])
        #expect(checked.step(to: fixes[0]).update.channels[.offTrain] == nil)
        _ = plain.step(to: fixes[0])
        for fix in fixes.dropFirst() { #expect(checked.step(to: fix).update == plain.step(to: fix).update) }
    }

    @Test func aCopyGoesItsOwnWay() throws {
        let network = TrackNetwork(try Self.map.get())
        let fixes = try Self.ride("087")
        var whole = RailwayTracker(network)
        let expected = FollowedRide(fixes, with: &whole).answers
        var tracker = RailwayTracker(network)
        let other = try Self.ride("106")
        var answers: [RailwayAnswer] = []
        for (number, fix) in fixes.enumerated() {
            if number % 200 == 100 {
                var copy = tracker
                for stray in other.prefix(50) { _ = copy.process(stray) }
            }
            answers.append(tracker.process(fix).answer)
        }
        #expect(answers == expected)
    }

    /// An unusable fix changes nothing for later fixes.
    @Test func uselessFixesChangeNothing() throws {
        let network = TrackNetwork(try Self.map.get())
        let fixes = try Self.ride("001")
        var plain = RailwayTracker(network)
        var disturbed = plain
        for (number, fix) in fixes.enumerated() {
            var useless = fix
            switch number % 6 {
            case 0: useless.latitude = nil
            case 1: useless.longitude = nil
            case 2: useless.time = nil
            case 3: useless.accuracy = 1e9
            case 4: useless.latitude = 200
            default: useless.time = fixes[max(0, number - 5)].time
            }
            // Before the first usable fix, a late one would itself be the first.
            if number > 0 || useless.time == nil || useless.latitude == nil { _ = disturbed.process(useless) }
            let one = plain.process(fix)
            let other = disturbed.process(fix)
            #expect(one.answer == other.answer, "fix \(number)")
            #expect(one.events == other.events, "fix \(number)")
        }
    }

    /// The order of railways in a map is no evidence.
    @Test(arguments: ["018", "066", "088"]) func theMapsOrderChangesNothing(name: String) throws {
        let map = try Self.map.get()
        let fixes = try Self.ride(name)
        let plain = FollowedRide(fixes, on: map)
        for seed in 1...2 as ClosedRange<UInt64> {
            var random = SplitMix(seed: seed)
            var shuffled = map
            shuffled.railways.shuffle(using: &random)
            let other = FollowedRide(fixes, on: shuffled)
            // Two railways on one track are tied until some evidence separates them.
            var differing = 0
            for (one, another) in zip(plain.moments, other.moments) {
                let isTie = one.line != another.line && abs(one.confidence - another.confidence) < 1e-6
                if (one.line, one.direction, one.station) != (another.line, another.direction, another.station) && !isTie {
                    differing += 1
                } else if !isTie {
                    #expect(abs(one.confidence - another.confidence) < 1e-6)
                }
            }
            #expect(differing == 0, "ride \(name), order \(seed): \(differing) of \(fixes.count)")
        }
    }

    /// The same map and ride elsewhere on Earth: the antimeridian is not a boundary.
    @Test func theAntimeridianIsNoEdge() {
        let far = MadePlace(latitude: 35, longitude: 179.94)
        func answers(_ place: MadePlace) -> FollowedRide {
            let map = made(
                MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres, at: place),
                MadeLineTests.beside.railway("B", stations: MadeLineTests.halves, at: place))
            var ride = MadeRide()
            ride.place = place
            ride.call(MadeLineTests.straight, at: Array(MadeLineTests.kilometres[1...11]))
            return FollowedRide(ride.fixes, on: map)
        }
        let here = answers(.tokyo)
        let there = answers(far)
        #expect(here.last.line == "A")
        #expect(there.events.map(\.text) == here.events.map(\.text))
        #expect(there.moments.count == here.moments.count)
        for (one, other) in zip(here.moments, there.moments) {
            #expect((one.line, one.direction, one.station) == (other.line, other.direction, other.station))
            #expect(abs(one.confidence - other.confidence) < 0.01)
        }
    }
}
