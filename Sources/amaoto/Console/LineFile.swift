// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform

/// Writes lines of data for other programs: to standard output, a pipe or a device as they come, or to a file that gets its name
/// when complete. Dropping it without closing leaves nothing behind.
final class LineFile: @unchecked Sendable {
    // Sendable is sound: the lock guards the mutable state; the rest never changes after init.
    private let path: String
    /// The file being written; nil where lines go directly to a stream.
    private let whole: AtomicFile?
    private let descriptor: Int32
    private let whenSlow: BackpressurePolicy
    /// Whether lines are batched before they go to a stream.
    private let gathers: Bool
    /// Writes to a reader that must not delay the program; it owns the descriptor.
    private let drain: LineWriter?
    private let lock = NSLock()
    private var buffer: [UInt8] = []
    private var isOpen = true
    /// The errno of a failed write; nothing is written after it.
    private var failure: Int32 = 0

    /// Seconds to wait at the end for a reader that must not delay the program, or that an interrupt finds stalled.
    private static let patience = 2.0

    /// - Parameters:
    ///   - path: a file, or `-` for standard output.
    ///   - claims: the files that must not be overwritten, and whether the output may replace an existing file.
    ///   - whenSlow: the handling of lines that a stream's reader does not accept; a file accepts all.
    ///   - gathers: lines go to a stream in batches: their source is a file, so nothing waits for the next line.
    ///   - interrupts: end the wait for a pipe's reader where they are held.
    /// - Throws: why it cannot be written, or the `ExitCode` of an interrupt.
    init(
        _ path: String, _ claims: OutputClaims, whenSlow: BackpressurePolicy = .waits, gathers: Bool = false, interrupts: Interrupts? = nil
    ) throws {
        let target = OutputTarget(path)
        self.path = target == .descriptor(STDOUT_FILENO) ? "stdout" : path
        self.whenSlow = whenSlow
        self.gathers = gathers
        switch target {
        case .file:
            descriptor = -1
            drain = nil
            do throws(AtomicFile.Failure) { whole = try AtomicFile(path, claims) } catch {
                switch error {
                case .refused(let refusal): throw refusal
                case .system(let fault): throw Self.failure(path, fault)
                }
            }
        case .descriptor(let number):
            whole = nil
            // The descriptor closed at the end is a copy.
            descriptor = number == STDOUT_FILENO ? number : dup(number)
            drain = Self.makeDrain(descriptor, whenSlow)
        case .stream(let isPipe):
            whole = nil
            descriptor = try Self.openStream(path, isPipe: isPipe, interrupts)
            drain = Self.makeDrain(descriptor, whenSlow)
        }
    }

    private static func openStream(_ path: String, isPipe: Bool, _ interrupts: Interrupts?) throws -> Int32 {
        // Opening a pipe waits for its reader, and a held interrupt would not end that.
        let looks = isPipe && interrupts != nil
        while true {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC | (looks ? O_NONBLOCK : 0))
            let cause = errno
            if descriptor >= 0 {
                if looks { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
                return descriptor
            }
            guard looks, cause == ENXIO else { throw failure(path, SystemFault(code: cause)) }
            if let code = interrupts?.exitCode { throw ExitCode(code) }
            usleep(20_000)
        }
    }

    /// Nil where the caller's thread writes the lines.
    private static func makeDrain(_ descriptor: Int32, _ whenSlow: BackpressurePolicy) -> LineWriter? {
        var status = stat()
        guard case .drops = whenSlow, fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG else { return nil }
        return LineWriter(descriptor)
    }

    deinit {
        if isOpen { abandon() }
    }

    /// Writes a whole text to a file or standard output.
    static func write(
        _ text: String, to path: String, _ claims: OutputClaims = OutputClaims(), whenSlow: BackpressurePolicy = .waits,
        interrupts: Interrupts? = nil
    ) throws {
        let file = try LineFile(path, claims, whenSlow: whenSlow, interrupts: interrupts)
        file.write(Array(text.utf8))
        try file.close()
    }

    func write(_ line: String) { write(Array((line + "\n").utf8)) }

    func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

    func write(_ bytes: UnsafeRawBufferPointer) {
        if let drain { return drain.put(Array(bytes)) }
        lock.withLock {
            guard isOpen, failure == 0 else { return }
            buffer.append(contentsOf: bytes)
            if whole == nil && !gathers || buffer.count > 1 << 16 { flush() }
        }
    }

