// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Lines that share a platform have different colours where eight suffice, and the same ones after each import.
@Suite(.computing) struct RailwayMarkTests {
    /// For each line, the lines that have a station within 150 m of one of its own.
    private static func platforms(_ map: RailwayMap) -> [Set<Int>] {
        var sharing = [Set<Int>](repeating: [], count: map.railways.count)
        let stations = map.railways.enumerated().flatMap { line, railway in
            railway.stations.compactMap { station in station.position.map { (line, $0.latitude, $0.longitude, $0.place) } }
        }.sorted { $0.1 < $1.1 }
        for (index, one) in stations.enumerated() {
            for other in stations[(index + 1)...] {
                guard (other.1 - one.1) * 110_000 <= 150 else { break }
                if one.0 != other.0, (one.2 - other.2).magnitude < 0.01, one.3.distance(to: other.3) <= 150 {
                    sharing[one.0].insert(other.0)
                    sharing[other.0].insert(one.0)
                }
            }
        }
        return sharing
    }

    /// The number of lines of the largest group that contains `chosen` and of which any two share a platform.
    private static func largestGroup(_ sharing: [Set<Int>], _ chosen: Int, among candidates: Set<Int>) -> Int {
        var largest = chosen
        var left = candidates
        for line in candidates.sorted(by: { sharing[$0].intersection(candidates).count > sharing[$1].intersection(candidates).count }) {
            guard chosen + left.count > largest else { break }
            largest = max(largest, largestGroup(sharing, chosen + 1, among: left.intersection(sharing[line])))
            left.remove(line)
        }
        return largest
    }

    /// The pairs of lines that share a platform, and those of them that have the same colour.
    private static func pairs(_ map: RailwayMap) -> (all: Int, alike: [(Int, Int)], sharing: [Set<Int>]) {
        let sharing = platforms(map)
        let pairs = sharing.enumerated().flatMap { line, others in others.filter { $0 > line }.sorted().map { (line, $0) } }
        return (pairs.count, pairs.filter { map.railways[$0.0].mark?.colour == map.railways[$0.1].mark?.colour }, sharing)
    }

    /// The pairs of lines that share a station, and those of them that have the same colour.
    private static func pairsAtStations(_ map: RailwayMap) -> (all: Int, alike: Int) {
        let meetings = LineMeetings(map).all.filter { $0.places > 0 }
        return (meetings.count, meetings.count { map.railways[$0.first].mark?.colour == map.railways[$0.second].mark?.colour })
    }

    private static func marks(_ map: RailwayMap) -> [String: Railway.Mark?] {
        Dictionary(uniqueKeysWithValues: map.railways.map { ($0.id, $0.mark) })
    }

    // MARK: Greater Tokyo

    /// Every pair that remains is part of a group of more than eight lines of which any two share a platform.
    private static func isColouredWell(_ map: RailwayMap, most: Int) {
        let (all, alike, sharing) = pairs(map)
        #expect(alike.count <= most, "\(alike.count) of \(all)")
        for (a, b) in alike {
            let group = largestGroup(sharing, 2, among: sharing[a].intersection(sharing[b]))
            #expect(group > Railway.Mark.colours, "\(map.railways[a].id) and \(map.railways[b].id): a group of \(group)")
        }
        #expect(Set(map.railways.compactMap(\.mark?.colour)) == Set(0..<Railway.Mark.colours))
        let (told, atStations) = (map.meetingLines, pairsAtStations(map))
        #expect(atStations.all >= all && atStations.alike >= alike.count)
        #expect(told.pairs >= atStations.all && told.alike >= atStations.alike)
        print("\(map.railways.count) lines: \(alike.count) of \(all) pairs at a platform alike; \(told)")
    }

    @Test func greaterTokyo() throws { Self.isColouredWell(try RailwayLibrary.greaterTokyo().map, most: 12) }

    @Test(.needs(data: "map/railway.sqlite")) func theTalksMapOfGreaterTokyo() throws {
        Self.isColouredWell(try RailwayStore.read(TestData.beside.appendingPathComponent("map/railway.sqlite").path).map, most: 12)
    }

    /// Lines that share five stations one after the other call at them in one order on one side; a loop cannot agree with the
    /// lines on both of its sides.
    @Test func linesSideBySideHaveOneSideForOneWay() throws {
        let railways = try RailwayLibrary.greaterTokyo().map.railways
        let loops = Set(railways.filter { RailwaySurvey($0).isLoop }.map(\.id))
        var agreeing = 0, all = 0
        var others: [String] = []
        for (index, one) in railways.enumerated() where !loops.contains(one.id) {
            for other in railways[(index + 1)...] where !loops.contains(other.id) {
                let places = one.stations.compactMap { station in other.stations.firstIndex { $0.name["ja"] == station.name["ja"] } }
                let ups = zip(places, places.dropFirst()).count { $0 < $1 }
                guard places.count >= 5, ups == 0 || ups == places.count - 1, let a = one.mark, let b = other.mark else { continue }
                all += 1
                let agrees = (a.side == b.side) == (ups > 0)
                agreeing += agrees ? 1 : 0
                if !agrees { others.append("\(one.id), \(other.id)") }
            }
        }
        #expect(all >= 15 && agreeing == all, "\(agreeing) of \(all): \(others)")
    }

