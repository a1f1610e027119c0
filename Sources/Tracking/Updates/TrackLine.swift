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
        var lines = TrackLines()
        lines.write(update)
        bytes.append(contentsOf: lines.bytes)
    }

    /// Channels that stand beside `channels`, not in it.
    private static let named: [(name: String, key: String)] = [
        ("speed", "speed"), ("course", "course"), ("accuracy", "accuracy"), ("activity", "activity"), ("line", "railway"),
        ("direction", "direction"), ("station", "station"), ("phase", "phase"), ("confidence", "confidence"),
        ("runnerUp", "runnerUp"), ("distanceToStation", "distanceToStation"),
    ]
    /// After those that have a key of their own.
    static let estimatedSlot = 11

    /// The place of a channel that does not go into `channels`.
    static func slot(of name: String) -> Int? { name == "estimated" ? estimatedSlot : named.firstIndex { $0.name == name } }

    /// The key of a channel that stands beside `channels`; nil for `estimated`, which has a place of its own.
    static func key(of slot: Int) -> String? { slot < named.count ? named[slot].key : nil }
}
