// SPDX-License-Identifier: MIT
import Glibc

/// Wakes the control side of a playback while it rests. Any thread rings; one thread rests.
public final class ControlBell: Sendable {
    private let end: Int32
    private let bell: Int32

    public init() {
        var ends: [Int32] = [-1, -1]
        // Without the pipe, which fails only when the process has run out of descriptors, a rest lasts its whole time.
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

    /// Ends the present rest, or the next one at once. Never waits: a full pipe is rung already.
    public func ring() { _ = write(bell, "x", 1) }

    /// Blocks until the bell rings, one of `descriptors` is readable or has failed, or the time has passed.
    /// - Returns: true if the bell has rung since the last call.
    @discardableResult
    package func wait(nanoseconds: Int64, watching descriptors: [Int32] = []) -> Bool {
        var ends = ([end] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let milliseconds = Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
        guard poll(&ends, nfds_t(ends.count), milliseconds) > 0, ends[0].revents != 0 else { return false }
        var rings: (UInt64, UInt64) = (0, 0)
        while read(end, &rings, MemoryLayout.size(ofValue: rings)) > 0 {}
        return true
    }
}
