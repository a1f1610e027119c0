import Tracking

/// What a look for the next update, which does not wait, has found.
enum UpdateLook {
    case update(TrackerUpdate)
    case nothingYet
    case end
}

/// Where the updates of one track come from. One taker.
protocol UpdateSource {
    /// The next update if it is there. Throws what ended the track, after everything before it.
    mutating func look() throws -> UpdateLook
    /// True for fixes that are heard as they come in; known once the first of them is there.
    var isHeardOnArrival: Bool { get }
    /// What has come in and was not taken yet; none of fixes that are heard at their own times.
    var depth: QueueDepth { get }
    /// What the tracker of a live track can say after the newest fix that has come in; nil before the first.
    var estimate: (any TrackerEstimate)? { get }
}

extension JourneyCursor: UpdateSource {
    mutating func look() throws -> UpdateLook { try next().map { .update($0) } ?? .end }
    var isHeardOnArrival: Bool { false }
    var depth: QueueDepth { QueueDepth() }
    var estimate: (any TrackerEstimate)? { nil }
}
