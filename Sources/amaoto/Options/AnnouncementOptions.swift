// SPDX-License-Identifier: MIT
import ArgumentParser
import Platform
import Transport

/// How much of the ride captions and speech announce.
struct AnnouncementOptions: ParsableArguments, FileDeclaring {
    @Option(
        help: ArgumentHelp(
            "Announcements in captions and speech: all, stations or alighting (the destination alone).", valueName: "what"))
    var say = AnnouncementLevel.all

    @Option(
        help: ArgumentHelp("WebVTT captions of the ride's events, synchronised with the sound; - for standard output.", valueName: "file"),
        completion: .file(extensions: ["vtt"]))
    var captions: String?

    /// - Parameter isSpoken: True if they are spoken or printed even without captions.
    func check(against ride: RideOptions, isSpoken: Bool) throws {
        guard say != .all else { return }
        guard captions != nil || isSpoken else {
            throw ValidationError(
                "--say \(say.rawValue) selects among announcements: give --captions, or with `play` --speak or --plain.")
        }
        guard say != .alighting || ride.destination != nil else {
            throw ValidationError("--say alighting announces your destination alone: name it with --to STATION.")
        }
    }

    func declareFiles(in claims: inout OutputClaims) { claims.write(captions, as: "--captions") }
}

extension AnnouncementLevel: ExpressibleByArgument {}
