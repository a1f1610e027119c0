// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Synchronization

/// Standard input, output and error as the program inherited them.
enum StandardStreams {
    private static let isStalled = Atomic<Bool>(false)

    /// Call this first. A closed standard stream is replaced by one that fails on use: otherwise the next file opened would take
    /// its number, and messages would be written into it. Exceeding a file size limit causes an error of the write, not a signal.
    static func secure() {
        for (stream, wrongMode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
            // The lowest free descriptor is this one.
            _ = open("/dev/null", wrongMode)
        }
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Writes a message of one or more lines. Control characters in external text are escaped.
    static func say(_ text: String) { put(text.visibleLines) }

    /// Writes a message unchanged, cursor control codes included. A failure is ignored, because it cannot be reported.
    static func put(_ text: String) {
        if isStalled.load(ordering: .relaxed), !MessageQueue.accepts(within: 0) { return }
        _ = try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// From here on, messages that the terminal does not accept at once are dropped: it has accepted none for long.
    static func dropWhenStalled() { isStalled.store(true, ordering: .relaxed) }
}

// Every command prints through these instead of Swift's `print`: the output contains names and values from files.

/// Prints one or more lines on standard output. Control characters in external text are escaped.
func print(_ item: some Any, terminator: String = "\n") { StandardStreams.output("\(item)".visibleLines + terminator) }

/// Prints a file's own text: to a terminal as `print` does, to a file or another program unchanged.
func printWhole(_ text: String) { StandardStreams.output(isatty(STDOUT_FILENO) == 1 ? text.visibleLines : text) }
