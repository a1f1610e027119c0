// SPDX-License-Identifier: MIT
import Foundation
import Railways
import Tracking

extension RideSet {
    private struct Journey: Decodable {
        struct Leg: Decodable {
            var railway: String
            var plausible: [String]
            var unix0: Double
            var unix1: Double
        }
        var id: String
        var category: String
        var legs: [Leg]
    }

    /// Reads simulated journeys with their ground truth: `journeys.json`, and for each ride `ID.csv` and `ID.truth.csv`, one row
    /// per second.
    init(journeys folder: String, on map: RailwayMap) throws {
        let journeys = try JSONDecoder().decode(
            [Journey].self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/journeys.json")))
        let places = Dictionary(map.railways.enumerated().map { ($1.id, $0) }) { first, _ in first }
        rides = try journeys.map { journey in
            let fixes = try Self.fixes(folder + "/\(journey.id).csv")
            let rows = try TruthRow.read(folder + "/\(journey.id).truth.csv")
            let isWithoutTrain = journey.category.hasPrefix("notrain")
            let truth = fixes.map { fix in
                let time = Double(fix.time?.nanoseconds ?? 0) / 1e9
                let row = rows.min { abs($0.time - time) < abs($1.time - time) }
                let leg = journey.legs.first { $0.unix0 <= time && time < $0.unix1 + 2 } ?? journey.legs.last
                let names = [row?.railway ?? ""] + (leg?.plausible ?? [])
                return Truth(
                    isRiding: row?.isRiding ?? false, lines: names.compactMap { places[$0] }, isWithoutTrain: isWithoutTrain)
            }
            return Ride(fixes: fixes, truth: truth)
        }
        title = "the fixes of \(rides.count) simulated journeys"
    }

    private static func fixes(_ path: String) throws -> [Fix] {
        var reader = try TrackInput.open(ByteSource(path: path))
        var fixes: [Fix] = []
        while let item = try reader.next() {
            switch item {
            case .fix(let fix): fixes.append(fix)
            case .fault(let fault): throw fault
            }
        }
        return fixes
    }
}

private struct TruthRow {
    /// Seconds since 1970.
    var time: Double
    var isRiding: Bool
    var railway: String

    static func read(_ path: String) throws -> [TruthRow] {
        let table = try CSVTable(ByteSource(path: path))
        let columns = (time: table.column("unix"), mode: table.column("mode"), railway: table.column("railway"))
        var rows: [TruthRow] = []
        while try table.next() {
            guard let time = table.number(columns.time) else { continue }
            rows.append(
                TruthRow(
                    time: time, isRiding: table.text(columns.mode) == "train", railway: table.text(columns.railway)))
        }
        return rows
    }
}
