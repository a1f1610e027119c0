// SPDX-License-Identifier: MIT
import Tracking

/// The result of a non-blocking look for the next update.
enum UpdatePoll {
    case update(TrackerUpdate)
    case nothingYet
    case end
}

/// The source of one track's updates. One taker.
protocol UpdateSource {
    /// The next update if available. After all updates, throws the error that ended the track.
    mutating func look() throws -> UpdatePoll
    /// True if fixes are played on arrival; known once the first of them has arrived.
    var isPlayedOnArrival: Bool { get }
    /// The fixes that have arrived but were not taken yet; none for fixes that are played at their own times.
    var depth: QueueDepth { get }
    /// The state of a live track's tracker after the newest fix that has arrived; nil before the first.
    var estimate: (any TrackerEstimate)? { get }
}

extension JourneyCursor: UpdateSource {
    mutating func look() throws -> UpdatePoll { try next().map { .update($0) } ?? .end }
    var isPlayedOnArrival: Bool { false }
    var depth: QueueDepth { QueueDepth() }
    var estimate: (any TrackerEstimate)? { nil }
}
