// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `--notify` on a private session bus, with a stand-in for the desktop's service (python-dbusmock).
@Suite(.tags(.peers), .waiting, .serialized) struct DesktopTests {
    static let ride = ["examples/yamanote-simulated.csv", "--speed", "30", "-D", "null", "--notify"]

    @Test(.needs("dbus-daemon", "dbus-send"), .needs(python: "dbusmock", of: "/usr/bin/python3"))
    func whatHappensIsShownAndWhatIsPressedIsDone() throws {
        let desktop = try Desktop()
        let run = try RunningProgram(["play"] + Self.ride, environment: desktop.environment)
        // The first notification is new; the others replace it.
        try run.wait { desktop.calls("Notify \"amaoto\" 0").count == 1 && desktop.calls("Notify \"amaoto\" 1").count >= 2 }
        #expect(desktop.calls("Notify \"amaoto\" 0").count == 1)
        #expect(desktop.calls("\"mute\", \"Mute\", \"stop\", \"Stop\", \"where\", \"Where am I?\"").count > 2, "\(desktop.said)")

        // For one notification, only the first action counts; those for other notifications and unknown actions are ignored.
        try desktop.press([(7, "stop"), (1, "unknown"), (1, "where"), (1, "where")])
        let answer = "\"audio-x-generic\" \"Where am I?\""
        try run.wait { !desktop.calls(answer).isEmpty }
        try run.wait { desktop.calls("Notify").last?.contains(answer) == false }
        #expect(desktop.calls(answer).count == 1)
        #expect(run.isRunning)

        try desktop.press([(1, "stop")])
        #expect(run.finish() == 0, "\(run.errors)")
        // It leaves no notification on the desktop.
        #expect(desktop.calls("CloseNotification 1").count == 1)
    }

    /// Mute, where and stop, each on a separate notification: each is applied once, in that order, and none is undone.
    @Test(.needs("dbus-daemon", "dbus-send"), .needs(python: "dbusmock", of: "/usr/bin/python3"))
    func overThreeShowingsThreeActionsAreDone() throws {
        let desktop = try Desktop()
        // The engine's changes are logged as they apply.
        let run = try RunningProgram(["play"] + Self.ride + ["--applied", "-"], environment: desktop.environment)
        func mutes() -> [Bool] {
            run.text.split(separator: "\n").filter { $0.contains("\"muted\":") }.map { $0.contains("\"muted\":true") }
        }
        let answer = "\"audio-x-generic\" \"Where am I?\""
        try run.wait { desktop.calls("Notify \"amaoto\" 0").count == 1 }
        #expect(!mutes().contains(true))
        // The second press on the same notification would undo the first.
        try desktop.press([(1, "mute"), (1, "mute")])
        try run.wait { mutes().contains(true) }
        let shown = desktop.calls("Notify").count
        try run.wait { desktop.calls("Notify").count > shown }
        #expect(desktop.calls(answer).isEmpty)
        try desktop.press([(1, "where")])
        try run.wait { !desktop.calls(answer).isEmpty }
        // The answer is a notification, too.
        #expect(run.isRunning)
        try desktop.press([(1, "stop"), (1, "mute")])
        #expect(run.finish() == 0, "\(run.errors)")
        #expect(Array(mutes().drop { !$0 }) == [true], "\(mutes())")
        #expect(desktop.calls(answer).count == 1)
        #expect(desktop.calls("CloseNotification 1").count == 1)
    }

    /// A desktop that supports markup gets text with its markup escaped, another gets the plain text; neither gets control
    /// characters.
    @Test(.needs("dbus-daemon", "dbus-send"), .needs(python: "dbusmock", of: "/usr/bin/python3"), arguments: [true, false])
    func textIsNoMarkup(readsMarkup: Bool) throws {
        let desktop = try Desktop(capabilities: readsMarkup ? "body body-markup" : "body")
        let folder = try Folder()
        let preset = try folder.write(
            """
            preset: 1
            place: outdoor
            events:
              - { on: every 100 m, play: { voice: wood, notes: [e4] }, say: "<img src='x'> & \\e]0;owned\\a on" }

            """, to: "a.yaml")
        let run = try RunningProgram(["play"] + Self.ride + ["-p", preset.path], environment: desktop.environment)
        try run.wait { !desktop.calls("owned").isEmpty }
        run.send(SIGINT)
        _ = run.finish()
        let shown = try #require(desktop.calls("owned").first)
        #expect(shown.contains(readsMarkup ? "&lt;img src=" : "<img src='x'> & "), "\(shown)")
        #expect(!shown.contains(readsMarkup ? "<img" : "&lt;"), "\(shown)")
        #expect(HostileTextTests.controls(in: desktop.said).isEmpty)
    }

    @Test(.needs("dbus-daemon", "dbus-send"), .needs(python: "dbusmock", of: "/usr/bin/python3")) func aDesktopThatGoesIsNoEndOfTheRain()
        throws
    {
        let desktop = try Desktop()
        let run = try RunningProgram(["play"] + Self.ride + ["-d", "6"], environment: desktop.environment)
        try run.wait { !desktop.calls("Notify").isEmpty }
        desktop.leave()
        #expect(run.finish() == 0, "\(run.errors)")
        #expect(run.errors.contains("Played 0:06"))
        #expect(run.errors.components(separatedBy: "session bus has gone").count == 2, "\(run.errors)")
    }

    @Test func withoutABusItSaysSo() throws {
        let run = try RunningProgram(["play"] + Self.ride, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/no/such/bus"])
        #expect(run.finish() == 1)
        #expect(run.errors.contains("no desktop is available") && run.errors.contains("omit --notify"), "\(run.errors)")
    }
}

/// A session bus and python-dbusmock's notification daemon, which logs its calls.
private final class Desktop {
    private let folder: Folder
    private let bus: RunningProgram
    private let service: RunningProgram
    let environment: [String: String]
    private static let python = "/usr/bin/python3"

    /// - Parameter capabilities: the capabilities that the service reports, as words; nil for the usual ones.
    init(capabilities: String? = nil) throws {
        folder = try Folder()
        let address = "unix:path=\(folder.path("bus"))"
        // This bus starts no services: when it ends, everything ends.
        try """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """.write(to: folder.file("bus.conf"), atomically: true, encoding: .utf8)
        environment = ["DBUS_SESSION_BUS_ADDRESS": address]
        let socket = folder.path("bus")
        bus = try RunningProgram(
            ["--config-file", folder.path("bus.conf"), "--nofork", "--nopidfile"], executable: "/usr/bin/dbus-daemon")
        try bus.wait { FileManager.default.fileExists(atPath: socket) }
        service = try RunningProgram(
            ["-m", "dbusmock", "--session", "--template", "notification_daemon", "-l", folder.path("calls")]
                + (capabilities.map { ["--parameters", #"{"capabilities": "\#($0)"}"#] } ?? []),
            executable: Self.python, environment: environment)
        try service.wait {
            (try? ask([
                "--dest=org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                "org.freedesktop.Notifications.GetServerInformation",
            ])) == 0
        }
    }

    private func ask(_ arguments: [String]) throws -> Int32 {
        try RunningProgram(["--session", "--print-reply"] + arguments, executable: "/usr/bin/dbus-send", environment: environment).finish()
    }

    /// The logged calls.
    var said: String { (try? String(contentsOf: folder.file("calls"), encoding: .utf8)) ?? "" }
    func calls(_ words: String) -> [String] { said.split(separator: "\n").map(String.init).filter { $0.contains(words) } }

    /// Simulates presses, one immediately after another.
    func press(_ presses: [(notification: Int, action: String)]) throws {
        let script = """
            import dbus
            service = dbus.SessionBus().get_object('org.freedesktop.Notifications', '/org/freedesktop/Notifications')
            mock = dbus.Interface(service, 'org.freedesktop.DBus.Mock')
            for press in [\(presses.map { "(dbus.UInt32(\($0.notification)), '\($0.action)')" }.joined(separator: ", "))]:
                mock.EmitSignal('org.freedesktop.Notifications', 'ActionInvoked', 'us', press)
            """
        let run = try RunningProgram(["-c", script], executable: Self.python, environment: environment)
        try #require(run.finish() == 0, "\(run.errors)")
    }

    func leave() {
        for program in [service, bus] {
            program.send(SIGKILL)
            _ = program.finish()
        }
    }
}
