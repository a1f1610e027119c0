import Foundation
import Telling
import Testing

/// A stand-in for the desktop's service (python-dbusmock's), on a session bus of the test's own. The bus must be there when
/// the process first asks for it, so these tests run in a child: this same test program under dbus-run-session.
@Suite(.serialized) struct DesktopNotificationsTests {
    static let isInSession = ProcessInfo.processInfo.environment["AMAOTO_TEST_BUS"] != nil

    @Test(.enabled(if: !isInSession)) func underABusOfTheirOwn() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        process.arguments = [
            "AMAOTO_TEST_BUS=1", "dbus-run-session", "--", program, "--testing-library", "swift-testing", "--filter", "DesktopNotificationsTests",
        ]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(.enabled(if: isInSession)) func aTextIsShownAndRenewed() throws {
        let desktop = try StandIn()
        let notifications = try DesktopNotifications { _ in }
        notifications.show("Amaoto", "Arrived at Ueno")
        try desktop.wait("it is shown") { $0.contains("Notify \"amaoto\" 0") && $0.contains("\"Arrived at Ueno\"") }
        notifications.show("Amaoto", "Departed \"Ueno\"\u{0} 上野")
        try desktop.wait("it is renewed") { $0.contains("Notify \"amaoto\" 1") && $0.contains("上野") }
        notifications.stop()
        try desktop.wait("it is taken away") { $0.contains("CloseNotification 1") }
    }

    @Test(.enabled(if: isInSession)) func whatIsPressedCountsOnceInOrder() throws {
        let desktop = try StandIn()
        let notifications = try DesktopNotifications { _ in }
        notifications.show("Amaoto", "one")
        try desktop.wait("it is shown") { $0.contains("\"one\"") }
        usleep(200_000)
        for action in ["mute", "mute", "stop"] { try desktop.emit("ActionInvoked", "us", ["1", action]) }
        var pressed: [DesktopNotifications.Action] = []
        for _ in 0..<100 {
            pressed += notifications.pressed()
            usleep(10_000)
        }
        #expect(pressed == [.mute])
        // Shown anew, it can be pressed anew; of other notifications nothing is taken.
        notifications.show("Amaoto", "two")
        try desktop.wait("it is renewed") { $0.contains("\"two\"") }
        usleep(200_000)
        for (id, action) in [("7", "stop"), ("1", "unknown"), ("1", "where")] { try desktop.emit("ActionInvoked", "us", [id, action]) }
        for _ in 0..<100 {
            pressed += notifications.pressed()
            usleep(10_000)
        }
        #expect(pressed == [.mute, .where])
        notifications.stop()
    }

    @Test(.enabled(if: !isInSession)) func withoutABusItSaysSo() throws {
        setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus", 1)
        defer { unsetenv("DBUS_SESSION_BUS_ADDRESS") }
        #expect { _ = try DesktopNotifications { _ in } } throws: { "\($0)".contains("no desktop to notify") }
    }
}

/// python-dbusmock's notification daemon, which writes down what it is asked.
private final class StandIn {
    private let process = Process()
    private let log: URL

    init() throws {
        log = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-desktop-\(UUID().uuidString)")
        try Data().write(to: log)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-m", "dbusmock", "--template", "notification_daemon", "-l", log.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<400 where try !isThere() { usleep(25_000) }
        try #require(try isThere())
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func isThere() throws -> Bool {
        try Self.run([
            "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.Notifications", "/org/freedesktop/Notifications",
            "org.freedesktop.Notifications.GetServerInformation",
        ]) == 0
    }

    /// Has the stand-in emit a signal, as if somebody had pressed.
    func emit(_ signal: String, _ types: String, _ values: [String]) throws {
        let arguments = zip(types, values).map { type, value in (type == "u" ? "dbus.UInt32(" : "dbus.String('") + value + (type == "u" ? ")" : "')") }
        let script = """
            import dbus
            bus = dbus.SessionBus()
            o = bus.get_object('org.freedesktop.Notifications', '/org/freedesktop/Notifications')
            dbus.Interface(o, 'org.freedesktop.DBus.Mock').EmitSignal('org.freedesktop.Notifications', '\(signal)', '\(types)', [\(arguments.joined(separator: ", "))])
            """
        try #require(try Self.run(["/usr/bin/python3", "-c", script]) == 0)
    }

    func wait(_ what: String, _ condition: (String) -> Bool) throws {
        for _ in 0..<800 where !condition(said) { usleep(10_000) }
        try #require(condition(said), "\(what): \(said)")
    }

    private var said: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: log)
    }
}
