import Foundation

/// Talk for people: everything goes to stderr, one redrawn line only where a terminal can show it.
final class Console: @unchecked Sendable {
    // Sendable is sound: the lock guards the only mutable state.
    private let lock = NSLock()
    private var lineWidth = 0

    /// True when lines may be redrawn: a terminal that is not dumb, and `--plain` was not given.
    let redraws: Bool
    let quiet: Bool

    init(plain: Bool, quiet: Bool = false) {
        let dumb = ProcessInfo.processInfo.environment["TERM"].map { $0 == "dumb" || $0.isEmpty } ?? true
        redraws = isatty(STDERR_FILENO) == 1 && !dumb && !plain
        self.quiet = quiet
    }

    /// One line of talk; quiet by `-q`.
    func say(_ message: String) {
        if !quiet { write(message + "\n") }
    }

    /// One line that was asked for while it plays; `-q` does not hide it.
    func answer(_ message: String) { write(message + "\n") }

    /// One line that `-q` does not hide: a fault or a loss.
    func warn(_ message: String) { write("amaoto: " + message + "\n") }

    /// Redraws the status line; nothing where lines cannot be redrawn.
    func status(_ message: String) {
        guard redraws, !quiet else { return }
        lock.withLock {
            let width = max(20, Self.columns - 1)
            let text = String(message.prefix(width))
            let padding = String(repeating: " ", count: max(0, lineWidth - text.count))
            StandardStreams.say("\r\(text)\(padding)")
            lineWidth = text.count
        }
    }

    /// Ends the status line, so that what follows starts on a line of its own.
    func endStatus() {
        lock.withLock {
            guard lineWidth > 0 else { return }
            StandardStreams.say("\n")
            lineWidth = 0
        }
    }

    private func write(_ text: String) {
        lock.withLock {
            let clear = lineWidth > 0 ? "\r" + String(repeating: " ", count: lineWidth) + "\r" : ""
            lineWidth = 0
            StandardStreams.say(clear + text)
        }
    }

    private static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
