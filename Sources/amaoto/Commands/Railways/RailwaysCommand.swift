// SPDX-License-Identifier: MIT
import ArgumentParser
import PlainText
import Railways

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

extension RailwaysCommand {
    struct Near: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "near", abstract: "List the stations and lines nearest to a position.",
            discussion: """
                EXAMPLES
                  amaoto railways near 35.6812,139.7671
                  amaoto railways near 35.6812,139.7671 --lang ja
                  amaoto railways near 46.5167,6.6291 --railways lausanne.sqlite
                """)

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp("Latitude and longitude in degrees, such as 35.6812,139.7671.", valueName: "lat,lon"))
        var position: [String]

        @OptionGroup var railway: RailwayOptions
        @OptionGroup var names: LanguageOptions
        @OptionGroup var messages: MessageOptions

        @Option(parsing: .unconditional, help: ArgumentHelp("Number of stations and lines to list.", valueName: "n"))
        var count = 5

        func validate() throws {
            _ = try parsed()
            guard count > 0 else { throw ValidationError("--count takes a number above 0.") }
        }

        private func parsed() throws -> (latitude: Double, longitude: Double) {
            let parts = position.joined(separator: ",").split { $0 == "," || $0 == " " }.map { Double($0) }
            guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], (-90...90).contains(latitude),
                (-180...180).contains(longitude)
            else {
                throw ValidationError(
                    "'\(position.joined(separator: " "))' is not a position; give the latitude first, then the longitude, in degrees, such as 35.6812,139.7671."
                )
            }
            return (latitude, longitude)
        }

        func run() throws {
            let (latitude, longitude) = try parsed()
            let map = try railway.load(messages.console).map
            names.check(map, messages.console)
            let report = NearbyReport(
                map, latitude: latitude, longitude: longitude, languages: names.languages, count: count)
            guard let nearest = report.nearest else { return }
            print(report.text)
            if nearest > 100_000 { messages.console.say("The map is \(FigureText.distance(nearest)) away.") }
        }
    }
}
