// SPDX-License-Identifier: MIT
import ArgumentParser
import Platform

/// The railways on which a ride is followed, its landmarks, and what the rider has specified.
struct RideOptions: ParsableArguments, FileDeclaring {
    @OptionGroup var map: RailwayOptions

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

    @OptionGroup var names: LanguageOptions
    @OptionGroup var landmarks: LandmarkOptions

    /// Whether a railway or a landmark was requested.
    var isChosen: Bool { map.database != nil || line != nil || destination != nil || !landmarks.isEmpty }

    func declareFiles(in claims: inout OutputClaims) {
        map.declareFiles(in: &claims)
        landmarks.declareFiles(in: &claims)
    }
}
