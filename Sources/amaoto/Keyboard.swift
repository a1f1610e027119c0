import Foundation

/// One key as a person pressed it.
enum Key: Equatable, Sendable {
    case character(Character)
    case left, right, up, down
}

/// Single keys from the terminal itself, also when fixes come from stdin. The terminal is restored on `close`.
final class Keyboard: @unchecked Sendable {
    // Sendable is sound: the lock guards the only mutable state, and the descriptor is used by `read` alone.
    private let descriptor: Int32
    private var original: termios
    private let lock = NSLock()
    private var isRaw = false

    /// Opens the controlling terminal; nil when there is none (a pipe, a service).
    init?() {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        descriptor = open("/dev/tty", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        original = termios()
        guard descriptor >= 0 else { return nil }
        // A job in the background must not touch the terminal: it would be stopped.
        guard tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &original) == 0 else {
            Foundation.close(descriptor)
            return nil
        }
        enter()
    }

    /// Sets single-key input; again after the program was stopped and continued.
    func enter() {
        lock.withLock {
            var raw = original
            raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(descriptor, TCSANOW, &raw)
            isRaw = true
        }
    }

    /// Gives the terminal back as it was. More than once is fine; any thread.
    func restore() {
        lock.withLock {
            guard isRaw else { return }
            tcsetattr(descriptor, TCSANOW, &original)
            isRaw = false
        }
    }

    /// Every key pressed since the last call, without waiting.
    func pressed() -> [Key] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return [] }
        return Self.keys(in: bytes[..<count])
    }

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

    deinit {
        restore()
        Foundation.close(descriptor)
    }
}
