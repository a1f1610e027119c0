// SPDX-License-Identifier: MIT
import Glibc
import Platform

/// Stops a thread that waits for a descriptor. Any thread.
final class WakeupDescriptor: Sendable {
    private let pipe = WakeupPipe()

    /// Wakes every waiting thread and ends every later wait at once.
    func stop() { pipe.wake() }

    enum Outcome { case ready, stopped, nothing }

    /// Waits until `descriptor` is readable (or has failed), at most `milliseconds` (-1: indefinitely).
    func wait(for descriptor: Int32, events: Int32 = POLLIN, milliseconds: Int32 = -1) -> Outcome {
        var ends = [
            pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(events), revents: 0),
        ]
        while true {
            let count = poll(&ends, descriptor >= 0 ? 2 : 1, milliseconds)
            if count < 0, errno == EINTR { continue }
            if ends[0].revents != 0 { return .stopped }
            return count > 0 && descriptor >= 0 ? .ready : .nothing
        }
    }

    /// Sleeps; returns true if it was stopped meanwhile.
    func sleep(milliseconds: Int32) -> Bool { wait(for: -1, milliseconds: milliseconds) == .stopped }
}
