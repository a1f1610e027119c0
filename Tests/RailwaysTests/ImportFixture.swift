// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Railways

/// The hand-made sources beside the tests.
enum ImportFixture {
    static func path(_ name: String) -> String {
        TestData.root.appendingPathComponent("Tests/RailwaysTests/Fixtures/\(name)").path
    }

    /// A copy of the GTFS feed with some tables changed; an empty text omits the table.
    static func feed(in folder: Folder, changing changes: [String: (String) -> String]) throws -> String {
        let copy = folder.file("feed")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: path("nuremberg-gtfs")), to: copy)
        for (name, change) in changes {
            let file = copy.appendingPathComponent(name)
            let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            let new = change(old)
            if new.isEmpty { try FileManager.default.removeItem(at: file) } else { try Data(new.utf8).write(to: file) }
        }
        return copy.path
    }

    /// What is imported of that copy.
    static func imported(changing changes: [String: (String) -> String]) throws -> RailwayImport {
        let folder = try Folder()
        return try GTFSImporter(path: feed(in: folder, changing: changes)).read()
    }
}

extension RailwayImporter {
    func read() throws(RailwayError) -> RailwayImport { try read { _ in } }
}

extension Railway {
    /// The stations' names without a language.
    var names: [String] { stations.map { $0.name.entries.first?.text ?? "" } }

    /// Metres from a position to the nearest track.
    func distance(to position: Position) -> Double {
        var least = Double.infinity
        for segment in segments {
            for (a, b) in zip(segment.points, segment.points.dropFirst()) {
                least = min(least, position.place.nearest(between: a.place, b.place).distance)
            }
        }
        return least
    }

    /// A ride from station to station in straight lines, with a position every tenth of the way.
    var straightRide: [Position] {
        let stops = stations.compactMap(\.position)
        return zip(stops, stops.dropFirst()).flatMap { pair in (0...10).map { pair.0.toward(pair.1, share: Double($0) / 10) } }
    }
}

extension RailwayMap {
    subscript(id: String) -> Railway? { railways.first { $0.id == id } }
}
