// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Synchronization
import TerminalIO

/// Messages for the user: all go to stderr, with a status line redrawn only where a terminal can show it. Control characters in
/// external names and values are escaped.
final class Console: Sendable {
    private struct State {
        /// The columns of the status line; 0 without one.
        var lineWidth = 0
        var warned: Set<String> = []
        /// Nil where writes may wait for a stopped terminal.
        var queue: MessageQueue?

        /// Writes text unchanged, cursor control included.
        mutating func put(_ text: String) {
            if queue == nil { StandardStreams.put(text) } else { queue?.enqueue(text) }
        }
    }

    private let state: Mutex<State>

    /// True when lines may be redrawn: on a terminal that is not dumb, without `--plain`.
    let redraws: Bool
    let quiet: Bool

    /// - Parameter neverWaits: true where a stopped terminal must not delay the program; then call `finish` at the end.
    init(plain: Bool, quiet: Bool, neverWaits: Bool = false) {
        let dumb = ProcessInfo.processInfo.environment["TERM"].map { $0 == "dumb" || $0.isEmpty } ?? true
        redraws = isatty(STDERR_FILENO) == 1 && !dumb && !plain
        self.quiet = quiet
        state = Mutex(State(queue: neverWaits ? MessageQueue() : nil))
    }

    /// Prints one line; silenced by `-q`.
    func say(_ message: String) {
        if !quiet { write(message + "\n") }
    }

    /// Says where the output of an interrupted command is; the reader of standard output has it.
    func sayInterrupted(_ places: [String]) {
        let files = places.filter { $0 != "stdout" }
        if !files.isEmpty { say(Self.interrupted(files) + ".") }
    }

    /// The beginning of a line about the output of an interrupted command.
    static func interrupted(_ places: [String]) -> String { "Interrupted; partial output in \(places.joined(separator: " and "))" }

    /// Prints one line that the user requested during playback; not silenced by `-q`.
    func answer(_ message: String) { write(message + "\n") }

    /// Prints one line about a fault or a loss; not silenced by `-q`.
    func warn(_ message: String) { write("amaoto: " + message + "\n") }

    /// Prints one line about a fault that may recur, the first time only; not silenced by `-q`.
    func warnOnce(_ message: String) {
        if state.withLock({ $0.warned.insert(message).inserted }) { warn(message) }
    }

    /// Redraws the status line; no effect where lines cannot be redrawn, or while the terminal accepts nothing.
    func status(_ message: String) {
        state.withLock { state in
            // Queued messages are also sent here, because this is called several times per second.
            guard state.queue?.isFree() ?? true, redraws, !quiet else { return }
            let (line, columns) = Self.redrawn(message.visible, over: state.lineWidth, width: Self.statusWidth(of: Self.columns))
            state.put(line)
            state.lineWidth = columns
        }
    }

    /// Replaces a status line, which the terminal may have wrapped since: padding up to its old width would wrap again.
    /// - Returns: the bytes to send, and the columns of the new line.
    static func redrawn(_ message: String, over shown: Int, width: Int) -> (line: String, columns: Int) {
        let text = message.cut(toColumns: width)
        let columns = text.terminalWidth
        return ("\r" + text + String(repeating: " ", count: max(0, min(shown, width) - columns)), columns)
    }

    /// Ends the status line, so that the next output starts on a new line.
    func endStatus() {
        state.withLock { state in
            guard state.lineWidth > 0 else { return }
            state.put("\n")
            state.lineWidth = 0
        }
    }

    private func write(_ text: String) {
        state.withLock { state in
            let clear =
                state.lineWidth > 0 ? Self.redrawn("", over: state.lineWidth, width: Self.statusWidth(of: Self.columns)).line + "\r" : ""
            state.lineWidth = 0
            state.put(clear + text.visibleLines)
        }
    }

    /// Waits briefly for a terminal that has not accepted everything; the rest is dropped.
    func finish() {
        state.withLock { state in
            if state.queue?.send(within: 2) == false { StandardStreams.dropWhenStalled() }
        }
    }

    /// The columns that a status line may fill, however few: in the last one, some terminals wrap, and each redrawing would then
    /// scroll.
    static func statusWidth(of columns: Int) -> Int { max(1, columns - 1) }

    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
