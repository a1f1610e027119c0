// SPDX-License-Identifier: MIT
import ArgumentParser
import PlainText
import Railways

/// `amaoto railways`: the railway databases.
struct RailwaysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "railways", abstract: "Build and query railway databases.",
        discussion: """
            EXAMPLES
              amaoto railways near 35.6812,139.7671           stations and lines near it
              amaoto railways info                            what the shipped map holds
              amaoto railways add lausanne.zip                another city, kept
              amaoto railways import gtfs.zip -o city.sqlite  a database for --railways
            """,
        subcommands: [Add.self, List.self, Remove.self, Import.self, Info.self, Near.self])
}

extension RailwayMap {
    /// `1 railway, 30 stations`.
    var counts: String {
        let stations = railways.reduce(0) { $0 + $1.stations.count }
        return "\(CountText.of(railways.count, "railway")), \(CountText.of(stations, "station"))"
    }
}
