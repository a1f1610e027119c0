// SPDX-License-Identifier: MIT
import Foundation
import Railways
import TestTraits
import Testing
import Tracking

/// The simulated journeys, tracked over one map.
struct TrackedRides: Sendable {
    /// A ride and one update for each of its fixes.
    let rides: [(ride: RecordedRide, updates: [TrackerUpdate])]
    private let names: RailwayNames

    /// - Parameters:
    ///   - only: the ids of the rides; nil for all.
    ///   - usesHindsight: follows each ride as `--hindsight` does.
    ///   - changing: edits each fix before the tracker receives it.
    init(
        over map: RailwayMap, only: [String]? = nil, usesHindsight: Bool = false, changing: (inout Fix) -> Void = { _ in }
    ) throws {
        names = RailwayNames(map)
        let network = TrackNetwork(map)
        let plain = RideTracker.maker(map: map)
        rides = try RecordedRide.all.get().filter { only?.contains($0.id) ?? true }.map { ride in
            let make = usesHindsight ? RideTracker.maker(map: map, hindsight: Hindsight(network, fixes: ride.fixes)) : plain
            var tracker = make([])
            let updates = ride.fixes.map { fix in
                var fix = fix
                changing(&fix)
                return tracker.step(to: fix).updateWithoutTicks
            }
            return (ride, updates)
        }
    }

    static let talkMapFile = TestData.beside.appendingPathComponent("map/railway.sqlite")
    static let talkMap = Result { try RailwayStore.read(talkMapFile.path).map }
    /// Over the map with which the journeys are scored.
    static let overTalkMap = Result { try TrackedRides(over: try talkMap.get()) }
    /// Over the shipped map.
    static let overShippedMap = Result { try TrackedRides(over: try RailwayLibrary.greaterTokyo().map) }

    static let talkScore = Result { try overTalkMap.get().score() }
    static let shippedScore = Result { try overShippedMap.get().score() }

    /// One ride's lines, as `track` writes them.
    func lines(_ updates: [TrackerUpdate]) -> Data {
        let names = names
        var lines: [UInt8] = []
        for update in updates {
            TrackLine.write(update, stationName: { id in names.station(id) == nil ? nil : names.stationName(id) }, to: &lines)
        }
        return Data(lines)
    }

    /// The result of the scorer that came with the journeys.
    func score() throws -> RailwayScore {
        let folder = try Folder()
        let journeys = folder.file("journeys"), results = folder.file("results")
        for place in [journeys, results] { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }
        let listed = try JSONSerialization.jsonObject(with: Data(contentsOf: RecordedRide.folder.appendingPathComponent("journeys.json")))
        let entries = try #require(listed as? [[String: Any]])
        let ids = rides.map(\.ride.id)
        let kept = entries.filter { ids.contains($0["id"] as? String ?? "") }
        try JSONSerialization.data(withJSONObject: kept).write(to: journeys.appendingPathComponent("journeys.json"))
        for (ride, updates) in rides {
            for name in ["\(ride.id).csv", "\(ride.id).truth.csv"] {
                try FileManager.default.createSymbolicLink(
                    at: journeys.appendingPathComponent(name), withDestinationURL: RecordedRide.folder.appendingPathComponent(name))
            }
            try lines(updates).write(to: results.appendingPathComponent("\(ride.id).jsonl"))
        }
        let scorer = TestData.beside.appendingPathComponent("../tools/score_track.py").path
        let run = try Program.shellMustSucceed(
            "python3 '\(scorer)' '\(journeys.path)' '\(results.path)' --map '\(Self.talkMapFile.path)' --json")
        return try RailwayScore(run.output)
    }
}

/// The scorer's report. In percent unless noted.
struct RailwayScore: Sendable {
    private let figures: [String: [String: Double]]
    private let texts: [String: String]

    init(_ json: Data) throws {
        let report = try #require(try JSONSerialization.jsonObject(with: json) as? [String: [String: Any]])
        figures = report.mapValues { $0.compactMapValues { ($0 as? NSNumber)?.doubleValue } }
        texts = (report["ALL"] ?? [:]).compactMapValues { $0 as? String }
    }

    /// - Parameter category: of journeys; nil for all.
    func figure(_ name: String, _ category: String? = nil) throws -> Double {
        try #require(figures[category ?? "ALL"]?[name], "\(category ?? "ALL"): \(name)")
    }

    /// The number of legs with the right line at their end, and of all legs.
    func legs() throws -> (right: Int, all: Int) {
        let parts = try #require(texts["legs right"]).split(separator: "/").compactMap { Int($0) }
        try #require(parts.count == 2)
        return (parts[0], parts[1])
    }

    /// Seconds from a leg's start to the first right line.
    func firstRight(_ name: String) throws -> Double { try #require(figures["first right line"]?[name]) }
}
