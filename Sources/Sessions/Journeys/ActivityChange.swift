// SPDX-License-Identifier: MIT
import Tracking

/// A change of the rider's activity.
public struct ActivityChange: Equatable, Sendable {
    /// `stationary`, `walking`, `cycling`, `automotive`, `train` or `unknown`.
    public var activity: String
    /// The tracker's confidence at that time, 0 to 1.
    public var confidence: Double?
    /// The track time of the fix that showed it.
    public var time: TrackTime

    public init(activity: String, confidence: Double?, time: TrackTime) {
        self.activity = activity
        self.confidence = confidence
        self.time = time
    }
}
