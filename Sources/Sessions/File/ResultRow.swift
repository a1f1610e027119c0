// SPDX-License-Identifier: MIT
import GRDB
import Tracking

/// The tracker's results after a fix, as the rest of its row in the table `fix`; unknown is NULL.
enum ResultRow {
    static let columns =
        "distance, activity, activityConfidence, offTrain, estimated, railway, direction, station, phase, confidence, trackLine"
    static let count = 11

    /// The values of `columns`, in order. The last is the line that `track` prints, without the fix at its beginning, which has
    /// its own columns, and without its line break.
    static func values(_ update: TrackerUpdate) -> [(any DatabaseValueConvertible)?] {
        let channels = update.channels
        var line: [UInt8] = []
        line.reserveCapacity(512)
        TrackLine.write(update, to: &line)
        line.removeLast()
        let head = update.fix.map(TrackLine.head(of:)) ?? []
        if line.starts(with: head) { line.removeFirst(head.count) }
        return [
            channels[.distance]?.number, channels[.activity]?.category, channels[.activityConfidence]?.number,
            channels[.offTrain]?.number.map { $0 > 0 }, channels[.estimated]?.number.map { $0 > 0 },
            channels[.line]?.category, channels[.direction]?.category, channels[.station]?.category,
            channels[.phase]?.category, channels[.confidence]?.number, String(decoding: line, as: UTF8.self),
        ]
    }

    /// The complete line of `track` for a row's fix and the text of its column; files of version 1 keep the complete line.
    static func line(_ text: String, after fix: Fix) -> String {
        text.hasPrefix("{") ? text : String(decoding: TrackLine.head(of: fix), as: UTF8.self) + text
    }
}
