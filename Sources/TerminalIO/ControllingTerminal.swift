// SPDX-License-Identifier: MIT
import CPlatform
import Dispatch
import Foundation

/// The controlling terminal, available even when standard input and output are pipes. It delivers single keys, or takes over
/// the screen. The terminal is restored by `restore`, while the program is stopped (Ctrl-Z), and when the program crashes.
/// In the background it is left alone.
public final class ControllingTerminal: @unchecked Sendable {
    // Sendable is sound: the lock guards the mutable state; the rest never changes after `init`.

    /// How the program uses the terminal.
    public enum Use: Sendable {
        /// Single keys; the program continues to print lines.
        case keys
        /// Keys, mouse and paste, on the alternate screen, which disappears afterwards.
        case screen
    }

    private enum State {
        /// It is as it was found.
        case released
        /// It is in this program's modes.
        case taken
        /// It was taken, but it may be in any modes since a stop that could not be caught (SIGSTOP).
        case uncertain
        /// It is as it was found, for good.
        case closed
    }

    private static let entering = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[2J"
    private static let leaving = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
    /// Milliseconds after which ESC counts as the Escape key.
    private static let escapeTime: Int32 = 50

    private let use: Use
    private let descriptor: Int32
    private let original: termios
    private let lock = NSLock()
    private var state = State.released
    private var entries = 0
    private var decoder = KeyDecoder()
    /// Bytes that the terminal has not accepted yet.
    private var unsent: [UInt8] = []

    /// Opens the controlling terminal; nil when there is none (a pipe, a service).
    public init?(_ use: Use) {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        let terminal = open("/dev/tty", (use == .screen ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        var modes = termios()
        guard tcgetattr(terminal, &modes) == 0 else {
            close(terminal)
            return nil
        }
        self.use = use
        descriptor = terminal
        original = modes
        let queue = DispatchQueue(label: "amaoto.terminal")
        // The program stops itself after it has restored the terminal.
        signal(SIGTSTP, SIG_IGN)
        let stop = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: queue)
        // The handler retains its source, and the source retains `self`: both last as long as the program.
        stop.setEventHandler {
            withExtendedLifetime(stop) {
                self.release(to: .released)
                Self.stop()
            }
        }
        stop.resume()
        // Some send it after SIGTERM too, and then the modes still have to be restored.
        let continued = DispatchSource.makeSignalSource(signal: SIGCONT, queue: queue)
        continued.setEventHandler {
            withExtendedLifetime(continued) { self.lock.withLock { if self.state == .taken { self.state = .uncertain } } }
        }
        continued.resume()
    }

    /// Stops the process group as Ctrl-Z does. Returns when it is continued, or at once if nothing could continue it.
    private static func stop() {
        var stop = sigset_t(), before = sigset_t(), dispatchAction = sigaction()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        // Dispatch receives signals through its own action, without which the next Ctrl-Z would be lost.
        sigaction(SIGTSTP, nil, &dispatchAction)
        signal(SIGTSTP, SIG_DFL)
        // Dispatch blocks signals on its threads; with this one unblocked, it takes effect before `raise` returns.
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        sigaction(SIGTSTP, &dispatchAction, nil)
    }

    // MARK: Keys

    /// Returns every key pressed since the last call. Waits up to `milliseconds` for the first one.
    public func pressed(waiting milliseconds: Int32 = 0) -> [KeyPress] {
        guard acquire() else {
            if milliseconds > 0 { poll(nil, 0, milliseconds) }
            return []
        }
        if milliseconds > 0, !waitFor(POLLIN, milliseconds) { return [] }
        var keys = read()
        // Each further byte of an unfinished sequence arrives within a moment; otherwise it was the Escape key.
        // A terminal that has gone is readable for ever.
        while keys.unfinished, isInForeground, waitFor(POLLIN, Self.escapeTime) {
            let more = read()
            keys = (keys.keys + more.keys, more.unfinished)
        }
        return keys.keys + (keys.unfinished ? lock.withLock { decoder.flush() } : [])
    }

    /// Takes the terminal when it is available: at first, and again after a stop or a time in the background.
    /// - Returns: false while it belongs to another job, or is closed.
    private func acquire() -> Bool {
        lock.withLock {
            guard state != .closed, isInForeground else { return false }
            if state != .taken { enter() }
            return state == .taken
        }
    }

    /// For polling only: readable when a key has been pressed. Nil while the terminal is not read, as in the background.
    public var keys: Int32? { lock.withLock { state == .taken && isInForeground ? descriptor : nil } }

    private func read() -> (keys: [KeyPress], unfinished: Bool) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        return lock.withLock {
            let keys = count > 0 ? decoder.decode(bytes[..<count]) : []
            return (keys, decoder.isUnfinished)
        }
    }

    private func waitFor(_ events: Int32, _ milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }

    // MARK: The screen

    /// The size of the terminal in cells; nil when the terminal has gone.
    public var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return (size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24)
    }

    /// The number of times the screen was taken. When it grows, nothing that was shown before is left on the screen.
    public var takeoverCount: Int { lock.withLock { entries } }

    /// Sends what the terminal has not accepted yet, without waiting.
    /// - Returns: True when the terminal can accept more.
    public func isReady() -> Bool { lock.withLock { state == .taken && flush() } }

    /// Sends as much as the terminal accepts now; the rest goes out with the next `isReady`.
    public func send(_ bytes: [UInt8]) {
        lock.withLock {
            guard state == .taken else { return }
            unsent += bytes
            _ = flush()
        }
    }

    private func flush() -> Bool {
        var sent = 0
        while sent < unsent.count {
            let count = unsent[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            sent += count
        }
        unsent.removeFirst(sent)
        return unsent.isEmpty
    }

    // MARK: Taking and restoring

    /// Restores the terminal for good. Any thread; further calls have no effect.
    public func restore() { release(to: .closed) }

    private func release(to next: State) {
        lock.withLock {
            let former = state
            state = former == .closed ? .closed : next
            guard former == .taken || former == .uncertain else { return }
            cterminal_unguard()
            // In the background another job owns the terminal, and touching it would stop this program.
            guard isInForeground else { return }
            if use == .screen {
                unsent += Array(Self.leaving.utf8)
                // Do not wait for a terminal that accepts nothing.
                for _ in 0..<20 where !flush() { _ = waitFor(POLLOUT, 25) }
                unsent = []
            }
            var modes = original
            tcsetattr(descriptor, TCSANOW, &modes)
        }
    }

    private func enter() {
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        if use == .screen {
            // Lets Ctrl-S, Ctrl-Q, Ctrl-V and Return arrive as keys.
            raw.c_lflag &= ~tcflag_t(IEXTEN)
            raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
        }
        var modes = original
        let leaving = use == .screen ? Self.leaving : ""
        cterminal_guard(descriptor, &modes, leaving, leaving.utf8.count)
        state = tcsetattr(descriptor, TCSANOW, &raw) == 0 ? .taken : .released
        guard state == .taken, use == .screen else { return }
        entries += 1
        unsent = Array(Self.entering.utf8)
        _ = flush()
    }

    /// Whether the program is in the foreground; false for a background job.
    public var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }
}
