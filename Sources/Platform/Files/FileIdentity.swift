// SPDX-License-Identifier: MIT
import Glibc

/// The identity of a file, independent of its name: device and inode.
package struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    package init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }

    /// The identity of a path's target, with links followed; nil if it does not exist.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
