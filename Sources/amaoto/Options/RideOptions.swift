// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import Platform

/// The railways on which a ride is followed, its landmarks, and what the rider has specified.
struct RideOptions: ParsableArguments, FileNaming {
    @Option(
        help: ArgumentHelp(
            "Railway database, as `amaoto railways import` writes it (default: Greater Tokyo and the regions added).", valueName: "db"),
        completion: .file(extensions: ["sqlite", "db"]))
    var railways: String?

    @Option(
        help: ArgumentHelp("Line that you ride, by id or name, so that the tracker need not find it.", valueName: "line"),
        completion: NameCompletion.lines)
    var line: String?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "Destination: a station by id or by name in any language, or a --point for its nearest station; announced from the stop before, on arrival, and if it is passed.",
            valueName: "station"),
        completion: NameCompletion.stations)
    var destination: String?

    @Option(help: ArgumentHelp("Languages of names, preferred first, such as ja,en.", valueName: "languages"))
    var lang: String?

    @OptionGroup var landmarks: LandmarkOptions

    func name(in claims: inout OutputClaims) {
        if let railways { claims.read(railways) }
        landmarks.name(in: &claims)
    }

    var languages: [String] { RailwayOptions.languages(lang) }
}
