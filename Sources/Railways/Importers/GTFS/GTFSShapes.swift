// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// The shapes of the given ids.
struct GTFSShapes {
    private(set) var shapes: [String: [Railway.Position]] = [:]
    private(set) var notes: [String] = []

    init(_ feed: GTFSFeed, of wanted: Set<String>, progress: (ImportProgress) -> Void) throws(RailwayError) {
        guard !wanted.isEmpty,
            let table = try feed.table(
                "shapes.txt", needs: ["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence"])
        else { return }
        let id = table.column("shape_id")
        let latitude = table.column("shape_pt_lat")
        let longitude = table.column("shape_pt_lon")
        let sequence = table.column("shape_pt_sequence")
        var points: [String: [(order: Int, position: Railway.Position)]] = [:]
        var bad = 0
        while try table.next(progress) {
            let shape = table.text(id)
            guard wanted.contains(shape) else { continue }
            guard let order = table.csv.integer(sequence), let north = table.csv.number(latitude),
                let east = table.csv.number(longitude), Railway.Position(latitude: north, longitude: east).isOnEarth
            else {
                bad += 1
                continue
            }
            points[shape, default: []].append((order, Railway.Position(latitude: north, longitude: east)))
        }
        if bad > 0 { notes.append("shapes.txt: ignored \(CountText.of(bad, "point")) without a valid position or sequence") }
        shapes = points.mapValues { points in
            points.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element.position)
        }
    }
}
