import Tracking

/// One journey of a recording. Which fixes it has is told by `JourneyRule`.
public struct Session: Equatable, Sendable {
    /// Why it ended; nil while it is written, and where the writing was cut off.
    public enum Ending: String, Sendable {
        case walking, standing
        /// The input ended.
        case end
    }

    /// Its number in the file, from 1.
    public var id: Int64
    /// What the input was called.
    public var source: String
    /// Its fixes.
    public var range: FixRange
    /// The times of its first and last fix; nil where they have none.
    public var start: TrackTime?
    public var end: TrackTime?
    /// Metres travelled.
    public var metres: Double?
    /// What it mostly was: `train`, `automotive` or `cycling` if it was ever ridden, else `walking`, `stationary`; nil: unknown.
    public var activity: String?
    /// The railways ridden, in their order, by id.
    public var railways: [String]
    public var ending: Ending?

    public var fixes: Int64 { range.last - range.first + 1 }
    public var seconds: Double? { start.flatMap { start in end.map { $0.seconds(since: start) } } }
}

/// Consecutive fixes of one recording.
public struct FixRange: Equatable, Sendable {
    public var recording: Int64
    /// From 0, both included.
    public var first: Int64
    public var last: Int64

    public init(recording: Int64, first: Int64, last: Int64) {
        self.recording = recording
        self.first = first
        self.last = last
    }
}

/// A stretch of one activity.
public struct ActivitySpan: Equatable, Sendable {
    /// `stationary`, `walking`, `cycling`, `automotive`, `train` or `unknown`.
    public var activity: String
    public var start: TrackTime
    public var end: TrackTime
    /// 0 to 1, the mean over its fixes; nil where the tracker gave none.
    public var confidence: Double?
    public init(activity: String, start: TrackTime, end: TrackTime, confidence: Double?) {
        self.activity = activity
        self.start = start
        self.end = end
        self.confidence = confidence
    }
}

/// Something that happened at a fix of a recording.
public struct SessionEvent: Equatable, Sendable {
    /// The fix's time, where it has one.
    public var time: TrackTime?
    public var event: TrackEvent
}

/// A fix as it came in, and what the tracker said of it.
public struct RecordedFix: Equatable, Sendable {
    public struct Results: Equatable, Sendable {
        public var activity: String?
        /// Ids.
        public var railway: String?
        public var direction: String?
        public var station: String?
        public var phase: String?
        public var confidence: Double?
    }

    /// Its place in its recording, from 0.
    public var number: Int64
    public var fix: Fix
    public var results: Results
    /// The line of `track`, without its line break.
    public var trackLine: String
}
