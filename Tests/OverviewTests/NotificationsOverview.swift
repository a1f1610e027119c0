// SPDX-License-Identifier: MIT
import Foundation
import Notifications
import Testing

/// The example of Notifications's overview.
struct NotificationsOverview {
    @Test func example() async throws {
        // example begins
        let path = NSTemporaryDirectory() + "arrivals-\(UUID().uuidString).txt"
        defer { try? FileManager.default.removeItem(atPath: path) }

        let rule = EventCommands.Rule("arrived=echo \"$AMAOTO_TEXT\" >>'\(path)'")
        let commands = EventCommands([rule].compactMap(\.self)) { line in print(line) }
        let server = try StateServer(port: 0)

        commands.notify(NotifiedEvent(name: "arrived", subject: "tokyo", text: "Arrived at Tokyo"))
        server.send(#"{"event":"arrived","subject":"tokyo"}"#)
        commands.finish(within: 5)
        server.stop()
        let arrivals = try String(contentsOfFile: path, encoding: .utf8)
        // example ends
        #expect(arrivals == "Arrived at Tokyo\n")
        #expect(server.port > 0)
    }
}
