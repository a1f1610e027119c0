import Tracking

/// Where the updates of one track come from. One taker.
protocol UpdateSource {
    /// The next update if it is there; does not wait. Throws what ended the track, after everything before it.
    func look() throws -> UpdateBuffer.Look
    /// True for fixes that are heard as they come in; known once the first of them is there.
    var isHeardOnArrival: Bool { get }
    /// What has come in and was not taken yet; none of fixes that are heard at their own times.
    var depth: QueueDepth { get }
    /// What the tracker can say after the newest fix that has come in; nil before the first.
    var estimate: (any TrackerEstimate)? { get }
}
