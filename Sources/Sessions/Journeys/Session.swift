// SPDX-License-Identifier: MIT
import Tracking

/// One journey of a recording. `JourneyRule` decides which fixes belong to it.
public struct Session: Equatable, Sendable {
    /// Why a session ended; nil while it is being written, and if the writing was cut off.
    public enum Ending: String, Sendable {
        case walking, standing
        /// The clock was set back.
        case clock
        /// The input ended.
        case end
    }

    /// Its number in the file, from 1.
    public var id: Int64
    /// The name of the input.
    public var source: String
    /// The range of its fixes.
    public var range: FixRange
    /// The times of its first and last fix, of the recording's first track; nil if these have no time.
    public var start: TrackTime?
    public var end: TrackTime?
    /// The distance travelled in metres.
    public var metres: Double?
    /// The main activity: `train`, `automotive` or `cycling` if there was a ride, else `walking` or `stationary`; nil if unknown.
    public var activity: String?
    /// The ids of the railways ridden, in order.
    public var railways: [String]
    public var ending: Ending?

    public var fixes: Int64 { range.last - range.first + 1 }
    public var seconds: Double? { start.flatMap { start in end.map { $0.seconds(since: start) } } }
}

/// Consecutive fixes of one recording.
public struct FixRange: Equatable, Sendable {
    public var recording: Int64
    /// The numbers of the first and the last fix, both inclusive, counted from 0.
    var first: Int64
    var last: Int64
}

/// A span of one activity.
public struct ActivitySpan: Equatable, Sendable {
    /// `stationary`, `walking`, `cycling`, `automotive`, `train` or `unknown`.
    public var activity: String
    public var start: TrackTime
    public var end: TrackTime
    /// The mean over its fixes, 0 to 1; nil if the tracker gave none.
    public var confidence: Double?
}

/// An event at a fix of a recording.
public struct SessionEvent: Equatable, Sendable {
    /// The time of the fix, if it has one.
    public var time: TrackTime?
    public var event: TrackEvent
    /// The track that the fix names.
    public var track: String?
}

/// A fix as it was received, with the tracker's results for it.
public struct RecordedFix: Equatable, Sendable {
    public struct Results: Equatable, Sendable {
        public var activity: String?
        /// The ids of the railway, its direction and the station.
        public var railway: String?
        public var direction: String?
        public var station: String?
        public var phase: String?
        public var confidence: Double?
    }

    /// Its index in the recording, from 0.
    public var number: Int64
    public var fix: Fix
    public var results: Results
    /// The text of its column `trackLine`: the line without the fix at its beginning; in files of version 1, the complete line.
    let lineAfterFix: String

    /// The line that `track` prints, without its line break. Computed on each access.
    public var trackLine: String { ResultRow.line(lineAfterFix, after: fix) }
}
