// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform

/// Writes lines of data for other programs: to standard output, a pipe or a device as they arrive, or to a file that gets its name
/// when complete. A file that is released without `close` is removed.
final class LineFile: @unchecked Sendable {
    // Sendable is sound: the lock guards the mutable state; the rest never changes after init.
    /// Where the lines go.
    private enum Outlet {
        case file(AtomicFile)
        case stream(Int32)
        /// A stream whose reader must not delay the program; the writer owns its descriptor.
        case queue(LineWriter, Console)
    }

    private let path: String
    private let outlet: Outlet
    /// True if lines are collected before they go to a stream.
    private let isBatched: Bool
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
    ///   - isBatched: true sends lines to a stream in batches, for a source that is a file, so that nothing waits for the next line.
    ///   - interrupts: held interrupts, which end the wait for a pipe's reader.
    /// - Throws: why it cannot be written, or the `ExitCode` of an interrupt.
    init(
        _ path: String, _ claims: OutputClaims, whenSlow: BackpressurePolicy = .waits, isBatched: Bool = false,
        interrupts: Interrupts? = nil
    ) throws {
        let target = OutputTarget(path)
        self.path = target == .descriptor(STDOUT_FILENO) ? "stdout" : path
        self.isBatched = isBatched
        switch target {
        case .file:
            do throws(AtomicFile.Failure) { outlet = .file(try AtomicFile(path, claims)) } catch {
                switch error {
                case .refused(let refusal): throw refusal
                case .system(let fault): throw Self.failure(path, fault)
                }
            }
        case .descriptor(let number):
            // The descriptor closed at the end is a copy.
            outlet = Self.stream(number == STDOUT_FILENO ? number : dup(number), whenSlow)
        case .stream(let isPipe): outlet = Self.stream(try Self.openStream(path, isPipe: isPipe, interrupts), whenSlow)
        }
    }

    private static func openStream(_ path: String, isPipe: Bool, _ interrupts: Interrupts?) throws -> Int32 {
        // Opening a pipe waits for its reader, and a held interrupt would not end that.
        let polls = isPipe && interrupts != nil
        while true {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC | (polls ? O_NONBLOCK : 0))
            let cause = errno
            if descriptor >= 0 {
                if polls { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
                return descriptor
            }
            guard polls, cause == ENXIO else { throw failure(path, SystemFault(code: cause)) }
            try interrupts?.throwIfArrived()
            usleep(20_000)
        }
    }

    private static func stream(_ descriptor: Int32, _ whenSlow: BackpressurePolicy) -> Outlet {
        // A regular file accepts all.
        guard case .drops(let console) = whenSlow, FileKind(descriptor: descriptor) != .file else { return .stream(descriptor) }
        return .queue(LineWriter(descriptor), console)
    }

    deinit {
        if isOpen { abandon() }
    }

    /// Writes a whole text to a file or standard output.
    static func write(_ text: String, to path: String, _ claims: OutputClaims = OutputClaims()) throws {
        let file = try LineFile(path, claims)
        file.write(Array(text.utf8))
        try file.close()
    }

    func write(_ line: String) { write(Array((line + "\n").utf8)) }

    func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

    func write(_ bytes: UnsafeRawBufferPointer) {
        if case .queue(let writer, _) = outlet { return writer.put(Array(bytes)) }
        lock.withLock {
            guard isOpen, failure == 0 else { return }
            buffer.append(contentsOf: bytes)
            if !isFile && !isBatched || buffer.count > 1 << 16 { flush() }
        }
    }

    /// True once a write has failed: further lines are pointless, and `close` throws.
    var hasFailed: Bool { cause != 0 }

    private var cause: Int32 {
        if case .queue(let writer, _) = outlet { writer.failure } else { lock.withLock { failure } }
    }

    private var isFile: Bool { if case .file = outlet { true } else { false } }

    /// Why writing has stopped, in words; nil without an error, and when the reader has exited.
    var fault: String? {
        let cause = self.cause
        return cause == 0 || cause == EPIPE ? nil : "\(Self.failure(path, SystemFault(code: cause)))"
    }

