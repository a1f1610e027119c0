import CTerminal
import Dispatch
import Foundation

/// The terminal itself, also when standard input and output are pipes: single keys, or the whole screen. It is given back
/// on `restore`, while the program is stopped (Ctrl-Z) or in the background, and when the program crashes.
public final class ControllingTerminal: @unchecked Sendable {
    // Sendable is sound: the lock guards the mutable state; the rest never changes after init.

    /// What the program wants of it.
    public enum Use: Sendable {
        /// Single keys; lines go on being printed.
        case keys
        /// Keys, mouse and paste, on a screen of its own that vanishes afterwards.
        case screen
    }

    private static let entering = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[2J"
    private static let leaving = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
    /// Milliseconds after which a lone ESC was the Escape key.
    private static let escapeTime: Int32 = 50

    private let use: Use
    private let descriptor: Int32
    private let original: termios
    private let lock = NSLock()
    private var isRaw = false
    private var isClosed = false
    private var entries = 0
    private var decoder = KeyDecoder()
    /// What the terminal has not yet taken.
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
        // The program stops itself, once the terminal is as it was.
        signal(SIGTSTP, SIG_IGN)
        let stop = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: queue)
        // The handler keeps its source, and the source this: both last as long as the program.
        stop.setEventHandler {
            withExtendedLifetime(stop) {
                self.giveBack()
                Self.stop()
            }
        }
        stop.resume()
        // After a stop that nobody could see coming (SIGSTOP) the terminal may be in any state.
        let goOn = DispatchSource.makeSignalSource(signal: SIGCONT, queue: queue)
        goOn.setEventHandler { withExtendedLifetime(goOn) { self.lock.withLock { self.isRaw = false } } }
        goOn.resume()
    }

    /// Stops the whole program as Ctrl-Z does; returns when it goes on, or at once where nobody could let it go on.
    private static func stop() {
        var stop = sigset_t(), before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        signal(SIGTSTP, SIG_DFL)
        // Dispatch blocks signals on its threads; raised here, it acts before `raise` returns.
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        signal(SIGTSTP, SIG_IGN)
    }

    // MARK: Keys

    /// Every key pressed since the last call; waits for one at most so long.
    public func pressed(waiting milliseconds: Int32 = 0) -> [KeyPress] {
        guard isOurs() else {
            if milliseconds > 0 { poll(nil, 0, milliseconds) }
            return []
        }
        if milliseconds > 0, !waitFor(POLLIN, milliseconds) { return [] }
        var keys = read()
        // An unfinished sequence comes within a moment, or it was a lone ESC.
        if keys.unfinished, waitFor(POLLIN, Self.escapeTime) {
            let more = read()
            keys = (keys.keys + more.keys, more.unfinished)
        }
        return keys.keys + (keys.unfinished ? lock.withLock { decoder.flush() } : [])
    }

    /// Takes the terminal where it is free: at first, and after a stop or a time in the background.
    private func isOurs() -> Bool {
        lock.withLock {
            guard !isClosed, isInFront else { return false }
            if !isRaw { enter() }
            return isRaw
        }
    }

    private func read() -> (keys: [KeyPress], unfinished: Bool) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        return lock.withLock {
            let keys = count > 0 ? decoder.decode(bytes[..<count]) : []
            return (keys, decoder.isUnfinished)
        }
    }

    private func waitFor(_ events: Int32, _ milliseconds: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&wanted, 1, milliseconds) > 0
    }

    // MARK: The screen

    /// Columns and rows; nil when the terminal has gone.
    public var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return (size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24)
    }

    /// Grows whenever the screen has been taken anew: then nothing of what was shown is there any more.
    public var takings: Int { lock.withLock { entries } }

    /// Sends what the terminal has not taken yet, without waiting.
    /// - Returns: true when it can take more.
    public func isReady() -> Bool { lock.withLock { isRaw && sendOn() } }

    /// Sends to the screen, as far as it takes it now; the rest goes with the next `isReady`.
    public func send(_ bytes: [UInt8]) {
        lock.withLock {
            guard isRaw else { return }
            unsent += bytes
            _ = sendOn()
        }
    }

    private func sendOn() -> Bool {
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

    // MARK: Taking and giving back

    /// Gives the terminal back for good. More than once is fine; any thread.
    public func restore() {
        giveBack()
        lock.withLock { isClosed = true }
    }

    private func giveBack() {
        lock.withLock {
            guard isRaw else { return }
            isRaw = false
            cterminal_unguard()
            // In the background the terminal is another's, and touching it would stop the program.
            guard isInFront else { return }
            if use == .screen {
                unsent += Array(Self.leaving.utf8)
                // A terminal that takes nothing is not waited for.
                for _ in 0..<20 where !sendOn() { _ = waitFor(POLLOUT, 25) }
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
            // Ctrl-S, Ctrl-Q, Ctrl-V and Return arrive as keys.
            raw.c_lflag &= ~tcflag_t(IEXTEN)
            raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
        }
        var modes = original
        let leaving = use == .screen ? Self.leaving : ""
        cterminal_guard(descriptor, &modes, leaving, leaving.utf8.count)
        isRaw = tcsetattr(descriptor, TCSANOW, &raw) == 0
        guard isRaw, use == .screen else { return }
        entries += 1
        unsent = Array(Self.entering.utf8)
        _ = sendOn()
    }

    /// False for a job in the background.
    public var isInFront: Bool { tcgetpgrp(descriptor) == getpgrp() }
}
