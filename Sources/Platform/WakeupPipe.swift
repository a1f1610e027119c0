// SPDX-License-Identifier: MIT
import Glibc

/// A pipe that wakes a thread which polls it. Any thread.
package final class WakeupPipe: Sendable {
    /// For polling only: readable after `wake` until `clear`; -1 if the process has run out of descriptors.
    package let readEnd: Int32
    private let writeEnd: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Makes the read end readable. Never waits: a full pipe is readable already.
    package func wake() { _ = write(writeEnd, "x", 1) }

    /// Discards every wake so far.
    package func clear() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while read(readEnd, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    }
}
