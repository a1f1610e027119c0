// SPDX-License-Identifier: MIT
import PlainText
import Railways
import TerminalIO

/// The stations and lines around a position, as text. A place where several railways meet is one station.
struct NearbyReport {
    struct Station {
        let name: String
        /// Metres.
        let distance: Double
        /// The lines that stop there, with the station's number on each.
        var lines: [String]

        var json: JSONValue {
            .object([("distance", .number(distance)), ("lines", .array(lines.map(JSONValue.text))), ("name", .text(name))])
        }
    }
    struct Line {
        let name: String
        let id: String
        /// Metres.
        let distance: Double

        var json: JSONValue { .object([("distance", .number(distance)), ("id", .text(id)), ("name", .text(name))]) }
    }

    private(set) var stations: [Station] = []
    let lines: [Line]
    /// Metres to the nearest station or line; nil for an empty map.
    let nearest: Double?

    /// Metres within which stations of the same name are merged.
    private static let onePlace = 500.0

    init(_ map: RailwayMap, latitude: Double, longitude: Double, languages: [String], count: Int) {
        let nearby = map.near(latitude: latitude, longitude: longitude)
        nearest = nearby.railways.first?.distance ?? nearby.stations.first?.distance
        lines = nearby.railways.prefix(count).map { railway, distance in
            Line(name: map.railways[railway].name.text(languages), id: map.railways[railway].id, distance: distance)
        }
        /// The first station near enough to be one with the next; the distances only grow.
        var first = 0
        for (found, distance) in nearby.stations {
            while first < stations.count, distance - stations[first].distance >= Self.onePlace { first += 1 }
            let name = map[found].name.text(languages)
            let title = map.railways[found.railway].name.text(languages) + (map[found].code.map { " \($0)" } ?? "")
            if let known = stations[first...].firstIndex(where: { RailwayMap.isSameName($0.name, name) }) {
                // A line may have two platforms of one number.
                if !stations[known].lines.contains(title) { stations[known].lines.append(title) }
            } else if stations.count < count {
                stations.append(Station(name: name, distance: distance, lines: [title]))
            } else if distance > (stations.last?.distance ?? 0) + Self.onePlace {
                break
            }
        }
    }

    /// The report as two tables.
    var text: String {
        let width = stations.map(\.name.terminalWidth).max() ?? 0
        let rows = stations.map { station in
            "  \(station.name.padded(toColumns: width))  \(FigureText.distance(station.distance).right(8))  "
                + station.lines.joined(separator: ", ")
        }
        let names = lines.map { "  \(FigureText.distance($0.distance).right(8))  \($0.name) (\($0.id))" }
        return (["Stations"] + rows + ["Lines"] + names).joined(separator: "\n")
    }
}
