// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// Writes recorded fixes as a table (RFC 4180, UTF-8): the fix, its further columns, then the tracker's results. Unknown values
/// are blank.
///
/// Positions in a plane are in `x_m` and `y_m`, which replace `lat` and `lon` if there are no other positions. `track_id` names
/// the track, and `no_fix` is 1 where the source reported that it had no fix. These columns are present only if they hold a
/// value.
package struct SessionTable {
    private static let resultColumns = ["activity", "railway", "direction", "station", "phase", "confidence"]

    private let extraNames: [String]
    private let kinds: SessionStore.Kinds
    private var hasEarth: Bool { kinds.onEarth || !kinds.inPlane }

    init(extraNames: [String], _ kinds: SessionStore.Kinds) {
        self.extraNames = extraNames
        self.kinds = kinds
    }

    func begin(to bytes: inout [UInt8]) {
        var columns = ["time"]
        if kinds.withTrack { columns.append("track_id") }
        if hasEarth { columns += ["lat", "lon"] }
        if kinds.inPlane { columns += ["x_m", "y_m"] }
        columns += ["ele", "speed", "course", "accuracy"]
        if kinds.noFix { columns.append("no_fix") }
        bytes.append(contentsOf: Self.line(columns + extraNames + Self.resultColumns).utf8)
    }

    func add(_ recorded: RecordedFix, to bytes: inout [UInt8]) {
        let fix = recorded.fix, results = recorded.results
        var fields = [fix.time.map(\.description) ?? ""]
        if kinds.withTrack { fields.append(fix.track ?? "") }
        if hasEarth { fields += [fix.latitude, fix.longitude].map(Self.number) }
        if kinds.inPlane { fields += [fix.plane?.x, fix.plane?.y].map(Self.number) }
        fields += [fix.altitude, fix.speed, fix.course, fix.accuracy].map(Self.number)
        if kinds.noFix { fields.append(fix.isNoFix ? "1" : "") }
        // A fix may have fewer extra values than its recording has columns.
        fields += extraNames.indices.map { $0 < fix.extras.count ? Self.number(fix.extras[$0]) : "" }
        fields += [results.activity, results.railway, results.direction, results.station, results.phase].map { $0 ?? "" }
        fields.append(Self.number(results.confidence))
        bytes.append(contentsOf: Self.line(fields).utf8)
    }

    private static func number(_ value: Double?) -> String { value.map { $0.isFinite ? $0.description : "" } ?? "" }

    /// A row, with its line break; fields that need quotes get them.
    package static func line(_ fields: [String]) -> String {
        fields.map { field in
            let isPlain = field.utf8.allSatisfy { $0 != 0x2C && $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }
            return isPlain ? field : field.quoted(doubling: "\"")
        }.joined(separator: ",") + "\n"
    }
}
