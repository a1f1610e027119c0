// SPDX-License-Identifier: MIT
import Glibc

/// The kind of target that an output's name refers to.
package enum OutputTarget: Equatable, Sendable {
    /// A descriptor opened by the parent process: `-`, `/dev/stdout`, `/dev/fd/3`.
    case descriptor(Int32)
    /// A device, a pipe or a socket: written directly, never replaced.
    case stream(isPipe: Bool)
    /// A file to create, or an existing file or folder with that name.
    case file

    package init(_ path: String) {
        if let number = Self.descriptor(path), fcntl(number, F_GETFD) >= 0 {
            self = .descriptor(number)
            return
        }
        let kind = FileKind(path: path) ?? .file
        self = kind == .file || kind == .folder ? .file : .stream(isPipe: kind == .pipe)
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
