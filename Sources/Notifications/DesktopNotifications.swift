// SPDX-License-Identifier: MIT
import CDBus
import Foundation
import PlainText

/// Shows events through the desktop's notification service and returns the actions that the user pressed
/// (https://specifications.freedesktop.org/notification-spec). Any thread; nothing waits for the desktop.
///
/// One notification is shown at a time, replaced by the next. Each time it is shown, at most one pressed action counts.
/// `pressed` returns the actions once, in order.
public final class DesktopNotifications: @unchecked Sendable {
    // Sendable is sound: only the worker thread uses the connection once it runs; the lock guards the shared state.

    /// An action that a notification offers.
    public enum Action: String, Sendable, CaseIterable {
        case mute, stop, `where`

        var label: String {
            switch self {
            case .mute: "Mute"
            case .stop: "Stop"
            case .where: "Where am I?"
            }
        }
    }

    /// The reason why notifications are unavailable.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The maximum number of waiting texts; beyond it the oldest is dropped.
    private static let longestQueue = 8
    /// The interval between two polls of the queue, in milliseconds.
    private static let pollInterval: Int32 = 50
    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let connection: OpaquePointer
    private let lock = NSLock()
    private let onFailure: @Sendable (String) -> Void
    private let onPress: @Sendable () -> Void
    private var waiting: [(title: String, text: String)] = []
    private var actions: [Action] = []
    private var isStopped = false
    private let ended = DispatchSemaphore(value: 0)

    // Used only by the worker thread.
    /// The id of the notification shown; 0 for none.
    private var shown: UInt32 = 0
    /// True until an action of the notification shown has been pressed, or the notification is closed.
    private var acceptsPress = false
    /// The serial number of the `Notify` call whose reply has not arrived.
    private var pendingCall: UInt32?
    private var hasFailed = false
    /// True if the desktop interprets markup in texts; nil before the query.
    private var supportsMarkup: Bool?

