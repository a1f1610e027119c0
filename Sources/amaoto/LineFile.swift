import Foundation
import WholeFiles

/// Lines of data for another program: to standard output, a pipe or a device as they come, or to a file that gets its
/// name when it is whole. Dropping it unclosed leaves nothing behind.
final class LineFile: @unchecked Sendable {
    // Sendable is sound: the lock guards the mutable state; the rest never changes after init.
    private let path: String
    /// Where the lines gather; nil where they are written as they come.
    private let whole: WholeFile?
    private let descriptor: Int32
    private let lock = NSLock()
    private var buffer: [UInt8] = []
    private var isOpen = true
    /// The errno of a write that failed; nothing is written after it.
    private var failure: Int32 = 0

    /// - Parameter path: a file, or `-` for standard output.
    init(_ path: String) throws {
        self.path = path == "-" ? "stdout" : path
        guard path != "-" else {
            whole = nil
            descriptor = STDOUT_FILENO
            return
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
            descriptor = -1
            do throws(SystemFault) { whole = try WholeFile(path) } catch { throw Self.failure(path, error) }
            return
        }
        whole = nil
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        if descriptor < 0 { throw Self.failure(path, SystemFault(code: errno)) }
    }

    /// Refuses to replace a file that is there, before any work is done.
    static func check(_ path: String, overwrites: Bool) throws {
        var status = stat()
        guard path != "-", !overwrites, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        throw Failure("\(path) is there already; -y replaces it", exitCode: ExitStatus.runtime)
    }

    deinit {
        if isOpen { abandon() }
    }

    func write(_ line: String) { write(Array((line + "\n").utf8)) }

    func write(_ bytes: [UInt8]) {
        lock.withLock {
            guard isOpen, failure == 0 else { return }
            buffer.append(contentsOf: bytes)
            if whole == nil || buffer.count > 1 << 16 { flush() }
        }
    }

    /// True once a write has failed: more lines are of no use, and `close` throws.
    var hasFailed: Bool { lock.withLock { failure != 0 } }

    /// Why nothing is written any more, in words; nil while all is well, and when the reader has gone.
    var fault: String? {
        let cause = lock.withLock { failure }
        return cause == 0 || cause == EPIPE ? nil : Self.failure(path, SystemFault(code: cause)).message
    }

    /// Writes what is left and gives the file its name.
    /// - Parameter interrupted: never replaces what has the name, but keeps the lines beside it.
    /// - Returns: where the lines stand.
    /// - Throws: what went wrong with this or an earlier write; `ReaderGone` when nobody reads any more.
    @discardableResult
    func close(interrupted: Bool = false) throws -> String {
        try lock.withLock {
            guard isOpen else { return path }
            flush()
            guard failure == 0 else {
                let cause = failure
                abandon()
                throw cause == EPIPE ? ReaderGone() : Self.failure(path, SystemFault(code: cause))
            }
            isOpen = false
            guard let whole else {
                if descriptor != STDOUT_FILENO { Foundation.close(descriptor) }
                return path
            }
            do throws(SystemFault) { return try whole.finish(replaces: !interrupted) } catch { throw Self.failure(path, error) }
        }
    }

    private func abandon() {
        isOpen = false
        whole?.abandon()
        if whole == nil, descriptor != STDOUT_FILENO { Foundation.close(descriptor) }
    }

    private func flush() {
        defer { buffer.removeAll(keepingCapacity: true) }
        if let whole {
            do throws(SystemFault) { try whole.write(buffer) } catch { failure = error.code }
            return
        }
        var done = 0
        while done < buffer.count {
            let count = buffer[done...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
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

/// The reader of standard output has gone: it has what it wanted, and nothing is to be said.
struct ReaderGone: Error {}