    // MARK: Imported cities

    enum City: String, CaseIterable {
        case grid, star, crowd

        func source(in folder: Folder) throws -> String {
            switch self {
            case .grid: try MadeCity.grid.gtfs(in: folder)
            case .star: try MadeCity.star.osm(in: folder)
            case .crowd: try MadeCity.crowd.gtfs(in: folder)
            }
        }
        var format: RailwayFormat { self == .star ? .osm : .gtfs }
        /// The fewest pairs that eight colours leave alike: eleven lines at one station leave three.
        var fewest: Int { self == .crowd ? 3 : 0 }
        var lines: Int { self == .grid ? 14 : self == .star ? 8 : 19 }
    }

    @Test(arguments: City.allCases) func anImportedCity(_ city: City) throws {
        let folder = try Folder(), scratch = try Folder()
        let read = try city.format.importer(try city.source(in: folder)).read { _ in }
        try RailwayStore.write(read.map, to: scratch.path("a.sqlite"))
        let map = try RailwayStore.read(scratch.path("a.sqlite")).map
        let (all, alike, _) = Self.pairs(map)
        #expect(map.railways.count == city.lines && all > 20)
        #expect(alike.count == city.fewest)
        #expect(Self.pairsAtStations(map).alike == city.fewest)
        // Imported anew, from the source in another order and from the database.
        var other = try city.format.importer(try city.source(in: folder)).read { _ in }
        other.map.railways.reverse()
        try RailwayStore.write(other.map, to: scratch.path("b.sqlite"))
        #expect(Self.marks(try RailwayStore.read(scratch.path("b.sqlite")).map) == Self.marks(map))
        try RailwayStore.write(try DatabaseImporter(path: scratch.path("b.sqlite")).read { _ in }.map, to: scratch.path("c.sqlite"))
        #expect(Self.marks(try RailwayStore.read(scratch.path("c.sqlite")).map) == Self.marks(map))
    }

    // MARK: Databases

    @Test func aDatabaseWithoutMarksIsMarkedWhenItIsRead() throws {
        let scratch = try Folder()
        try RailwayStore.write(try RailwayLibrary.greaterTokyo().map, to: scratch.path("a.sqlite"), layout: .compact)
        for change in ["DELETE FROM railwayMark WHERE railway = 'JR-East.Yamanote'", "DROP TABLE railwayMark"] {
            try DatabaseQueue(path: scratch.path("a.sqlite")).write { try $0.execute(sql: change) }
            #expect(try RailwayStore.read(scratch.path("a.sqlite")).map == RailwayLibrary.greaterTokyo().map)
        }
    }

    @Test func linesThatRunSideBySideOrLeadOnDiffer() throws {
        func line(_ id: String, _ ends: (Double, Double), _ others: (Double, Double)) -> Railway {
            let track = MadeTrack([ends, others])
            return track.railway(id, stations: [300, track.length - 300])
        }
        let map = made(
            line("base", (0, 0), (8_000, 0)), line("beside", (8_000, 280), (-500, 280)), line("far", (0, 900), (8_000, 900)),
            line("across", (4_000, -3_000), (4_000, 3_000)), line("after", (8_200, 0), (14_000, -2_000))
        ).marked()
        let marks = Self.marks(map).compactMapValues(\.self)
        let base = try #require(marks["base"]), beside = try #require(marks["beside"]), after = try #require(marks["after"])
        #expect(base.colour != beside.colour && base.colour != after.colour)
        // A crossing without a station and a track farther away meet nothing.
        #expect(map.meetingLines.pairs == 2 && marks["across"]?.colour == base.colour && marks["far"]?.colour == base.colour)
        #expect(beside.side == -base.side && after.side == base.side)
    }

    @Test func theTrackerSaysThem() throws {
        let map = try RailwayLibrary.greaterTokyo().map
        let network = TrackNetwork(map)
        let index = try #require(network.railway("JR-East.Yamanote"))
        let mark = try #require(map.railways[index].mark)
        var answer = RailwayAnswer()
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
        RailwayChannels(network: network).write(answer, [], to: &update)
        #expect(update.channels["line.colour"] == nil && update.channels["direction.side"] == nil)
        answer.railway = index
        for (isAscending, side) in [(nil, nil), (true, mark.side), (false, -mark.side)] as [(Bool?, Int?)] {
            answer.isAscending = isAscending
            update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
            RailwayChannels(network: network).write(answer, [], to: &update)
            #expect(update.channels["line.colour"] == .number(Double(mark.colour)))
            #expect(update.channels["direction.side"] == side.map { .number(Double($0)) })
        }
    }
}
