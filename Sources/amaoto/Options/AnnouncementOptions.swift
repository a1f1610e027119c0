// SPDX-License-Identifier: MIT
import ArgumentParser
import Platform
import Transport

/// How much of the ride is put into words, in captions and speech.
struct AnnouncementOptions: ParsableArguments, FileDeclaring {
    @Option(
        help: ArgumentHelp(
            "Announcements in captions and speech: all, stations or alighting (the destination alone).", valueName: "what"))
    var say = AnnouncementLevel.all

    @Option(
        help: ArgumentHelp("WebVTT captions of the ride's events, synchronised with the sound; - for standard output.", valueName: "file"),
        completion: .file(extensions: ["vtt"]))
    var captions: String?

    func declareFiles(in claims: inout OutputClaims) { claims.write(captions, as: "--captions") }
}

extension AnnouncementLevel: ExpressibleByArgument {}
