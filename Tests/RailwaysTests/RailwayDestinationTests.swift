// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Destinations by the name of a station, and of a place for which the rider gets off at the nearest station.
@Suite(.computing) struct RailwayDestinationTests {
    /// The Tokyo Photographic Art Museum, 600 m from Ebisu; a place in Chichibu's mountains; one that is nowhere.
    private static let points = [
        LandmarkPoint(name: "Art Museum", place: .at(35.6415, 139.7134)), LandmarkPoint(name: "Hut", place: .at(35.95, 138.8)),
        LandmarkPoint(name: "Ueno", place: .at(35.6415, 139.7134)), LandmarkPoint(name: "Off Earth", place: .at(139, 35)),
        LandmarkPoint(name: "Home", place: .start),
    ]

    private static func destination(_ word: String, _ points: [LandmarkPoint] = points) throws -> RailwayDestination {
        try RailwayDestination(called: word, on: try RailwayLibrary.greaterTokyo().map, points: points)
    }

    @Test func aPlaceIsTheNearestStationOfEachLine() throws {
        let museum = try Self.destination("art museum")
        #expect(museum.landmark == "Art Museum" && museum.stations.first?.hasSuffix(".Ebisu") == true)
        #expect(Set(museum.stations).isSuperset(of: ["JR-East.Yamanote.Ebisu", "TokyoMetro.Hibiya.Ebisu", "TokyoMetro.Namboku.Meguro"]))
        let lines = museum.stations.map { $0.split(separator: ".").dropLast().joined(separator: ".") }
        #expect(Set(lines).count == lines.count && !museum.stations.contains("JR-East.Yamanote.Meguro"))
    }

    @Test func stationsComeFirst() throws {
        let ueno = try Self.destination("Ueno")
        #expect(ueno.landmark == nil && !ueno.stations.isEmpty && ueno.stations.allSatisfy { $0.hasSuffix(".Ueno") })
    }

    @Test func mistakesNameWhatThereIs() throws {
        func text(_ word: String, _ points: [LandmarkPoint] = Self.points) throws -> String {
            try #require(throws: RailwayError.self) { try Self.destination(word, points) }.description
        }
        let unknown = try text("Art Musem")
        #expect(unknown.contains("there is no such station or point") && unknown.contains("the points are Art Museum, Hut, Ueno"))
        #expect(try text("Hom").contains("did you mean the point Home?"))
        #expect(try text("Shinagwa").contains("did you mean Shinagawa?; the points are Art Museum"))
        #expect(try !text("Shinagwa", []).contains("point"))
        #expect(try text("Hut").contains("the nearest station, ") && text("Hut").contains(" km away; name the station"))
        for word in ["Off Earth", "Home"] { #expect(try text(word).contains("no position on Earth; give it as --point '\(word)=LAT,LON'")) }
    }

    /// A line that passes the nearest station twice may be left there on either way.
    @Test func bothVisitsOfALassoCount() throws {
        let station = try #require(RailwayLibrary.greaterTokyo().map.railway("Yamaman.Yukarigaoka")?.stations[1].position)
        let point = LandmarkPoint(name: "Shop", place: .at(station.latitude + 0.001, station.longitude))
        let stations = try Self.destination("Shop", [point]).stations.filter { $0.hasPrefix("Yamaman") }
        #expect(stations == ["Yamaman.Yukarigaoka.ChikuCenter", "Yamaman.Yukarigaoka.ChikuCenter.1"])
    }

    @Test func aRideToAPlaceIsAnnounced() throws {
        let map = try RailwayLibrary.greaterTokyo().map, museum = try Self.destination("Art Museum")
        let ride = try SimulatedRideTests.ride("Shinjuku", "Ebisu", line: "JR-East.Yamanote")
        var receiver = RideReceiver(.good, seed: 1)
        var tracker = RideTracker.maker(map: map, destination: museum.stations)([])
        let announcer = Announcer(RailwayNames(map), goal: museum)
        var said: [String] = []
        for moment in ride.moments(every: 1) {
            guard let fix = receiver.fix(at: moment, start: TrackTime(nanoseconds: 0)) else { continue }
            let update = tracker.step(to: fix).update
            said += update.events.map { announcer.sentence($0, channels: update.channels) }.filter { $0.contains("Art Museum") }
        }
        #expect(said.last == "Ebisu, your stop for Art Museum")
        #expect(said.contains("Get ready for Ebisu, your stop for Art Museum"))
        #expect(
            announcer.sentence(TrackEvent(.wrongLine, subject: museum.stations[0]), channels: ChannelValues())
                == "Art Museum is not on this line")
    }
}
