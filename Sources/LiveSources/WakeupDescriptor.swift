// SPDX-License-Identifier: MIT
import Glibc
import Platform

/// Stops a thread that waits for a descriptor. Any thread.
final class WakeupDescriptor: Sendable {
    private let pipe = WakeupPipe()

    /// Wakes every waiting thread and ends every later wait at once.
    func stop() { pipe.ring() }

    enum Outcome { case ready, stopped, nothing }

    /// Waits until `descriptor` is readable (or has failed), at most `milliseconds` (-1: indefinitely).
    func wait(for descriptor: Int32, events: Int32 = POLLIN, milliseconds: Int32 = -1) -> Outcome {
        var ends = [
            pollfd(fd: pipe.end, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(events), revents: 0),
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

/// The delay before the next attempt: doubled each time, up to half a minute.
///
/// It starts again from the first delay after a connection that has lasted and delivered data. A connection that ends at once
/// does not count, so that a port that accepts connections and closes them is not polled at the highest rate.
struct BackOff {
    private static let first: Int32 = 250
    private static let longest: Int32 = 30_000
    /// How long a connection must have lasted to count.
    private static let lasting = Duration.seconds(5)
    private(set) var attempts = 0
    private var standsSince: ContinuousClock.Instant?
    private var hasHeard = false

    /// A connection has been established.
    mutating func connected(at now: ContinuousClock.Instant = .now) {
        standsSince = now
        hasHeard = false
    }

    /// Data has arrived through it.
    mutating func heard() { hasHeard = true }

    /// The delay in milliseconds. Call when the connection has ended or an attempt has failed.
    mutating func next(at now: ContinuousClock.Instant = .now) -> Int32 {
        if let standsSince, hasHeard, now - standsSince >= Self.lasting { reset() }
        standsSince = nil
        let length = attempts < 8 ? min(Self.first << Int32(attempts), Self.longest) : Self.longest
        attempts += 1
        return length
    }

    mutating func reset() { attempts = 0 }
}
