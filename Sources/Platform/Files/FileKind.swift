// SPDX-License-Identifier: MIT
import Glibc

/// The kind of a file, by its status, path or descriptor.
package enum FileKind {
    case file, folder, link, pipe, characterDevice, other

    package init(_ status: stat) {
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFCHR: .characterDevice
            default: .other
            }
    }

    /// The kind of what a path leads to, through links; nil if there is nothing that can be seen.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }
}
