// SPDX-License-Identifier: MIT
import Glibc

extension ByteSource {
    /// Whether the file at a path can be read only once: a pipe, a socket, a terminal; `-` is standard input.
    public static func isReadOnce(_ path: String) -> Bool {
        var status = stat()
        guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Whether a path means standard input, by any of its names.
    public static func isStandardInput(_ path: String) -> Bool { path == "-" || ownDescriptor(path) == STDIN_FILENO }

    /// A new descriptor of the file at a path, or -1 and `errno`.
    static func opened(_ path: String) -> Int32 {
        // A socket cannot be opened by its name below /dev/fd, nor can another user's pipe; a file is opened at its start.
        if let descriptor = ownDescriptor(path), isReadOnce(path) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        return open(path, O_RDONLY | O_CLOEXEC)
    }

    /// The open descriptor that a path names: /dev/stdin, /dev/fd/63, /proc/self/fd/63.
    private static func ownDescriptor(_ path: String) -> Int32? {
        if path == "/dev/stdin" { return STDIN_FILENO }
        for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
    }
}
