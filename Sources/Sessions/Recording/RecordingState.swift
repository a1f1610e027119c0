// SPDX-License-Identifier: MIT
import GRDB
import Tracking

/// The progress of a recording: its fixes, and the open session and activity span. A value type, so that a failed transaction
/// leaves it unchanged.
struct RecordingState {
    private struct OpenSession {
        var id: Int64
        var railways: [String] = []
        var isChanged = false
    }

    var recording: Int64?
    /// The number of the next fix, from 0.
    private(set) var nextNumber: Int64 = 0
    private(set) var sessionCount = 0
    private var rule = JourneyRule()
    private var session: OpenSession?
    /// True once the first journey has begun, which makes the provisional session a real one.
    private var hasBegun = false
    private var span = OpenActivity()
    /// The current railway of each track.
    private var lines: [String?: String] = [:]
    /// With several tracks, the journeys and activities of the first one are the recording's.
    private var firstTrack: String??

    /// Writes an update's fix, results and events, and the sessions that begin or end with it.
    mutating func add(_ update: TrackerUpdate, to database: Database) throws {
        guard let recording, let fix = update.fix else { return }
        let number = nextNumber
        nextNumber += 1
        let statement = try database.cachedStatement(sql: Self.insertFix)
        statement.setUncheckedArguments(StatementArguments([recording, number] + FixRow.values(fix) + ResultRow.values(update)))
        try statement.execute()
        for (index, event) in update.events.enumerated() {
            try database.execute(
                sql: "INSERT INTO event VALUES (?, ?, ?, ?, ?)", arguments: [recording, number, index, event.name, event.subject])
        }
        if number == 0 { try begin(at: 0, in: database) }
        addRailway(update.channels[.line]?.category, of: update.track)
        if firstTrack == nil { firstTrack = .some(update.track) }
        guard update.track == firstTrack else { return }
        for change in rule.take(update, number: number) {
            switch change {
            case .begins(let first) where !hasBegun:
                hasBegun = true
                try database.execute(sql: "UPDATE session SET firstFix = ? WHERE id = ?", arguments: [first, session?.id])
            case .begins(let first): try begin(at: first, in: database)
            case .ends(let last, let ending): try end(at: last, ending, in: database)
            }
        }
        if let ended = span.take(update, number: number) { try ended.save(recording, to: database) }
    }

    /// Saves the open span and session.
    mutating func save(to database: Database) throws {
        guard let recording else { return }
        try span.save(recording, to: database)
        guard let open = session, open.isChanged else { return }
        try saveRailways(of: open, to: database)
        session?.isChanged = false
    }

    /// Ends the session and the recording, as the input has ended.
    mutating func close(in database: Database) throws {
        try save(to: database)
        if session != nil { try end(at: nextNumber - 1, .end, in: database) }
        try database.execute(sql: "UPDATE recording SET ended = 1 WHERE id = ?", arguments: [recording])
    }

    // MARK: Sessions

    private mutating func begin(at first: Int64, in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO session (recording, firstFix, railways) VALUES (?, ?, '')", arguments: [recording, first])
        session = OpenSession(id: database.lastInsertedRowID)
        sessionCount += 1
        lines.removeAll()
    }

    private mutating func end(at last: Int64, _ ending: Session.Ending, in database: Database) throws {
        guard let open = session else { return }
        try saveRailways(of: open, to: database)
        try database.execute(
            sql: "UPDATE session SET lastFix = ?, ended = ? WHERE id = ?", arguments: [last, ending.rawValue, open.id])
        session = nil
    }

    /// Adds a railway to the session when a track begins to ride on it.
    private mutating func addRailway(_ railway: String?, of track: String?) {
        guard let railway, railway != lines[track] else { return }
        lines[track] = railway
        // Two tracks may ride on one train.
        guard session?.railways.last != railway else { return }
        session?.railways.append(railway)
        session?.isChanged = true
    }

    private func saveRailways(of open: OpenSession, to database: Database) throws {
        try database.execute(
            sql: "UPDATE session SET railways = ? WHERE id = ?", arguments: [open.railways.joined(separator: "\n"), open.id])
    }

    private static let insertFix: String = {
        let marks = Array(repeating: "?", count: 2 + FixRow.count + ResultRow.count).joined(separator: ", ")
        return "INSERT INTO fix (recording, number, \(FixRow.columns), \(ResultRow.columns)) VALUES (\(marks))"
    }()
}

/// The current span of one activity. Its confidence is the mean over its fixes.
private struct OpenActivity {
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
