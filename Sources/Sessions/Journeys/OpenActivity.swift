// SPDX-License-Identifier: MIT
import GRDB
import Tracking

/// The current span of one activity. Its confidence is the mean over its fixes.
struct OpenActivity {
    /// The longest gap in seconds that a span bridges until the next one begins; after a longer gap it ends with its last fix.
    private static let mostBetween = 60.0

    private var activity: String?
    private var firstFix: Int64 = 0
    private var lastFix: Int64 = 0
    private var start = TrackTime(nanoseconds: 0)
    private var end = TrackTime(nanoseconds: 0)
    private var confidenceSum = 0.0
    private var confidenceCount = 0

    /// Processes one update.
    /// - Returns: The span that it ended.
    mutating func take(_ update: TrackerUpdate, number: Int64) -> OpenActivity? {
        guard let found = update.channels[.activity]?.category, let time = update.fix?.time else { return nil }
        var ended: OpenActivity?
        if found != activity {
            if activity != nil {
                ended = self
                if time > end, time.seconds(since: end) <= Self.mostBetween { ended?.end = time }
            }
            self = OpenActivity()
            activity = found
            (firstFix, start, end) = (number, time, time)
        }
        lastFix = number
        end = max(end, time)
        if let confidence = update.channels[.activityConfidence]?.number {
            confidenceSum += confidence
            confidenceCount += 1
        }
        return ended
    }

    func save(_ recording: Int64, to database: Database) throws {
        guard let activity else { return }
        try database.execute(
            sql: "INSERT OR REPLACE INTO activity VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                recording, firstFix, lastFix, activity, start.nanoseconds, end.nanoseconds,
                confidenceCount > 0 ? confidenceSum / Double(confidenceCount) : nil,
            ])
    }
}
