// SPDX-License-Identifier: MIT
import ArgumentParser
import Platform

/// The railways on which a ride is followed, its landmarks, and what the rider has specified.
struct RideOptions: ParsableArguments, FileNaming {
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

    func name(in claims: inout OutputClaims) {
        map.name(in: &claims)
        landmarks.name(in: &claims)
    }
}
