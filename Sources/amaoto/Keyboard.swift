import Dispatch
import Foundation

/// One key as a person pressed it.
enum Key: Equatable, Sendable {
    case character(Character)
    case left, right, up, down
}

/// Single keys from the terminal itself, also when fixes come from stdin. The terminal is given back on `restore`, while
/// the program is stopped (Ctrl-Z), and while it runs in the background.
final class Keyboard: @unchecked Sendable {
    // Sendable is sound: the lock guards the mutable state; the rest never changes after init.
    private let descriptor: Int32
    private let original: termios
    private let lock = NSLock()
    private var isRaw = false
    private var isClosed = false

    /// Opens the controlling terminal; nil when there is none (a pipe, a service).
    init?() {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        let terminal = open("/dev/tty", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        var modes = termios()
        guard tcgetattr(terminal, &modes) == 0 else {
            close(terminal)
            return nil
        }
        descriptor = terminal
        original = modes
        // The program stops itself, once the terminal is as it was.
        signal(SIGTSTP, SIG_IGN)
        let stop = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: DispatchQueue(label: "amaoto.keyboard"))
        // The handler keeps its source, and the source this: both last as long as the program.
        stop.setEventHandler {
            withExtendedLifetime(stop) {
                self.giveBack()
                Self.stop()
            }
        }
        stop.resume()
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

    /// Every key pressed since the last call, without waiting.
    func pressed() -> [Key] {
        let isOurs = lock.withLock {
            guard !isClosed, isInFront else { return false }
            // At first, and after a stop or a time in the background.
            if !isRaw { enter() }
            return isRaw
        }
        guard isOurs else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? Self.keys(in: bytes[..<count]) : []
    }

    /// Gives the terminal back for good. More than once is fine; any thread.
    func restore() {
        giveBack()
        lock.withLock { isClosed = true }
    }

    private func giveBack() {
        lock.withLock {
            guard isRaw else { return }
            isRaw = false
            // In the background the terminal is another's, and touching it would stop the program.
            guard isInFront else { return }
            var modes = original
            tcsetattr(descriptor, TCSANOW, &modes)
        }
    }

    private func enter() {
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        isRaw = tcsetattr(descriptor, TCSANOW, &raw) == 0
    }

    /// False for a job in the background.
    var isInFront: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Reads arrow sequences (ESC [ A ...) and plain characters; other sequences are skipped.
    static func keys(in bytes: ArraySlice<UInt8>) -> [Key] {
        var keys: [Key] = []
        var rest = bytes
        while let first = rest.popFirst() {
            guard first == 0x1B else {
                if first >= 0x20, first < 0x7F { keys.append(.character(Character(UnicodeScalar(first)))) }
                continue
            }
            guard rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") else { continue }
            rest.removeFirst()
            while let byte = rest.popFirst() {
                guard (0x40...0x7E).contains(byte) else { continue }
                switch byte {
                case UInt8(ascii: "A"): keys.append(.up)
                case UInt8(ascii: "B"): keys.append(.down)
                case UInt8(ascii: "C"): keys.append(.right)
                case UInt8(ascii: "D"): keys.append(.left)
                default: break
                }
                break
            }
        }
        return keys
    }
}
