// SPDX-License-Identifier: MIT
/// Writes one update as one line of JSON, with the same bytes on every machine.
///
/// Keys come in this order, unknown ones are absent: `time`, `lat`, `lon`, `x`, `y` (metres, if the position is not on Earth),
/// `id` (if the source distinguishes several tracks), `speed`, `course`, `accuracy`, `activity`, `railway` (the channel `line`),
/// `mode`, `direction`, `station`, `phase`, `confidence`, `runnerUp`, `distanceToStation`, `estimated`, `events`,
/// `eventStations` (of the events at stations: `event`, `station`, `name`), `channels` (all other
/// channels). `estimated` is true for a tick and for values carried through a gap. Numbers have the shortest form that reads back
/// the same. `time`, `lat` and `lon` are those of the fix.
public enum TrackLine {
    /// Appends the line, with its line break.
    public static func write(_ update: TrackerUpdate, to bytes: inout [UInt8]) {
        var lines = TrackLines()
        lines.write(update)
        bytes.append(contentsOf: lines.bytes)
    }

    /// The channels with their own keys outside `channels`, and those keys, in the order of the line.
    private static let keyed = ChannelName.allCases.compactMap { name in name.key.map { (name: name.rawValue, key: $0) } }
    /// `estimated` follows the channels with their own keys.
    static let estimatedSlot = keyed.count

    /// The slot of a channel that does not go into `channels`.
    static func slot(of name: String) -> Int? {
        name == ChannelName.estimated.rawValue ? estimatedSlot : keyed.firstIndex { $0.name == name }
    }

    /// The key of a channel outside `channels`; nil for `estimated`, which has its own slot.
    static func key(of slot: Int) -> String? { slot < keyed.count ? keyed[slot].key : nil }
}
