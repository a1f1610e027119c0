import Tracking

/// A new activity of the rider.
public struct ActivityChange: Equatable, Sendable {
    /// `stationary`, `walking`, `cycling`, `automotive`, `train` or `unknown`.
    public var activity: String
    /// 0 to 1, as the tracker had it then.
    public var confidence: Double?
    /// Track time of the fix that showed it.
    public var time: TrackTime

    public init(activity: String, confidence: Double?, time: TrackTime) {
        self.activity = activity
        self.confidence = confidence
        self.time = time
    }
}
