// SPDX-License-Identifier: MIT
/// Recognises a log whose rows come more often than its receiver's positions, as of phones that record other sensors as well:
/// the rows repeat each position until the next one.
///
/// Only rows in quick succession repeat positions. Once two positions in a row have been renewed after repetitions, a repetition does not
/// count for 2.5 times the shorter of the two intervals; after that, the receiver stands.
struct PositionRenewal: Equatable, Sendable {
    enum Answer {
        case position, repetition
        /// The first position since repetitions are recognised, with the one before it and its time.
        case firstRenewal(before: TrackPlace, at: TrackTime)
    }
    /// Rows further apart than this, in seconds, have their own positions.
    private static let quick = 0.9
    /// The longest interval in seconds at which a receiver renews its position.
    private static let longest = 5.0
    private static let patience = 2.5

    private var lastRow: TrackTime?
    private var place: TrackPlace?
    /// The time of the first row with `place`.
    private var since = TrackTime(nanoseconds: 0)
    private var isRepeated = false
    /// The last interval between two positions in seconds; 0 without repetitions between them.
    private var interval = 0.0
    /// The usual interval in seconds; 0 while no repetitions are recognised.
    private var usual = 0.0

    mutating func take(_ place: TrackPlace, at time: TrackTime) -> Answer {
        let isQuick = lastRow.map { time.seconds(since: $0) < Self.quick } ?? false
        lastRow = time
        let passed = time.seconds(since: since)
        if place == self.place {
            isRepeated = isQuick
            return isQuick && passed < Self.patience * usual ? .repetition : .position
        }
        let before = self.place
        let earlier = since
        let hadUsual = usual > 0
        if before != nil { learn(passed) }
        self.place = place
        since = time
        isRepeated = false
        guard let before, !hadUsual, usual > 0 else { return .position }
        return .firstRenewal(before: before, at: earlier)
    }

    private mutating func learn(_ passed: Double) {
        // Longer repetitions are a stop.
        if isRepeated, passed >= Self.longest { return }
        let next = isRepeated ? passed : 0
        if min(next, interval) > 0 { usual = min(next, interval) }
        if max(next, interval) == 0 { usual = 0 }
        interval = next
    }
}
