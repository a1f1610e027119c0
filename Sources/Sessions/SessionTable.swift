import Tracking

/// Writes recorded fixes as a table (RFC 4180, UTF-8): the fix, its further columns, then what the tracker said. Unknown is blank.
struct SessionTable {
    private static let fixColumns = ["time", "lat", "lon", "ele", "speed", "course", "accuracy"]
    private static let resultColumns = ["activity", "railway", "direction", "station", "phase", "confidence"]

    private let extraNames: [String]

    init(extraNames: [String]) { self.extraNames = extraNames }

    func begin(to bytes: inout [UInt8]) {
        line((Self.fixColumns + extraNames + Self.resultColumns).map(Self.quoted), to: &bytes)
    }

    func add(_ recorded: RecordedFix, to bytes: inout [UInt8]) {
        let fix = recorded.fix, results = recorded.results
        var fields = [fix.time.map(\.description) ?? ""]
        fields += [fix.latitude, fix.longitude, fix.altitude, fix.speed, fix.course, fix.accuracy].map(Self.number)
        // A fix may lack what its recording has.
        fields += extraNames.indices.map { $0 < fix.extras.count ? Self.number(fix.extras[$0]) : "" }
        fields += [results.activity, results.railway, results.direction, results.station, results.phase].map { Self.quoted($0 ?? "") }
        fields.append(Self.number(results.confidence))
        line(fields, to: &bytes)
    }

    private func line(_ fields: [String], to bytes: inout [UInt8]) {
        bytes.append(contentsOf: fields.joined(separator: ",").utf8)
        bytes.append(0x0A)
    }

    private static func number(_ value: Double?) -> String { value.map { $0.isFinite ? $0.description : "" } ?? "" }

    private static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 != 0x2C && $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
