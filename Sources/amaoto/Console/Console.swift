import Foundation
import PlainText

/// Talk for people: everything goes to stderr, one redrawn line only where a terminal can show it. Control characters that came
/// from outside with a name or a value are seen, not obeyed.
final class Console: @unchecked Sendable {
    // Sendable is sound: the lock guards the mutable state.
    private let lock = NSLock()
    private var lineWidth = 0
    /// Nil where a terminal that takes nothing is waited for.
    private var queue: MessageQueue?

    /// True when lines may be redrawn: a terminal that is not dumb, and `--plain` was not given.
    let redraws: Bool
    let quiet: Bool

    /// - Parameter neverWaits: true where a terminal that takes nothing may hold up nobody; `finish` at the end, then.
    init(plain: Bool, quiet: Bool = false, neverWaits: Bool = false) {
        let dumb = ProcessInfo.processInfo.environment["TERM"].map { $0 == "dumb" || $0.isEmpty } ?? true
        redraws = isatty(STDERR_FILENO) == 1 && !dumb && !plain
        self.quiet = quiet
        queue = neverWaits ? MessageQueue() : nil
    }

    /// One line of talk; quiet by `-q`.
    func say(_ message: String) {
        if !quiet { write(message + "\n") }
    }

    /// One line that was asked for while it plays; `-q` does not hide it.
    func answer(_ message: String) { write(message + "\n") }

    /// One line that `-q` does not hide: a fault or a loss.
    func warn(_ message: String) { write("amaoto: " + message + "\n") }

    /// Redraws the status line; nothing where lines cannot be redrawn, or nobody takes one now.
    func status(_ message: String) {
        lock.withLock {
            // Messages that wait are sent here too: it comes several times a second.
            guard queue?.isFree() ?? true, redraws, !quiet else { return }
            let width = max(20, Self.columns - 1)
            let text = String(message.visible.prefix(width))
            let padding = String(repeating: " ", count: max(0, lineWidth - text.count))
            put("\r\(text)\(padding)")
            lineWidth = text.count
        }
    }

    /// Ends the status line, so that what follows starts on a line of its own.
    func endStatus() {
        lock.withLock {
            guard lineWidth > 0 else { return }
            put("\n")
            lineWidth = 0
        }
    }

    private func write(_ text: String) {
        lock.withLock {
            let clear = lineWidth > 0 ? "\r" + String(repeating: " ", count: lineWidth) + "\r" : ""
            lineWidth = 0
            put(clear + text.visibleLines)
        }
    }

    /// Waits a little for a terminal that has not taken all; the rest is nobody's.
    func finish() {
        lock.withLock {
            if queue?.send(within: 2) == false { StandardStreams.giveUpOnTalk() }
        }
    }

    /// With the lock held; as it stands, with what moves the cursor.
    private func put(_ text: String) {
        if queue == nil { StandardStreams.put(text) } else { queue?.say(text) }
    }

    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
