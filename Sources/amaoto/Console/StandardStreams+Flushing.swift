// SPDX-License-Identifier: MIT
// For `stdout`, a C variable that never changes.
@preconcurrency import Glibc
import Platform

extension StandardStreams {
    /// Flushes standard output.
    /// - Throws: `ReaderGone`, or why it could not be written.
    static func flushOutput() throws {
        let fails = fflush(stdout) != 0
        // An earlier failure has left no cause, only the error flag.
        let cause = fails ? errno : EIO
        guard fails || ferror(stdout) != 0 else { return }
        var look = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        let isGone = cause == EPIPE || poll(&look, 1, 0) > 0 && look.revents & Int16(POLLERR) != 0
        throw isGone ? ReaderGone() : LineFile.failure("stdout", SystemFault(code: cause))
    }
}
