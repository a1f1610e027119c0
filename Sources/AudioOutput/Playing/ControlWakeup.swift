// SPDX-License-Identifier: MIT
import Glibc
import Platform

/// Wakes the control side of a playback while it rests. Any thread wakes it; one thread rests.
public final class ControlWakeup: Sendable {
    private let pipe = WakeupPipe()

    public init() {}

    /// Ends the present rest, or the next one at once. Never waits.
    public func wake() { pipe.wake() }

    /// Blocks until it is woken, one of `descriptors` is readable or has failed, or the time has passed.
    /// - Returns: true if it was woken since the last call.
    @discardableResult
    package func wait(nanoseconds: Int64, watching descriptors: [Int32] = []) -> Bool {
        var ends = ([pipe.readEnd] + descriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let milliseconds = Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
        guard poll(&ends, nfds_t(ends.count), milliseconds) > 0, ends[0].revents != 0 else { return false }
        pipe.clear()
        return true
    }
}
