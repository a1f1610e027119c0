import Glibc

/// Ends the waiting of a thread that reads a descriptor. Any thread.
final class Waking: Sendable {
    private let end: Int32
    private let bell: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        // Without the ends, which only a process that has opened all it may lacks, nobody is woken before something comes in.
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

    /// Whoever waits, or will wait, goes on at once.
    func stop() { _ = write(bell, "x", 1) }

    enum Outcome { case ready, stopped, nothing }

    /// Waits until `descriptor` can be read (or has failed), at most `milliseconds` (-1: for as long as it takes).
    func wait(for descriptor: Int32, events: Int32 = POLLIN, milliseconds: Int32 = -1) -> Outcome {
        var ends = [
            pollfd(fd: end, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(events), revents: 0),
        ]
        while true {
            let count = poll(&ends, descriptor >= 0 ? 2 : 1, milliseconds)
            if count < 0, errno == EINTR { continue }
            if ends[0].revents != 0 { return .stopped }
            return count > 0 && descriptor >= 0 ? .ready : .nothing
        }
    }

    /// Sleeps; true when it was stopped meanwhile.
    func sleep(milliseconds: Int32) -> Bool { wait(for: -1, milliseconds: milliseconds) == .stopped }
}

/// How long to wait before the next attempt: twice as long each time, up to half a minute.
///
/// A connection through which something came and which has lasted begins anew; one that ends at once does not, so that a port
/// that takes connections and closes them is not asked without end.
struct BackOff {
    private static let first: Int32 = 250
    private static let longest: Int32 = 30_000
    /// How long a connection must have lasted to count.
    private static let lasting = Duration.seconds(5)
    private(set) var attempts = 0
    private var standsSince: ContinuousClock.Instant?
    private var hasHeard = false

    /// A connection stands.
    mutating func connected(at now: ContinuousClock.Instant = .now) {
        standsSince = now
        hasHeard = false
    }

    /// Something came through it.
    mutating func heard() { hasHeard = true }

    /// Milliseconds. Asked when the connection has ended, or an attempt has failed.
    mutating func next(at now: ContinuousClock.Instant = .now) -> Int32 {
        if let standsSince, hasHeard, now - standsSince >= Self.lasting { reset() }
        standsSince = nil
        let length = attempts < 8 ? min(Self.first << Int32(attempts), Self.longest) : Self.longest
        attempts += 1
        return length
    }

    mutating func reset() { attempts = 0 }
}
