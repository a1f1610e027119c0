/// Follows a track: takes fixes in, one by one and in order, and says what it finds. A value; each copy goes its own way.
public protocol Tracker: Sendable {
    /// The time of the last fix that counted; nil before the first.
    var lastTime: TrackTime? { get }
    /// Seconds without a fix after which ticks speak for the tracker.
    var gapAfter: Double { get }
    /// What it can say until the next fix. Made when it is asked for: a copy of the tracker's state costs more than a fix does.
    var estimate: any TrackerEstimate { get }
    /// Takes one fix in, and says what is to be said on the way to it.
    mutating func step(to fix: Fix) -> TrackerStep
}

/// What a tracker can say of a moment without a fix: an estimate from its state, which it leaves unchanged.
public protocol TrackerEstimate: Sendable {
    /// The time of the last fix that counted; nil before the first.
    var lastTime: TrackTime? { get }
    /// Seconds without a fix after which ticks speak for the tracker.
    var gapAfter: Double { get }
    /// What is to be said at a moment without a fix.
    /// - Parameters:
    ///   - time: not before the last fix.
    ///   - previous: the tick before; what happens between the two is said by this one. Nil: 0.1 s before.
    func tick(at time: TrackTime, after previous: TrackTime?) -> TrackerUpdate
}

/// Makes a tracker for a track once its further columns are known.
/// - Parameter extraNames: the reader's, in its order.
public typealias TrackerMaker = @Sendable (_ extraNames: [String]) -> any Tracker

extension MotionTracker: Tracker, TrackerEstimate {
    /// Follows motion alone.
    public static let maker: TrackerMaker = { MotionTracker(extraNames: $0) }

    public var estimate: any TrackerEstimate { self }
}
