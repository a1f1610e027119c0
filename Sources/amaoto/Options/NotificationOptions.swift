// SPDX-License-Identifier: MIT
import ArgumentParser
import Notifications
import Sonification
import Tracking

/// Notifications to other programs.
struct NotificationOptions: ParsableArguments {
    @Option(
        name: .customLong("on"),
        help: ArgumentHelp(
            "Shell command to run on an event; * matches every event, and AMAOTO_EVENT, AMAOTO_SUBJECT and AMAOTO_TEXT describe it; repeat for more.",
            valueName: "event=command"))
    var on: [String] = []

    @Option(
        help: ArgumentHelp(
            "Port on which to serve the state as server-sent events, loopback only: http://localhost:PORT/events.", valueName: "port"))
    var serve: UInt16?

    @Flag(help: "Show events as desktop notifications, with buttons to mute, stop and ask where you are.")
    var notify = false

    func rules() throws -> [EventCommands.Rule] {
        try on.map { text in
            guard let rule = EventCommands.Rule(text) else {
                throw Failure("--on '\(text)': write EVENT=COMMAND, such as --on 'arrived=notify-send \"$AMAOTO_TEXT\"'", .usage)
            }
            guard rule.event == "*" || EventTable.canBeEvent(rule.event) else {
                let suggestion = NearestName.of(rule.event, in: EventTable.names).map { "; did you mean '\($0)'?" } ?? ""
                throw Failure(
                    "--on: there is no event '\(rule.event)'\(suggestion) (events: \(EventTable.names.joined(separator: ", ")), or one as the preset writes it)",
                    .usage)
            }
            return rule
        }
    }
}
