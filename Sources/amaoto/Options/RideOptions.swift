import ArgumentParser
import Foundation
import WholeFiles

/// Which railways a ride is followed on, what it is watched against, and what the rider says of it.
struct RideOptions: ParsableArguments, FileNaming {
    @Option(
        help: ArgumentHelp(
            "A railway database, of `amaoto railways import`. Without it Greater Tokyo is known.", valueName: "db"),
        completion: .file(extensions: ["sqlite", "db"]))
    var railways: String?

    @Option(help: ArgumentHelp("The line you ride, by id or name, where the tracker need not guess.", valueName: "line"))
    var line: String?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "Your destination, by name in any language or id: told two minutes before, and there.", valueName: "station"))
    var destination: String?

    @Option(help: ArgumentHelp("The languages of names, best first, such as ja,en.", valueName: "languages"))
    var lang: String?

    @OptionGroup var landmarks: LandmarkOptions

    func name(in claims: inout OutputClaims) {
        if let railways { claims.read(railways) }
        landmarks.name(in: &claims)
    }

    var languages: [String] {
        lang.map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } } ?? []
    }
}
