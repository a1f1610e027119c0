// SPDX-License-Identifier: MIT
import Foundation
import TestTraits

@testable import Railways

/// A city of straight lines, as the source of an importer.
struct MadeCity {
    /// A line past its stations: their names, and metres east and north of the city's middle.
    struct Line {
        var name: String
        var stations: [(name: String, east: Double, north: Double)]
    }
    var lines: [Line]

    /// Streets a kilometre and a half apart, each with a tram, and a station at each crossing.
    static let grid = MadeCity(
        lines: (0..<7).flatMap { number -> [Line] in
            let stations = { (crossing: (Int) -> (Int, Int)) in
                (0..<7).map { place in
                    let (x, y) = crossing(place)
                    return (name: "Corner \(x)-\(y)", east: Double(x) * 1_500, north: Double(y) * 1_500)
                }
            }
            return [
                Line(name: "A\(number)", stations: stations { ($0, number) }),
                Line(name: "S\(number)", stations: stations { (number, $0) }),
            ]
        })

    /// Seven lines through one station, and a ring that meets all of them: just eight colours suffice.
    static let star = MadeCity(lines: radial(7, hub: "Middle", at: 0) + [ring])

    /// Eleven lines through one station and eight through another: eight colours do not suffice.
    static let crowd = MadeCity(lines: radial(11, hub: "Central", at: 0) + radial(8, hub: "West", at: -30_000))

    private static func radial(_ count: Int, hub: String, at east: Double) -> [Line] {
        (0..<count).map { number in
            let angle = Double(number) * .pi / Double(count)
            return Line(
                name: "\(hub.prefix(1))\(number)",
                stations: (-3...3).map { place in
                    let way = Double(place) * 2_000
                    return (place == 0 ? hub : "\(hub) \(number) \(place)", east + way * cos(angle), way * sin(angle))
                })
        }
    }

    private static var ring: Line {
        Line(
            name: "Ring",
            stations: (0..<15).map { place in
                let angle = Double(place) * .pi / 7
                // At the outermost but one stations of the radial lines, the first of which closes the ring.
                let (number, isFar) = (place % 14 % 7, place % 14 >= 7)
                return ("Middle \(number) \(isFar ? -2 : 2)", 4_000 * cos(angle), 4_000 * sin(angle))
            })
    }

    private func position(_ station: (name: String, east: Double, north: Double)) -> (String, String) {
        (String(format: "%.6f", 50 + station.north / 111_229), String(format: "%.6f", 10 + station.east / 71_696))
    }

    /// Writes the city as a GTFS feed.
    func gtfs(in folder: Folder) throws -> String {
        var stops = "stop_id,stop_name,stop_lat,stop_lon\n"
        var routes = "route_id,agency_id,route_short_name,route_type\n"
        var trips = "route_id,service_id,trip_id,direction_id\n"
        var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        for line in lines {
            routes += "\(line.name),A,\(line.name),1\n"
            trips += "\(line.name),D,T\(line.name),0\n"
            for (place, station) in line.stations.enumerated() {
                let (latitude, longitude) = position(station)
                stops += "\(line.name)-\(place),\(station.name),\(latitude),\(longitude)\n"
                times += "T\(line.name),08:\(10 + place):00,08:\(10 + place):00,\(line.name)-\(place),\(place)\n"
            }
        }
        let agency = "agency_id,agency_name,agency_url,agency_timezone\nA,Made,https://example.org/,Europe/Berlin\n"
        for (name, text) in [("agency", agency), ("stops", stops), ("routes", routes), ("trips", trips), ("stop_times", times)] {
            try folder.write(text, to: name + ".txt")
        }
        return folder.url.path
    }

    /// Writes the city as an OpenStreetMap extract.
    func osm(in folder: Folder) throws -> String {
        var nodes = "", ways = "", relations = ""
        for (number, line) in lines.enumerated() {
            let ids = line.stations.indices.map { number * 100 + $0 + 1 }
            for (id, station) in zip(ids, line.stations) {
                let (latitude, longitude) = position(station)
                nodes += "<node id=\"\(id)\" lat=\"\(latitude)\" lon=\"\(longitude)\"><tag k=\"public_transport\" v=\"stop_position\"/>"
                nodes += "<tag k=\"railway\" v=\"stop\"/><tag k=\"name\" v=\"\(station.name)\"/></node>\n"
            }
            ways += "<way id=\"\(number + 1)\">" + ids.map { "<nd ref=\"\($0)\"/>" }.joined() + "<tag k=\"railway\" v=\"subway\"/></way>\n"
            relations += "<relation id=\"\(number + 1)\">" + ids.map { "<member type=\"node\" ref=\"\($0)\" role=\"stop\"/>" }.joined()
            relations +=
                "<member type=\"way\" ref=\"\(number + 1)\" role=\"\"/><tag k=\"type\" v=\"route\"/><tag k=\"route\" v=\"subway\"/>"
            relations += "<tag k=\"ref\" v=\"\(line.name)\"/><tag k=\"name\" v=\"\(line.name)\"/></relation>\n"
        }
        return try folder.write("<?xml version=\"1.0\"?>\n<osm version=\"0.6\">\n\(nodes)\(ways)\(relations)</osm>\n", to: "city.osm").path
    }
}