    /// Connects to the session bus.
    /// - Parameters:
    ///   - onFailure: receives one line when the desktop rejects a notification and one when the bus disconnects, each once.
    ///   - onPress: called when an action was pressed, on another thread.
    /// - Throws: `Failure` if there is no session bus.
    public init(onFailure: @escaping @Sendable (String) -> Void, onPress: @escaping @Sendable () -> Void) throws(Failure) {
        self.onFailure = onFailure
        self.onPress = onPress
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error) else {
            let cause = error.message.map { String(cString: $0) } ?? "no session bus"
            throw Failure(description: "--notify: no desktop is available (\(cause)); run it in a desktop session, or omit --notify")
        }
        self.connection = connection
        dbus_connection_set_exit_on_disconnect(connection, 0)
        for member in ["ActionInvoked", "NotificationClosed"] {
            dbus_bus_add_match(connection, "type='signal',interface='\(Self.service)',member='\(member)'", nil)
        }
        Thread { [self] in work() }.start()
    }

    /// Shows a text as soon as possible, in place of the previous one.
    public func show(_ title: String, _ text: String) {
        lock.withLock {
            waiting.append((title, text))
            if waiting.count > Self.longestQueue { waiting.removeFirst() }
        }
    }

    /// The actions pressed since the last call, in order.
    public func pressed() -> [Action] {
        lock.withLock {
            defer { actions = [] }
            return actions
        }
    }

    /// Withdraws the notification and disconnects from the bus; waits for that for at most one second. Further calls have no
    /// effect.
    public func stop() {
        let isFirst = lock.withLock {
            defer { isStopped = true }
            return !isStopped
        }
        if isFirst { _ = ended.wait(timeout: .now() + 1) }
    }

    // MARK: The thread

    private func work() {
        var isConnected = true
        while isConnected, !lock.withLock({ isStopped }) {
            isConnected = dbus_connection_read_write(connection, Self.pollInterval) != 0
            while let message = dbus_connection_pop_message(connection) {
                handle(message)
                dbus_message_unref(message)
            }
            // One call at a time: the next notification replaces the one whose id the reply returns.
            if pendingCall == nil,
                let next = lock.withLock({ () -> (title: String, text: String)? in waiting.isEmpty ? nil : waiting.removeFirst() })
            {
                notify(next.title, next.text)
            }
        }
        if !isConnected, !lock.withLock({ isStopped }) { onFailure("--notify: the desktop's session bus has gone; nothing more is shown") }
        if isConnected, shown != 0 { withdraw() }
        dbus_connection_flush(connection)
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
        ended.signal()
    }

    private func handle(_ message: OpaquePointer) {
        if let pendingCall, dbus_message_get_reply_serial(message) == pendingCall {
            self.pendingCall = nil
            guard dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_RETURN else { return reportFailure(message) }
            shown = Self.numbers(message).first ?? 0
            acceptsPress = true
        } else if dbus_message_is_signal(message, Self.service, "ActionInvoked") != 0 {
            guard acceptsPress, Self.numbers(message).first == shown, let name = Self.texts(message).first,
                let action = Action(rawValue: name)
            else { return }
            acceptsPress = false
            lock.withLock { actions.append(action) }
            onPress()
        } else if dbus_message_is_signal(message, Self.service, "NotificationClosed") != 0 {
            guard Self.numbers(message).first == shown else { return }
            shown = 0
            acceptsPress = false
        }
    }

    private func reportFailure(_ message: OpaquePointer) {
        guard !hasFailed else { return }
        hasFailed = true
        onFailure("--notify: the desktop rejected the notification (\(Self.texts(message).first ?? "no reason given"))")
    }

    /// `Notify(app, replaces, icon, title, text, actions, hints, expiry)`.
    private func notify(_ title: String, _ text: String) {
        if supportsMarkup == nil { supportsMarkup = queryMarkup() }
        guard let message = dbus_message_new_method_call(Self.service, Self.path, Self.service, "Notify") else { return }
        defer { dbus_message_unref(message) }
        var arguments = DBusMessageIter()
        dbus_message_iter_init_append(message, &arguments)
        Self.append("amaoto", to: &arguments)
        Self.append(shown, to: &arguments)
        for word in ["audio-x-generic", title.visible, supportsMarkup == true ? text.visible.inXML : text.visible] {
            Self.append(word, to: &arguments)
        }
        var list = DBusMessageIter()
        dbus_message_iter_open_container(&arguments, Self.array, "s", &list)
        for action in Action.allCases {
            Self.append(action.rawValue, to: &list)
            Self.append(action.label, to: &list)
        }
        dbus_message_iter_close_container(&arguments, &list)
        dbus_message_iter_open_container(&arguments, Self.array, "{sv}", &list)
        dbus_message_iter_close_container(&arguments, &list)
        var expiry: Int32 = -1
        dbus_message_iter_append_basic(&arguments, Int32(UInt8(ascii: "i")), &expiry)
        var serial: UInt32 = 0
        acceptsPress = false
        if dbus_connection_send(connection, message, &serial) != 0 { pendingCall = serial }
    }

    /// Queries whether the desktop interprets markup; without an answer within a second, texts are sent unescaped.
    private func queryMarkup() -> Bool {
        guard let question = dbus_message_new_method_call(Self.service, Self.path, Self.service, "GetCapabilities") else { return false }
        defer { dbus_message_unref(question) }
        guard let answer = dbus_connection_send_with_reply_and_block(connection, question, 1_000, nil) else { return false }
        defer { dbus_message_unref(answer) }
        var arguments = DBusMessageIter()
        guard dbus_message_iter_init(answer, &arguments) != 0, dbus_message_iter_get_arg_type(&arguments) == Self.array else {
            return false
        }
        var list = DBusMessageIter()
        dbus_message_iter_recurse(&arguments, &list)
        return Self.texts(&list).contains("body-markup")
    }

    private func withdraw() {
        guard let message = dbus_message_new_method_call(Self.service, Self.path, Self.service, "CloseNotification") else { return }
        defer { dbus_message_unref(message) }
        var arguments = DBusMessageIter()
        dbus_message_iter_init_append(message, &arguments)
        Self.append(shown, to: &arguments)
        dbus_connection_send(connection, message, nil)
    }

    // MARK: Arguments

    private static let array = Int32(UInt8(ascii: "a"))

    private static func append(_ text: String, to arguments: inout DBusMessageIter) {
        // The bus disconnects a client that sends a NUL in a text.
        text.filter { $0 != "\0" }.withCString { pointer in
            var pointer: UnsafePointer<CChar>? = pointer
            dbus_message_iter_append_basic(&arguments, Int32(UInt8(ascii: "s")), &pointer)
        }
    }

    private static func append(_ number: UInt32, to arguments: inout DBusMessageIter) {
        var number = number
        dbus_message_iter_append_basic(&arguments, Int32(UInt8(ascii: "u")), &number)
    }

    private static func numbers(_ message: OpaquePointer) -> [UInt32] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
        return basics(&iterator, UInt8(ascii: "u")) { iterator in
            var value: UInt32 = 0
            dbus_message_iter_get_basic(&iterator, &value)
            return value
        }
    }

    private static func texts(_ message: OpaquePointer) -> [String] {
        var iterator = DBusMessageIter()
        return dbus_message_iter_init(message, &iterator) != 0 ? texts(&iterator) : []
    }

    private static func texts(_ iterator: inout DBusMessageIter) -> [String] {
        basics(&iterator, UInt8(ascii: "s")) { iterator in
            var value: UnsafePointer<CChar>?
            dbus_message_iter_get_basic(&iterator, &value)
            return value.map { String(cString: $0) } ?? ""
        }
    }

    private static func basics<Value>(_ iterator: inout DBusMessageIter, _ type: UInt8, _ read: (inout DBusMessageIter) -> Value) -> [Value]
    {
        var values: [Value] = []
        repeat {
            if dbus_message_iter_get_arg_type(&iterator) == Int32(type) { values.append(read(&iterator)) }
        } while dbus_message_iter_next(&iterator) != 0
        return values
    }
}
