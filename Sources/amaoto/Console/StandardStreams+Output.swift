// SPDX-License-Identifier: MIT
// For `stdout`, a C variable that never changes.
@preconcurrency import Glibc
import Platform
import Synchronization

extension StandardStreams {
    /// The errno of the first failed write to standard output, which the stream itself does not keep; 0 without a failure.
    private static let failure = Atomic<Int32>(0)

    /// Writes to standard output, unchanged. What fails is thrown by `flushOutput`.
    static func output(_ text: String) {
        var text = text
        let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stdout) == $0.count }
        if !isWritten { keep(errno) }
    }

    /// Flushes standard output.
    /// - Throws: `ReaderGone`, or why it could not be written.
    static func flushOutput() throws {
        if fflush(stdout) != 0 { keep(errno) }
        let cause = failure.load(ordering: .relaxed)
        guard cause != 0 else { return }
        throw cause == EPIPE ? ReaderGone() : LineFile.failure("stdout", SystemFault(code: cause))
    }

    private static func keep(_ cause: Int32) { _ = failure.compareExchange(expected: 0, desired: cause, ordering: .relaxed) }
}
