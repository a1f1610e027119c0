// SPDX-License-Identifier: MIT
import GRDB
import Tracking

@testable import Railways

/// Properties of every map that is read, and of every error where reading fails.
enum MapProperties {
    /// Reads a source. The result is a map that can be stored and followed.
    static func check(_ importer: any RailwayImporter) {
        do throws(RailwayError) {
            check(
                try importer.read { progress in
                    if let fraction = progress.fraction { expect((0...1).contains(fraction), "\(progress)") }
                })
        } catch { check(error) }
    }

    static func check(_ error: RailwayError) {
        expect(
            !error.message.isEmpty && !error.source.isEmpty && !error.remedy.isEmpty && error.line >= 0, "an error without words: \(error)")
    }

    static func check(_ read: RailwayImport) {
        expect(!read.map.railways.isEmpty, "a map without railways")
        var ids = Set<String>()
        for railway in read.map.railways {
            expect(ids.insert(railway.id).inserted, "\(railway.id) comes twice")
            let positions = railway.stations.compactMap(\.position) + railway.segments.flatMap(\.points)
            for position in positions { expect(position.isOnEarth, "\(railway.id): \(position)") }
            for pattern in railway.patterns {
                expect(
                    pattern.stops.count == railway.stations.count,
                    "\(railway.id): \(pattern.stops.count) stops for \(railway.stations.count)")
            }
        }
        checkKeeping(read)
        checkFollowing(read.map)
    }

    /// A map written to a database reads back the same; a refused map comes with a message.
    private static func checkKeeping(_ read: RailwayImport) {
        do {
            let queue = try DatabaseQueue()
            do {
                try queue.write { try RailwayWriter(database: $0, source: "kept").write(read.map, notes: read.notes, layout: .indexed) }
            } catch let error as RailwayError {
                return check(error)
            }
            let again = try RailwayStore.read(queue, source: "kept")
            expect(again.map.railways.map(\.id) == read.map.railways.map(\.id), "its railways change when it is kept")
            expect(
                again.map.railways == read.map.marked().railways,
                "a railway changes when it is kept: \(difference(again.map, read.map.marked()))")
            expect(again.notes == read.notes, "its notes change when it is kept")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            expect(false, "it cannot be kept: \(error)")
        } catch { expect(false, "it cannot be kept: \(error)") }
    }

    private static func difference(_ a: RailwayMap, _ b: RailwayMap) -> String {
        zip(a.railways, b.railways).first { $0 != $1 }.map { "\($0) was \($1)" } ?? "-"
    }

    /// A few fixes along the map, and some far from it.
    private static func checkFollowing(_ map: RailwayMap) {
        guard map.railways.reduce(0, { $0 + $1.segments.reduce($1.stations.count) { $0 + $1.points.count } }) < 2000 else { return }
        let maker = RideTracker.maker(map: map)
        var tracker = maker([])
        let points = map.railways.flatMap { $0.stations.compactMap(\.position) + $0.segments.flatMap(\.points) }
        for (index, point) in (points.prefix(6) + [Railway.Position(latitude: -89, longitude: 179)]).enumerated() {
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: Int64(index) * 1_000_000_000)
            (fix.latitude, fix.longitude, fix.speed) = (point.latitude, point.longitude, 15)
            let update = tracker.step(to: fix).update
            UpdateProperties.check(update)
        }
    }
}
