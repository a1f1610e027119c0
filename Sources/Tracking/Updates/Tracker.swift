// SPDX-License-Identifier: MIT
/// Follows a track: takes fixes one by one, in order, and reports its findings. A value type; copies are independent.
public protocol Tracker: Sendable {
    /// The time of the last fix that counted; nil before the first.
    var lastTime: TrackTime? { get }
    /// The seconds without a fix after which ticks replace updates.
    var gapAfter: Double { get }
    /// The estimates until the next fix. Created on request, since copying the tracker's state costs more than processing a fix.
    var estimate: any TrackerEstimate { get }
    /// Processes one fix; returns the ticks on the way to it and its update.
    mutating func step(to fix: Fix) -> TrackerStep
}

/// Estimates a moment without a fix from a tracker's state, without changing it.
public protocol TrackerEstimate: Sendable {
    /// The time of the last fix that counted; nil before the first.
    var lastTime: TrackTime? { get }
    /// The seconds without a fix after which ticks replace updates.
    var gapAfter: Double { get }
    /// The update at a moment without a fix.
    /// - Parameters:
    ///   - time: not before the last fix.
    ///   - previous: the time of the tick before, or of the fix; this tick reports the events between the two.
    func tick(at time: TrackTime, after previous: TrackTime) -> TrackerUpdate
}

/// Makes a tracker for a track once its extra columns are known.
/// - Parameter extraNames: the reader's extra column names, in its order.
public typealias TrackerMaker = @Sendable (_ extraNames: [String]) -> any Tracker

extension MotionTracker: Tracker, TrackerEstimate {
    /// Makes trackers that follow motion only.
    public static let maker: TrackerMaker = { MotionTracker(extraNames: $0) }

    public var estimate: any TrackerEstimate { self }
}
