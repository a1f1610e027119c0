// For `stdout`, a variable of C that nobody changes.
@preconcurrency import Glibc
import WholeFiles

extension StandardStreams {
    /// Brings what was printed to its reader.
    /// - Throws: `ReaderGone`, or why it could not be written.
    static func flushOutput() throws {
        let fails = fflush(stdout) != 0
        // What failed earlier has left no cause but that it failed.
        let cause = fails ? errno : EIO
        guard fails || ferror(stdout) != 0 else { return }
        var look = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        let isGone = cause == EPIPE || poll(&look, 1, 0) > 0 && look.revents & Int16(POLLERR) != 0
        throw isGone ? ReaderGone() : LineFile.failure("stdout", SystemFault(code: cause))
    }
}
