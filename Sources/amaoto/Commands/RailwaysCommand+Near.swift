import ArgumentParser
import Foundation
import Railways

extension RailwaysCommand {
    struct Near: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Name the nearest stations and lines of a position.",
            discussion: """
                EXAMPLES
                  amaoto railways near 35.6812,139.7671
                  amaoto railways near 35.6812,139.7671 --lang ja
                  amaoto railways near 46.5167,6.6291 --railways lausanne.sqlite
                """)

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp("Degrees of latitude and longitude, such as 35.6812,139.7671.", valueName: "lat,lon"))
        var position: [String]

        @OptionGroup var source: RailwayOptions

        @Option(help: ArgumentHelp("How many stations and lines to name.", valueName: "n"))
        var count = 5

        func validate() throws {
            _ = try parsed()
            guard count > 0 else { throw ValidationError("--count wants a number above 0.") }
        }

        private func parsed() throws -> (latitude: Double, longitude: Double) {
            let parts = position.joined(separator: ",").split { $0 == "," || $0 == " " }.map { Double($0) }
            guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], (-90...90).contains(latitude),
                (-180...180).contains(longitude)
            else {
                throw ValidationError(
                    "'\(position.joined(separator: " "))' is no position; give degrees of latitude and longitude, such as 35.6812,139.7671.")
            }
            return (latitude, longitude)
        }

        func run() throws {
            let (latitude, longitude) = try parsed()
            let map = try source.load().map
            let nearby = map.near(latitude: latitude, longitude: longitude)
            guard let nearest = nearby.railways.first?.distance ?? nearby.stations.first?.distance else { return }
            // One place where several railways meet is one line of the list.
            var stations: [(name: String, distance: Double, railways: [String])] = []
            for (found, distance) in nearby.stations {
                let name = map[found].name.text(source.languages)
                let railway = map.railways[found.railway]
                let title = railway.name.text(source.languages) + (map[found].code.map { " \($0)" } ?? "")
                if let known = stations.firstIndex(where: { RailwayMap.isSameName($0.name, name) && distance - $0.distance < 500 }) {
                    stations[known].railways.append(title)
                } else if stations.count < count {
                    stations.append((name, distance, [title]))
                } else if distance > (stations.last?.distance ?? 0) + 500 {
                    break
                }
            }
            let width = stations.map(\.name.count).max() ?? 0
            print("Stations")
            for station in stations {
                let name = station.name + String(repeating: " ", count: width - station.name.count)
                print("  \(name)  \(Self.pad(station.distance))  \(station.railways.joined(separator: ", "))")
            }
            print("Lines")
            for (railway, distance) in nearby.railways.prefix(count) {
                print("  \(Self.pad(distance))  \(map.railways[railway].name.text(source.languages)) (\(map.railways[railway].id))")
            }
            if nearest > 100_000 { source.talk.console.say("The map lies \(Words.distance(nearest)) away.") }
        }

        private static func pad(_ metres: Double) -> String {
            let text = Words.distance(metres)
            return String(repeating: " ", count: max(0, 8 - text.count)) + text
        }
    }
}
