import Glibc

/// What the name of an output means.
package enum OutputTarget: Equatable, Sendable {
    /// A descriptor that whoever started the program has opened: `-`, `/dev/stdout`, `/dev/fd/3`.
    case descriptor(Int32)
    /// A device, a pipe or a socket: written as it comes, never replaced.
    case stream(isPipe: Bool)
    /// A file that is to be made, or whatever else has the name and is in its way.
    case file

    package init(_ path: String) {
        if let number = Self.descriptor(path), fcntl(number, F_GETFD) >= 0 {
            self = .descriptor(number)
            return
        }
        var status = stat()
        let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        self = kind == S_IFREG || kind == S_IFDIR ? .file : .stream(isPipe: kind == S_IFIFO)
    }

    private static func descriptor(_ path: String) -> Int32? {
        switch path {
        case "-", "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
            return folder.flatMap { Int32(path.dropFirst($0.count)) }
        }
    }
}