    /// True once a write has failed: further lines are pointless, and `close` throws.
    var hasFailed: Bool { cause != 0 }

    private var cause: Int32 { drain?.failure ?? lock.withLock { failure } }

    /// Why writing has stopped, in words; nil without an error, and when the reader has exited.
    var fault: String? {
        let cause = self.cause
        return cause == 0 || cause == EPIPE ? nil : Self.failure(path, SystemFault(code: cause)).message
    }

    /// Writes the remaining lines and gives the file its final name; reports the lines that a slow reader missed.
    /// - Parameter interrupted: never replaces an existing file, but keeps the lines next to it; and leaves a stream's reader
    ///   that takes nothing.
    /// - Returns: the path of the lines.
    /// - Throws: the error of this or an earlier write; `ReaderGone` when the reader has exited.
    @discardableResult
    func close(interrupted: Bool = false) throws -> String {
        let end = interrupted && whole == nil ? ContinuousClock.now + .seconds(Self.patience) : nil
        guard enter(until: end) else { return path }
        defer { lock.unlock() }
        guard isOpen else { return path }
        if let drain {
            drain.finish(within: Self.patience)
            failure = drain.failure
        } else {
            flush(until: end)
        }
        guard failure == 0 else {
            let cause = failure
            abandon()
            throw cause == EPIPE ? ReaderGone() : Self.failure(path, SystemFault(code: cause))
        }
        isOpen = false
        guard let whole else {
            if drain == nil, descriptor != STDOUT_FILENO { Foundation.close(descriptor) }
            tellLoss()
            return path
        }
        do throws(SystemFault) {
            if interrupted { return try whole.keep() }
            try whole.finish()
            return path
        } catch { throw Self.failure(path, error) }
    }

    /// Closes it, and says where its lines are when another file keeps its name.
    func close(interrupted: Bool, telling console: Console) throws {
        let place = try close(interrupted: interrupted)
        if place != path { console.say("Interrupted; partial output in \(place).") }
    }

    /// Locks. A thread that a stream's reader keeps waiting inside `write` holds the lock for as long as that reader likes.
    /// - Parameter end: when to give up; nil waits.
    /// - Returns: false without the lock.
    private func enter(until end: ContinuousClock.Instant?) -> Bool {
        guard let end else {
            lock.lock()
            return true
        }
        while !lock.try() {
            guard ContinuousClock.now < end else { return false }
            usleep(10_000)
        }
        return true
    }

    private func abandon() {
        isOpen = false
        whole?.abandon()
        // The reader still gets the lines before.
        if whole == nil, drain == nil, failure == 0 { flush() }
        drain?.finish(within: Self.patience)
        if whole == nil, drain == nil, descriptor != STDOUT_FILENO { Foundation.close(descriptor) }
    }

    private func tellLoss() {
        guard case .drops(let console) = whenSlow, let lost = drain?.leftOut, lost > 0 else { return }
        console.warn("\(CountText.of(lost, "line of \(path) was", "lines of \(path) were")) dropped: its reader was too slow")
    }

    /// - Parameter end: when to give up on a stream's reader; nil waits for it.
    private func flush(until end: ContinuousClock.Instant? = nil) {
        defer { buffer.removeAll(keepingCapacity: true) }
        if let whole {
            do throws(SystemFault) { try whole.write(buffer) } catch { failure = error.code }
            return
        }
        var done = 0
        while done < buffer.count {
            var next = buffer[done...]
            if let end {
                var look = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                let left = max(0, (end - .now) / .milliseconds(1))
                guard poll(&look, 1, Int32(left)) > 0 else {
                    failure = ETIMEDOUT
                    break
                }
                next = next.prefix(LineWriter.atOnce)
            }
            let count = next.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                failure = count < 0 ? errno : EIO
                break
            }
            done += count
        }
    }

    static func failure(_ path: String, _ fault: SystemFault) -> Failure {
        Failure("\(path): it cannot be written (\(fault.words)); \(fault.remedy)", exitCode: ExitStatus.runtime)
    }
}

/// The reader of standard output has exited: it has what it needed, so nothing is reported.
struct ReaderGone: Error {}

/// What happens to lines that arrive faster than their reader accepts them.
enum BackpressurePolicy {
    /// The reader sets the pace.
    case waits
    /// The sound sets the pace: lines that do not fit are dropped, which the console reports at the end.
    case drops(notifying: Console)
}
