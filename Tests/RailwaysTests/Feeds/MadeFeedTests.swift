// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Feeds of three made cities: each shape is imported, and rides along the feed's own shapes are followed.
@Suite(.computing) struct MadeFeedTests {
    enum City: String, CaseIterable {
        case metro, trams, commuter

        var feed: MadeFeed {
            switch self {
            case .metro: .metro
            case .trams: .trams
            case .commuter: .commuter
            }
        }
    }

    private static func imported(_ city: City) throws -> RailwayImport {
        let folder = try Folder()
        return try GTFSImporter(path: city.feed.write(in: folder)).read()
    }

    /// The route of an imported line: `M1` of the branch `M1:2`.
    private static func route(_ line: String) -> String { String(line.prefix { $0 != ":" }) }

    @Test(arguments: City.allCases) func everyShapeIsImported(_ city: City) throws {
        let feed = city.feed
        let map = try Self.imported(city).map
        for trip in feed.trips {
            let lines = map.railways.filter { Self.route($0.id) == trip.route }
            let far = feed.points(ofShape: trip.shape).map { point in lines.map { $0.distance(to: point) }.min() ?? .infinity }
            #expect(far.allSatisfy { $0 < 10 }, "\(trip.route): \(far.count { $0 >= 10 }) of \(far.count) points, \(far.max() ?? 0) m")
            for call in trip.calls { #expect(lines.contains { $0.names.contains(call.name) }, "\(trip.route): \(call.name)") }
        }
    }

    @Test func wayBackBranchesAndLoopsAreInOrder() throws {
        let trams = try Self.imported(.trams)
        let back = try #require(trams.map["T1:2"])
        #expect(back.names == ["West 3", "Low Street 3", "Low Street 2", "Low Street 1", "Low Street 0", "East 0"])
        // No train runs on it without a stop: those by the other street leave the line.
        #expect(back.patterns.map(\.stops) == [[Bool](repeating: true, count: 6)])
        #expect(trams.map["T1"]?.patterns.map { $0.stops.count { $0 } } == [13, 4, 5])
        let ring = try #require(trams.map["T4"])
        #expect(RailwaySurvey(ring).isLoop && ring.stations.count == 9)
        #expect(!trams.notes.contains { $0.contains("no track") })
        let metro = try Self.imported(.metro)
        #expect(metro.map.railways.map(\.id) == ["M1", "M1:2", "M2", "M3", "M4"])
        #expect(metro.map["M4"].map { RailwaySurvey($0).isLoop && $0.stations.count == 16 } == true)
        // Out on the stem, once round, and back on the stem.
        let lasso = try #require(try Self.imported(.commuter).map["Y"])
        #expect(lasso.names == ["Hill 0", "Hill 1", "Hill 2", "School 0", "School 1", "School 2", "Hill 2", "Hill 1", "Hill 0"])
        #expect(lasso.patterns.map(\.stops) == [[Bool](repeating: true, count: 9)])
    }

    /// What the tracker says on the rides of a city, in fixes.
    private struct Tally {
        /// Since stops or track differ from those of other lines: all, with the right line, and with its right direction.
        var all = 0, line = 0, direction = 0
        /// Before: all with a line, with one of the lines that are alike, and with two of them.
        var alike = 0, among = 0, both = 0

        mutating func count(_ ride: FeedRide, _ followed: FollowedRide, on map: RailwayMap) {
            let likely = ride.rivals.union([ride.trip.route])
            for (moment, answer) in zip(ride.moments, followed.answers) where moment.isRiding {
                let route = answer.railway.map { MadeFeedTests.route(map.railways[$0].id) }
                if ride.rivals.isEmpty || moment.along > ride.differsAt + FeedRide.seen {
                    all += 1
                    line += route == ride.trip.route ? 1 : 0
                    direction += route == ride.trip.route && answer.isAscending == (ride.trip.direction == 0) ? 1 : 0
                } else if moment.along < ride.differsAt, let route {
                    let second = answer.runnerUp.map { MadeFeedTests.route(map.railways[$0].id) }
                    alike += 1
                    among += likely.contains(route) ? 1 : 0
                    both += answer.runnerUpShare >= 0.25 && second != route && likely.isSuperset(of: [route, second ?? ""]) ? 1 : 0
                }
            }
        }
    }

    /// The line where stops or track differ, and both lines where they do not.
    @Test(arguments: City.allCases) func ridesAreFollowed(_ city: City) throws {
        let feed = city.feed
        let network = TrackNetwork(try Self.imported(city).map)
        var tally = Tally()
        for (number, trip) in feed.trips.enumerated() {
            for (turn, receiver) in [RideReceiver.Kind.good, .phone, .poor].enumerated() {
                let length = min(trip.calls.count - 1, 5 + (number + turn) % 6)
                let first = (number * 7 + turn * 3) % (trip.calls.count - length)
                let ride = FeedRide(
                    number, of: feed, calls: first...first + length, receiver: receiver, seed: UInt64(number * 3 + turn + 7_000))
                var tracker = RailwayTracker(network)
                tally.count(ride, FollowedRide(ride.moments.map(\.fix), with: &tracker), on: network.map)
            }
        }
        print("\(city): \(tally)")
        #expect(tally.all > 10_000 && tally.alike > 500)
        #expect(Double(tally.line) >= 0.95 * Double(tally.all), "\(tally)")
        #expect(Double(tally.direction) >= 0.95 * Double(tally.all), "\(tally)")
        #expect(Double(tally.among) >= 0.95 * Double(tally.alike), "\(tally)")
        #expect(Double(tally.both) >= 0.9 * Double(tally.alike), "\(tally)")
    }

    /// Loops and branches of one way are known as such, also one that runs against the order of its stations, and rides go round
    /// them that way.
    @Test func linesOfOneWayAreRiddenThatWayOnly() throws {
        let network = TrackNetwork(try Self.imported(.trams).map)
        let ways = network.map.railways.map { "\($0.id) \($0.onlyWay.map { $0 ? "ascends" : "descends" } ?? "both")" }
        #expect(ways == ["T1 both", "T1:2 descends", "T3 both", "T4 ascends", "T2 both", "T5 both", "T5:2 descends"])
        let ring = try #require(network.railway("T4"))
        let stations = network.map.railways[ring].stations.map(\.id)
        for (from, to) in [(2, 1), (5, 3)] {
            let ride = try SimulatedRide(on: network, from: [stations[from]], to: [stations[to]], line: ring, seed: 1)
            #expect(ride.legs.map(\.isAscending) == [true])
            #expect(ride.legs.first?.calls.count == stations.count + to - from + 1)
        }
    }
}
