// SPDX-License-Identifier: MIT
import Notifications
import Railways
import Sonification
import Transport

/// Sends the entries of the state log to other programs during playback.
final class RideNotifier {
    let commands: EventCommands?
    private let server: StateServer?
    private let desktop: DesktopNotifications?
    private let announcer: Announcer
    /// Seconds that `finish` waits for the commands.
    private static let patience = 5.0

    /// Nil when no notifications are requested.
    /// - Parameter onPress: called when an action was pressed on the desktop, on another thread.
    init?(_ options: NotificationOptions, announcer: Announcer, console: Console, onPress: @escaping @Sendable () -> Void) throws {
        let rules = try options.rules()
        if rules.isEmpty, options.serve == nil, !options.notify { return nil }
        self.announcer = announcer
        commands = rules.isEmpty ? nil : EventCommands(rules, onFailure: { console.warn($0) })
        desktop = try options.notify ? DesktopNotifications(onFailure: { console.warn($0) }, onPress: onPress) : nil
        server = try options.serve.map { try StateServer(port: $0) }
        if let server { console.say("The state is at http://localhost:\(server.port)/events") }
    }

    /// Returns the actions chosen on the desktop since the last call. `whereNow` is shown there on request.
    func pressed(whereNow: () -> String) -> [PlaybackCommand] {
        (desktop?.pressed() ?? []).compactMap { action in
            switch action {
            case .mute: return .toggleMute
            case .stop: return .quit
            case .where:
                desktop?.show("Where am I?", whereNow())
                return nil
            }
        }
    }

    func send(_ record: StateRecord) {
        if record.silent.isEmpty { server?.send(record.json) }
        guard commands != nil || desktop != nil else { return }
        for event in record.allEvents {
            let figures = event.channels.entries.map { (name: $0.name, value: $0.value.text) }
            desktop?.show("Amaoto", announcer.words(of: event, in: record))
            commands?.notify(
                NotifiedEvent(
                    name: event.name, subject: event.subject, track: record.track, text: announcer.words(of: event),
                    time: record.time?.description, figures: figures))
        }
    }

    /// Waits up to five seconds until all notifications are delivered.
    func finish() {
        commands?.finish(within: Self.patience)
        server?.stop()
        desktop?.stop()
    }
}
