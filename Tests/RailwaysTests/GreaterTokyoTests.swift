// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Railways
@testable import TokyoMap

/// The shipped map: it is the importer's output, and it agrees with other sources on Tokyo.
@Suite(.computing) struct GreaterTokyoTests {
    @Test(.needs(data: "tokyo")) func itIsMadeAnewFromTheSources() throws {
        var stages: Set<String> = []
        let made = try TaggedOSMImporter(folder: TestData.beside.appendingPathComponent("tokyo").path).read { stages.insert($0.stage) }
        let shipped = try RailwayLibrary.greaterTokyo()
        #expect(made.notes == shipped.notes)
        #expect(made.map.marked() == shipped.map, "run Scripts/make-tokyo")
        #expect(stages.count > 2)
        #expect(shipped.map.credits.contains { $0.contains("TokyoGTFS") && $0.contains("CC0") })
        #expect(shipped.map.credits.contains { $0.contains("(c) 2019 TinyKitten") && $0.contains("Permission is hereby granted") })
    }

    @Test(.needs(data: "map/railway.sqlite")) func itAgreesWithAnotherMapOfTheSameRailways() throws {
        let shipped = try RailwayLibrary.greaterTokyo().map
        let other = try RailwayStore.read(TestData.beside.appendingPathComponent("map/railway.sqlite").path).map
        var differing: [String] = []
        var distances: [Double] = []
        for railway in other.railways {
            guard let own = shipped.railway(railway.id) else { continue }
            let positions = Dictionary(uniqueKeysWithValues: own.stations.map { ($0.id, $0.position) })
            let ids = railway.stations.map(\.id)
            let order = own.stations.filter { $0.position != nil }.map(\.id).filter(Set(ids).contains)
            let placed = ids.filter { positions[$0].flatMap(\.self) != nil }
            if order != placed, order != placed.reversed() { differing.append(railway.id) }
            for station in railway.stations {
                guard let a = station.position, let b = positions[station.id].flatMap(\.self) else { continue }
                distances.append(a.place.distance(to: b.place))
            }
        }
        #expect(differing == [])
        #expect(distances.count > 2500)
        distances.sort()
        #expect(distances[distances.count / 2] < 30)
        #expect(distances[distances.count * 95 / 100] < 110)
        #expect(try #require(distances.last) < 500)
    }

    /// The order of its stations decides which way a line ascends, not the order in which a source draws its track.
    @Test func aPathAscendsHoweverItsTrackIsDrawn() throws {
        for railway in try RailwayLibrary.greaterTokyo().map.railways where !railway.isLoop {
            var drawnBack = railway
            drawnBack.segments = railway.segments.reversed().map {
                Railway.Segment(isUnderground: $0.isUnderground, points: $0.points.reversed())
            }
            let (one, other) = (TrackPath(railway), TrackPath(drawnBack))
            #expect(one.points == other.points, "\(railway.id)")
            #expect(one.stops.map(\.station) == other.stops.map(\.station), "\(railway.id)")
            #expect(zip(one.stops, other.stops).allSatisfy { ($0.along - $1.along).magnitude < 0.001 }, "\(railway.id)")
        }
    }

    @Test func everyLineIsWholeAndPassesItsStations() throws {
        for railway in try RailwayLibrary.greaterTokyo().map.railways {
            let survey = RailwaySurvey(railway)
            #expect(survey.gaps.isEmpty, "\(railway.id)")
            #expect(survey.length > 500, "\(railway.id)")
            #expect(survey.offTrack.isEmpty, "\(railway.id)")
            #expect(railway.stations.count > 1, "\(railway.id)")
            #expect(railway.patterns.allSatisfy { $0.stops.count == railway.stations.count && $0.stops.contains(true) })
            let places = railway.stations.compactMap { station in station.position.map { offset($0, railway) } }
            if !survey.isLoop, Set(railway.stations.map { $0.name["ja"] }).count == railway.stations.count {
                #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "\(railway.id)")
            }
        }
    }