    /// Writes the remaining lines and gives the file its final name; reports the lines that a slow reader missed.
    /// - Parameter interrupted: never replaces an existing file, but keeps the lines next to it; and abandons a stream's reader
    ///   that accepts nothing.
    /// - Returns: the path of the lines.
    /// - Throws: the error of this or an earlier write; `ReaderGone` when the reader has exited.
    @discardableResult
    func close(interrupted: Bool = false) throws -> String {
        let end = interrupted && !isFile ? ContinuousClock.now + .seconds(Self.patience) : nil
        guard acquire(until: end) else { return path }
        defer { lock.unlock() }
        guard isOpen else { return path }
        if case .queue(let writer, _) = outlet {
            writer.finish(within: Self.patience)
            failure = writer.failure
        } else {
            flush(until: end)
        }
        guard failure == 0 else {
            let cause = failure
            abandon()
            throw cause == EPIPE ? ReaderGone() : Self.failure(path, SystemFault(code: cause))
        }
        isOpen = false
        switch outlet {
        case .file(let file):
            do throws(SystemFault) { if interrupted { return try file.keep() } else { try file.finish() } } catch {
                throw Self.failure(path, error)
            }
        case .stream(let descriptor): Self.end(descriptor)
        case .queue(let writer, let console):
            let dropped = writer.dropped
            if dropped > 0 {
                console.warn("\(CountText.of(dropped, "line of \(path) was", "lines of \(path) were")) dropped: its reader was too slow")
            }
        }
        return path
    }

    /// Closes it, and reports where its lines are if they could not get its name.
    func close(interrupted: Bool, reportingTo console: Console) throws {
        let place = try close(interrupted: interrupted)
        if place != path { console.sayInterrupted([place]) }
    }

    /// Closes the outputs of a command that has run to its end or to an interrupt, and then reports where they are.
    /// - Throws: the `ExitCode` of the interrupt.
    static func close(_ files: [LineFile?], _ interrupts: Interrupts, reportingTo console: Console) throws {
        let code = interrupts.exitCode
        let places = try files.compactMap { try $0?.close(interrupted: code != nil) }
        guard let code else { return }
        console.sayInterrupted(places)
        throw ExitCode(code)
    }

    /// Takes the lock, which a thread inside `write` holds for as long as a stream's reader accepts nothing.
    /// - Parameter end: when to give up; nil waits.
    /// - Returns: false without the lock.
    private func acquire(until end: ContinuousClock.Instant?) -> Bool {
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
        switch outlet {
        case .file(let file): file.abandon()
        case .stream(let descriptor):
            // The reader still gets the lines before.
            if failure == 0 { flush() }
            Self.end(descriptor)
        case .queue(let writer, _): writer.finish(within: Self.patience)
        }
    }

    private static func end(_ descriptor: Int32) {
        if descriptor != STDOUT_FILENO { Foundation.close(descriptor) }
    }

    /// - Parameter end: when to give up on a stream's reader; nil waits for it.
    private func flush(until end: ContinuousClock.Instant? = nil) {
        defer { buffer.removeAll(keepingCapacity: true) }
        switch outlet {
        case .file(let file): do throws(SystemFault) { try file.write(buffer) } catch { failure = error.code }
        case .stream(let descriptor): send(to: descriptor, until: end)
        case .queue: break
        }
    }

    private func send(to descriptor: Int32, until end: ContinuousClock.Instant?) {
        var done = 0
        while done < buffer.count {
            var next = buffer[done...]
            if let end {
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                let left = max(0, (end - .now) / .milliseconds(1))
                guard poll(&request, 1, Int32(left)) > 0 else {
                    failure = ETIMEDOUT
                    break
                }
                next = next.prefix(LineWriter.atomicSize)
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
        Failure("\(path): it cannot be written (\(fault.cause)); \(fault.remedy)", .runtime)
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
