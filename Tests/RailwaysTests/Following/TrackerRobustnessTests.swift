// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// For any input the tracker answers within its documented ranges.
@Suite(.computing) struct TrackerRobustnessTests {
    /// The violation of the answer's contract; nil if there is none.
    private static func fault(_ answer: RailwayAnswer, on map: RailwayMap) -> String? {
        guard (0...1).contains(answer.confidence) else { return "confidence \(answer.confidence)" }
        guard (0...1).contains(answer.activityConfidence) else { return "activity confidence \(answer.activityConfidence)" }
        if let distance = answer.distance, !(distance >= 0 && distance.isFinite) { return "distance \(distance)" }
        if let seconds = answer.seconds, !(seconds >= 0 && seconds.isFinite) { return "seconds \(seconds)" }
        guard let number = answer.railway else {
            let isEmpty = answer.station == nil && answer.phase == nil && answer.isAscending == nil && answer.previous == nil
            return isEmpty ? nil : "a station without a railway"
        }
        guard map.railways.indices.contains(number) else { return "railway \(number)" }
        guard answer.runnerUp != number else { return "its own runner-up" }
        let stations = map.railways[number].stations
        for station in [answer.station, answer.previous] where !(station.map { stations.indices.contains($0) } ?? true) {
            return "station \(station ?? 0)"
        }
        guard (answer.station == nil) == (answer.phase == nil) else { return "station without phase" }
        return (answer.station == nil) == (answer.distance == nil) ? nil : "station without distance"
    }

    private static func isSensible(_ answer: RailwayAnswer, on map: RailwayMap) -> Bool { fault(answer, on: map) == nil }

    private static func fix(_ seconds: Double, _ latitude: Double?, _ longitude: Double?) -> Fix {
        var fix = Fix()
        fix.time = TrackTime(nanoseconds: 1_767_225_600_000_000_000 + Int64(seconds * 1e9))
        fix.latitude = latitude
        fix.longitude = longitude
        return fix
    }