    @Test func loopsAndLinesThatComeBackKeepTheirOrder() throws {
        let map = try RailwayLibrary.greaterTokyo().map
        let yamanote = try #require(map.railway("JR-East.Yamanote"))
        #expect(RailwaySurvey(yamanote).isLoop && yamanote.stations.count == 30)
        #expect(abs(RailwaySurvey(yamanote).length - 34_500) < 500)
        let oedo = try #require(map.railway("Toei.Oedo")).stations.map(\.id)
        let both = [oedo.firstIndex(of: "Toei.Oedo.Tochomae"), oedo.firstIndex(of: "Toei.Oedo.Tochomae.1")]
        #expect(both == [0, 28] && oedo.last == "Toei.Oedo.Hikarigaoka")
        let yukari = try #require(map.railway("Yamaman.Yukarigaoka")).stations.map { $0.id.replacing("Yamaman.Yukarigaoka.", with: "") }
        #expect(
            yukari == [
                "Yukarigaoka", "ChikuCenter", "Koen", "Joshidai", "Chugakko", "Ino", "Koen.1", "ChikuCenter.1", "Yukarigaoka.1",
            ])
    }

    /// A lasso's stem is one track: out on it, once round, and back.
    @Test func oneLineOfGreaterTokyoHasAStem() throws {
        let network = TrackNetwork(try RailwayLibrary.greaterTokyo().map)
        let stems = zip(network.map.railways, network.lines).filter { $1.stem > 0 }
        #expect(stems.map(\.0.id) == ["Yamaman.Yukarigaoka"])
        #expect(stems.allSatisfy { (1_000...1_200).contains($1.stem) }, "\(stems.map(\.1.stem))")
    }

    /// Trains reverse at Mt. Fuji, Fujisawa, Hanno, Seibu-Chichibu and Kashiwa: for some 400 m there both legs are one track.
    @Test func fiveLinesOfGreaterTokyoReverseInAStation() throws {
        let network = TrackNetwork(try RailwayLibrary.greaterTokyo().map)
        let places = zip(network.map.railways, network.lines).flatMap { railway, line in
            line.switchbacks.filter { $0.reach > 300 }.compactMap { place in
                line.stations.min { ($0.along - place.along).magnitude < ($1.along - place.along).magnitude }.map {
                    railway.stations[$0.station].id
                }
            }
        }
        #expect(
            places.sorted() == [
                "Fujikyu.Fujikyu.MtFuji", "Odakyu.Enoshima.Fujisawa", "Seibu.Ikebukuro.Hanno", "Seibu.SeibuChichibu.SeibuChichibu",
                "Tobu.TobuUrbanPark.Kashiwa",
            ])
    }

    @Test func recordedLegsRunAlongTheOrderAndStopWhereTheirTrainDoes() throws {
        struct Ride: Decodable {
            struct Leg: Decodable {
                var railway: String
                var stops: [String]
                var passed: [String]
            }
            var legs: [Leg]
        }
        let map = try RailwayLibrary.greaterTokyo().map
        let file = TestData.fixtures.appendingPathComponent("journeys/journeys.json")
        let rides = try JSONDecoder().decode([Ride].self, from: Data(contentsOf: file))
        var expresses = 0
        var known = 0
        for leg in rides.flatMap(\.legs) {
            guard let railway = map.railway(leg.railway) else { continue }
            let places = leg.stops.compactMap { stop in railway.stations.firstIndex { $0.id == stop } }
            #expect(places.count == leg.stops.count, "\(leg.railway): \(leg.stops)")
            let ups = zip(places, places.dropFirst()).count { $0 < $1 }
            // A loop passes its seam at most once.
            #expect(min(ups, places.count - 1 - ups) <= (RailwaySurvey(railway).isLoop ? 1 : 0), "\(leg.railway): \(leg.stops)")
            let passed = leg.passed.compactMap { stop in railway.stations.firstIndex { $0.id == stop } }
            guard !passed.isEmpty else { continue }
            expresses += 1
            if railway.patterns.contains(where: { pattern in
                places.allSatisfy { pattern.stops[$0] } && passed.allSatisfy { !pattern.stops[$0] }
            }) {
                known += 1
            }
        }
        // Timetables change between the sources' years.
        #expect(expresses > 5 && known * 5 >= expresses * 4, "\(known) of \(expresses)")
    }

    @Test func knownTrainsStopWhereTheyDo() throws {
        let map = try RailwayLibrary.greaterTokyo().map
        func stops(_ id: String, _ kind: String) throws -> [[String]] {
            let railway = try #require(map.railway(id))
            return railway.patterns.filter { $0.name["ja"] == kind }.map { pattern in
                zip(railway.stations, pattern.stops).filter(\.1).compactMap { $0.0.name["ja"] }
            }
        }
        // The operators' own line maps.
        #expect(
            try stops("MIR.TsukubaExpress", "快速").contains([
                "秋葉原", "新御徒町", "浅草", "南千住", "北千住", "八潮", "南流山", "流山おおたかの森", "守谷", "つくば",
            ]))
        #expect(
            try stops("JR-East.ChuoRapid", "中央特快").contains {
                $0.starts(with: [
                    "東京", "神田", "御茶ノ水", "四ツ谷", "新宿", "中野", "三鷹", "国分寺", "立川",
                ])
            })
        #expect(map.railways.count { $0.patterns.isEmpty } < map.railways.count / 4)
    }

    /// Metres along the track to the point nearest to a position.
    private func offset(_ position: Railway.Position, _ railway: Railway) -> Double {
        var best = (distance: Double.infinity, offset: 0.0)
        var sum = 0.0
        for segment in railway.segments {
            let places = segment.points.map(\.place)
            for (a, b) in zip(places, places.dropFirst()) {
                let length = a.distance(to: b)
                let (distance, share) = position.place.nearest(between: a, b)
                if distance < best.distance { best = (distance, sum + share * length) }
                sum += length
            }
        }
        return best.offset
    }
}
