import ArgumentParser
import Foundation

/// Which railways are known, and what the rider says of the ride.
struct RailwayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A railway database (see `amaoto railways import`). Without it Greater Tokyo is known.", valueName: "db"),
        completion: .file(extensions: ["sqlite", "db"]))
    var railways: String?

    @Option(help: ArgumentHelp("The line you ride, by id or name, where the tracker need not guess.", valueName: "line"))
    var line: String?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("Your destination, by name in any language or id: told two minutes before, and there.", valueName: "station"))
    var destination: String?

    @Option(help: ArgumentHelp("Languages for names, the best first, such as ja or zh-Hans,ja.", valueName: "tags"))
    var lang = "en"

    var languages: [String] { lang.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
}
