// SPDX-License-Identifier: MIT

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
    private var connectedSince: ContinuousClock.Instant?
    private var hasReceived = false

    /// A connection has been established.
    mutating func connected(at now: ContinuousClock.Instant = .now) {
        connectedSince = now
        hasReceived = false
    }

    /// Data has arrived through the connection.
    mutating func received() { hasReceived = true }

    /// The delay in milliseconds. Call when the connection has ended or an attempt has failed.
    mutating func next(at now: ContinuousClock.Instant = .now) -> Int32 {
        if let connectedSince, hasReceived, now - connectedSince >= Self.lasting { reset() }
        connectedSince = nil
        let length = attempts < 8 ? min(Self.first << Int32(attempts), Self.longest) : Self.longest
        attempts += 1
        return length
    }

    mutating func reset() { attempts = 0 }
}
