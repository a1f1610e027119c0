/// Writes one update as one line of JSON, the same bytes on every machine.
///
/// Keys in this order, unknown ones absent: `time`, `lat`, `lon`, `x`, `y` (metres, where the position is not on Earth),
/// `id` (where the source tells several things apart), `speed`, `course`, `accuracy`, `activity`, `railway` (the
/// channel `line`), `direction`, `station`, `phase`, `confidence`, `runnerUp`, `distanceToStation`, `estimated`, `events`,
/// `channels` (every other channel). `estimated` is true for a tick and for what is carried through a gap.
/// Numbers are the shortest that read back the same. `time`, `lat` and `lon` are the fix's own.
public enum TrackLine {
    /// Appends the line, with its line break.
    public static func write(_ update: TrackerUpdate, to bytes: inout [UInt8]) {
        append("{\"time\":\"", to: &bytes)
        (update.fix?.time ?? update.time).write(to: &bytes)
        append("\"", to: &bytes)
        number("lat", update.fix?.latitude, to: &bytes)
        number("lon", update.fix?.longitude, to: &bytes)
        number("x", update.fix?.plane?.x, to: &bytes)
        number("y", update.fix?.plane?.y, to: &bytes)
        if let track = update.fix?.track ?? update.track { value("id", .category(track), to: &bytes) }
        for (name, key) in named { value(key, update.channels[name], to: &bytes) }
        let isEstimated = update.estimated || update.channels["estimated"]?.number == 1
        append(isEstimated ? ",\"estimated\":true" : ",\"estimated\":false", to: &bytes)
        append(",\"events\":[", to: &bytes)
        for (index, event) in update.events.enumerated() {
            if index > 0 { append(",", to: &bytes) }
            string(event.name, to: &bytes)
        }
        append("],\"channels\":{", to: &bytes)
        let start = bytes.count
        for (name, held) in update.channels.entries where !stands(name) { value(name, held, to: &bytes) }
        // The first one's comma.
        if bytes.count > start { bytes.remove(at: start) }
        append("}}\n", to: &bytes)
    }

    /// Channels that stand beside `channels`, not in it.
    private static let named = [
        ("speed", "speed"), ("course", "course"), ("accuracy", "accuracy"), ("activity", "activity"), ("line", "railway"),
        ("direction", "direction"), ("station", "station"), ("phase", "phase"), ("confidence", "confidence"),
        ("runnerUp", "runnerUp"), ("distanceToStation", "distanceToStation"),
    ]

    private static func stands(_ name: String) -> Bool { name == "estimated" || named.contains { $0.0 == name } }

    private static func value(_ name: String, _ value: ChannelValue?, to bytes: inout [UInt8]) {
        switch value {
        case .number(let held)?: number(name, held, to: &bytes)
        case .category(let held)?:
            append(",", to: &bytes)
            string(name, to: &bytes)
            append(":", to: &bytes)
            string(held, to: &bytes)
        case nil: break
        }
    }

    private static func number(_ name: String, _ number: Double?, to bytes: inout [UInt8]) {
        guard let number, number.isFinite else { return }
        append(",", to: &bytes)
        string(name, to: &bytes)
        append(":", to: &bytes)
        if number == number.rounded(), number.magnitude < 1e15 {
            append(String(Int64(number)), to: &bytes)
        } else {
            append(number.description, to: &bytes)
        }
    }

    private static func string(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case ..<0x20:
                append("\\u00", to: &bytes)
                for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) { bytes.append(contentsOf: text.utf8) }
}
