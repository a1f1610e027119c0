import Foundation
import PlainText
import Synchronization

/// Standard input, output and error as the program found them.
enum StandardStreams {
    private static let isStuck = Atomic<Bool>(false)

    /// Call first of all. A stream that was closed is held by one that refuses to be used: else the next file that is opened
    /// would take its place, and what is said would be written into it. A file that hits a limit of its size is met as an
    /// error of the write, not as a signal.
    static func secure() {
        for (stream, wrongWay) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
            // The lowest free number is this one.
            _ = open("/dev/null", wrongWay)
        }
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Talk of one or more lines. What came from outside in it is seen and not obeyed.
    static func say(_ text: String) { put(text.visibleLines) }

    /// Talk as it stands, with the codes that move a terminal's cursor. Where it cannot be said there is nobody to tell.
    static func put(_ text: String) {
        if isStuck.load(ordering: .relaxed), !MessageQueue.takes(within: 0) { return }
        _ = try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// From now on talk is left out rather than waited for: nobody has taken any for long.
    static func giveUpOnTalk() { isStuck.store(true, ordering: .relaxed) }
}
