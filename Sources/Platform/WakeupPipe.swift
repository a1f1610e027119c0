// SPDX-License-Identifier: MIT
import Glibc

/// A pipe that wakes whoever polls its end. Any thread.
package final class WakeupPipe: Sendable {
    /// Readable once it has rung; -1 without a pipe, which fails only when the process has run out of descriptors.
    package let end: Int32
    private let bell: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (end, bell) = (ends[0], ends[1])
    }

    deinit {
        close(end)
        close(bell)
    }

    /// Makes the end readable. Never waits: a full pipe is readable already.
    package func ring() { _ = write(bell, "x", 1) }

    /// Takes every ring so far.
    package func clear() {
        var rings: (UInt64, UInt64) = (0, 0)
        while read(end, &rings, MemoryLayout.size(ofValue: rings)) > 0 {}
    }
}
