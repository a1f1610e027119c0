// SPDX-License-Identifier: MIT
import Foundation
import Railways

/// Makes the map that is shipped with the program (`Scripts/make-tokyo`): `TokyoMap FOLDER DATABASE`.
@main struct TokyoMap {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let folder = arguments.first, let database = arguments.last else {
            say("usage: TokyoMap FOLDER DATABASE")
            exit(2)
        }
        do {
            var stage = ""
            let made = try TaggedOSMImporter(folder: folder).read {
                if $0.stage != stage { say($0.stage) }
                stage = $0.stage
            }
            try RailwayStore.write(made.map, notes: made.notes, to: database, layout: .compact)
            for note in made.notes { say("  \(note)") }
            let stations = made.map.railways.reduce(0) { $0 + $1.stations.count }
            say("\(database): \(made.map.railways.count) railways, \(stations) stations.")
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    private static func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