    /// Random walks over the entire map with every kind of disturbance.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func randomFixes(seed: UInt64) throws {
        let map = try TrackerContractTests.map.get()
        let tracks = map.railways.flatMap { $0.segments.map(\.points) }.filter { !$0.isEmpty }
        var random = SplitMix(seed: seed)
        func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &random) < part }
        let network = TrackNetwork(map)
        var tracker = RailwayTracker(network)
        var seconds = 0.0
        var place = Railway.Position(latitude: 35.6, longitude: 139.7)
        var faults: Set<String> = []
        for _ in 0..<50_000 {
            if chance(0.002), let track = tracks.randomElement(using: &random), let point = track.randomElement(using: &random) {
                place = point
            }
            if chance(0.0005) { place.longitude += 1.1 }
            let step = chance(0.7) ? 1e-4 : chance(0.9) ? 2e-3 : 0
            place.latitude += step * random.symmetric()
            place.longitude += step * random.symmetric()
            seconds +=
                chance(0.9) ? 1 : chance(0.9) ? Double.random(in: 0...90, using: &random) : Double.random(in: -5...7_200, using: &random)
            var fix = Self.fix(seconds, place.latitude, place.longitude)
            if chance(0.8) { fix.speed = chance(0.1) ? 0 : Double.random(in: 0...90, using: &random) }
            if chance(0.7) { fix.course = Double.random(in: 0..<360, using: &random) }
            if chance(0.8) { fix.accuracy = chance(0.02) ? 1e9 : Double.random(in: 0...200, using: &random) }
            if chance(0.01) { fix.latitude = nil }
            if chance(0.01) { fix.time = nil }
            if chance(0.001) { fix.speed = 1e300 }
            if chance(0.001) { fix.accuracy = 0 }
            if let fault = Self.fault(tracker.process(fix).answer, on: map) { faults.insert(fault) }
            let moment = TrackTime(nanoseconds: .random(in: .min ... .max, using: &random))
            if chance(0.01), let fault = Self.fault(tracker.estimate(at: moment), on: map) { faults.insert("estimate: " + fault) }
            if chance(0.0005) { tracker = RailwayTracker(network) }
        }
        // Where everything was ruled out and the belief restarts, the answer is overconfident. Target: none.
        #expect(faults.isEmpty)
    }

    @Test func anywhereOnEarth() throws {
        let map = try TrackerContractTests.map.get()
        let network = TrackNetwork(map)
        for latitude in [-90, -89.999_999, 0, 35.68, 89.999_999, 90] {
            for longitude in [-180, -179.999_999, 0, 139.76, 179.999_999, 180, 360] {
                var tracker = RailwayTracker(network)
                for second in 0..<30 {
                    let answer = tracker.process(Self.fix(Double(second), latitude, longitude + 1e-4 * Double(second))).answer
                    #expect(Self.isSensible(answer, on: map))
                    if latitude != 35.68 || longitude != 139.76 { #expect(answer.railway == nil) }
                }
            }
        }
    }

    /// Over the poles, round the antimeridian, and 100 km to and fro.
    @Test func leaps() throws {
        let map = try TrackerContractTests.map.get()
        var tracker = RailwayTracker(TrackNetwork(map))
        for second in 0..<600 {
            let latitude = second % 3 == 0 ? 35.68 : second % 3 == 1 ? 36.6 : -35.68
            let longitude = second % 7 == 0 ? 139.76 : second % 7 == 1 ? -179.99 : 140.9
            #expect(Self.isSensible(tracker.process(Self.fix(Double(second), latitude, longitude)).answer, on: map))
        }
    }

    @Test func timesAtTheEndsOfTime() throws {
        let map = try TrackerContractTests.map.get()
        var tracker = RailwayTracker(TrackNetwork(map))
        for nanoseconds in [0, 1, -1, Int64.max, Int64.min, Int64.max - 1, 1_767_225_600_000_000_000] {
            var fix = Self.fix(0, 35.68, 139.76)
            fix.time = TrackTime(nanoseconds: nanoseconds)
            #expect(Self.isSensible(tracker.process(fix).answer, on: map))
            #expect(Self.isSensible(tracker.estimate(at: TrackTime(nanoseconds: .max)), on: map))
            #expect(Self.isSensible(tracker.estimate(at: TrackTime(nanoseconds: .min)), on: map))
        }
    }

    /// Numbers that no reader lets through, but a user of the library may.
    @Test func numbersThatAreNone() {
        let map = MadeLineTests.parallel
        for odd in [Double.nan, .infinity, -.infinity, -1, 1e308, .leastNonzeroMagnitude] {
            for part in 0..<5 {
                var tracker = RailwayTracker(TrackNetwork(map))
                let ride = MadeRide(MadeLineTests.straight, at: [1_000, 2_000])
                for (number, good) in ride.fixes.enumerated() {
                    var fix = good
                    if number % 10 == 3 {
                        switch part {
                        case 0: fix.latitude = odd
                        case 1: fix.longitude = odd
                        case 2: fix.speed = odd
                        case 3: fix.course = odd
                        default: fix.accuracy = odd
                        }
                    }
                    #expect(Self.isSensible(tracker.process(fix).answer, on: map), "\(odd) in \(part)")
                }
            }
        }
    }

    private static func emptyOnes() -> [(String, RailwayMap)] {
        let track = MadeLineTests.straight
        var trackless = track.railway("A", stations: [0, 6_000, 12_000])
        trackless.segments = []
        var placeless = track.railway("A", stations: [0, 6_000, 12_000])
        for station in placeless.stations.indices { placeless.stations[station].position = nil }
        var dotted = track.railway("A", stations: [0, 6_000])
        dotted.segments = [Railway.Segment(isUnderground: false, points: [Railway.Position(latitude: 35, longitude: 139)])]
        return [
            ("no railway", RailwayMap()), ("no station", made(track.railway("A", stations: []))),
            ("one station", made(track.railway("A", stations: [6_000]))), ("no track", made(trackless)),
            ("no places", made(placeless)), ("a dot", made(dotted)),
        ]
    }

    @Test func mapsWithNothingToName() {
        let ride = MadeRide(MadeLineTests.straight, at: [1_000, 3_000, 6_000])
        for (what, map) in Self.emptyOnes() {
            let followed = FollowedRide(ride.fixes, on: map)
            #expect(followed.lines.allSatisfy { $0 == nil }, "\(what)")
            #expect(followed.answers.allSatisfy { Self.isSensible($0, on: map) }, "\(what)")
            #expect(followed.events.isEmpty, "\(what)")
        }
    }

    @Test func twoStationsAreALine() {
        let map = made(MadeLineTests.straight.railway("A", stations: [1_000, 9_000]))
        var ride = MadeRide(MadeLineTests.straight, at: [1_000, 9_000])
        ride.call(MadeLineTests.straight, at: [9_000, 1_000])
        let followed = FollowedRide(ride.fixes, on: map)
        #expect(followed.namedInOrder == ["A"])
        #expect(followed.events("arrived") == ["arrived A.1", "arrived A.0"])
        #expect(followed.answers.allSatisfy { Self.isSensible($0, on: map) })
    }

    /// Stations at one point, twice in the list, and far from the track.
    @Test func oddStations() {
        var railway = MadeLineTests.straight.railway("A", stations: [0, 3_000, 3_000, 3_000, 6_000, 12_000])
        railway.stations.append(
            Railway.Station(id: "far", name: LocalizedName("far"), position: Railway.Position(latitude: -35, longitude: 0)))
        let map = made(railway)
        let followed = FollowedRide(MadeRide(MadeLineTests.straight, at: [0, 3_000, 6_000, 12_000, 3_000]).fixes, on: map)
        #expect(followed.answers.allSatisfy { Self.isSensible($0, on: map) })
        #expect(followed.namedInOrder == ["A"])
    }
}
