// SPDX-License-Identifier: MIT
import ArgumentParser
import Transport

/// How much of the ride is put into words, in captions and speech.
struct AnnouncementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Announcements in captions and speech: all, stations or alighting (the destination alone).", valueName: "what"))
    var say = AnnouncementLevel.all
}

extension AnnouncementLevel: ExpressibleByArgument {}
