// SPDX-License-Identifier: MIT
import PlainText

/// A buffer of `track` lines (`TrackLine` describes one), written in sequence into reused memory. One owner.
public struct TrackLines: ~Copyable {
    /// The text before a channel's value.
    private struct Key {
        let name: String
        /// The slot of `TrackLine`; nil for a channel that goes into `channels`.
        let slot: Int?
        /// The range of its text in `keyText`.
        let start, count: Int
    }

    /// An upper bound on the length of a line without its channels, events and track name.
    private static let fixedLength = 320

    private var memory: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    /// Indexed by the position of a channel in its update; the channels of a track hardly change.
    private var keys: [Key] = []
    private var keyText: [UInt8] = []
    /// Days since 1970, and the text of that day.
    private var day: Int64?
    private var dayText: [UInt8] = []

    /// Returns the name of a station by its id; nil for the id of anything else.
    private let stationName: (@Sendable (String) -> String?)?

    /// - Parameter stationName: Returns the name of a station by its id, nil for the id of anything else. Without it the lines name
    ///   events without their stations.
    public init(stationName: (@Sendable (String) -> String?)? = nil) {
        self.stationName = stationName
        memory = .allocate(capacity: 2048)
    }

    deinit { memory.deallocate() }

    /// The lines written so far; valid until the next write or removal.
    public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<count]) }

    public mutating func removeAll() { count = 0 }

    /// Appends a line, with its line break.
    public mutating func write(_ update: TrackerUpdate) {
        let entries = update.channels.entries
        let calls = calls(update.events)
        var needed =
            learnKeys(of: entries) + Self.fixedLength + Self.length(of: update.fix?.track ?? update.track) + Self.length(of: update.events)
        for call in calls { needed += 40 + Self.length(of: call.event) + Self.length(of: call.station) + Self.length(of: call.name) }
        if memory.count - count < needed { grow(by: needed) }
        guard let start = memory.baseAddress else { return }
        var pen = LinePen(at: start + count)
        writeHead(update.fix?.time ?? update.time, update.fix, update.fix?.track ?? update.track, by: &pen)
        // The index of each channel with a slot among the entries; some slots are to spare.
        var places = InlineArray<16, Int>(repeating: -1)
        for index in entries.indices { if let slot = keys[index].slot { places[slot] = index } }
        for slot in 0..<TrackLine.estimatedSlot where places[slot] >= 0 { write(entries[places[slot]].value, places[slot], by: &pen) }
        let estimated = places[TrackLine.estimatedSlot]
        pen.word(
            update.estimated || estimated >= 0 && entries[estimated].value.number == 1 ? ",\"estimated\":true" : ",\"estimated\":false")
        pen.word(",\"events\":[")
        for (index, event) in update.events.enumerated() {
            if index > 0 { pen.byte(0x2C) }
            pen.quoted(event.name)
        }
        pen.byte(0x5D)
        if !calls.isEmpty { Self.write(calls, by: &pen) }
        pen.word(",\"channels\":{")
        var isFirst = true
        for index in entries.indices where keys[index].slot == nil {
            if write(entries[index].value, index, withoutComma: isFirst, by: &pen) { isFirst = false }
        }
        pen.word("}}\n")
        count = pen.place - start
    }

    /// Appends how the line of a fix begins, up to its first comma after what the fix alone says.
    fileprivate mutating func writeHead(of fix: Fix, at time: TrackTime) {
        let needed = Self.fixedLength + Self.length(of: fix.track)
        if memory.count - count < needed { grow(by: needed) }
        guard let start = memory.baseAddress else { return }
        var pen = LinePen(at: start + count)
        writeHead(time, fix, fix.track, by: &pen)
        pen.byte(0x2C)
        count = pen.place - start
    }

    private mutating func writeHead(_ time: TrackTime, _ fix: Fix?, _ track: String?, by pen: inout LinePen) {
        pen.word("{\"time\":\"")
        write(time, by: &pen)
        pen.byte(0x22)
        if let fix {
            Self.member(",\"lat\":", fix.latitude, by: &pen)
            Self.member(",\"lon\":", fix.longitude, by: &pen)
            if let plane = fix.plane {
                Self.member(",\"x\":", plane.x, by: &pen)
                Self.member(",\"y\":", plane.y, by: &pen)
            }
        }
        if let track {
            pen.word(",\"id\":")
            pen.quoted(track)
        }
    }

    // MARK: Stations

    /// An event at a station.
    private typealias Call = (event: String, station: String, name: String)

    private func calls(_ events: [TrackEvent]) -> [Call] {
        guard let stationName, !events.isEmpty else { return [] }
        return events.compactMap { event in
            event.subject.flatMap { id in stationName(id).map { (event.name, id, $0) } }
        }
    }

    private static func write(_ calls: [Call], by pen: inout LinePen) {
        pen.word(",\"eventStations\":[")
        for (index, call) in calls.enumerated() {
            if index > 0 { pen.byte(0x2C) }
            pen.word("{\"event\":")
            pen.quoted(call.event)
            pen.word(",\"station\":")
            pen.quoted(call.station)
            pen.word(",\"name\":")
            pen.quoted(call.name)
            pen.byte(0x7D)
        }
        pen.byte(0x5D)
    }

    // MARK: Keys

    /// Rebuilds the keys if the entries hold other channels than before.
    /// - Returns: an upper bound on the bytes that the channels take.
    private mutating func learnKeys(of entries: [(name: String, value: ChannelValue)]) -> Int {
        var needed = 0
        for index in entries.indices {
            if index >= keys.count || keys[index].name != entries[index].name { learn(entries, from: index) }
            needed += keys[index].count
            if case .category(let text) = entries[index].value {
                needed += LinePen.mostPerByte * text.utf8.count + LinePen.quotes
            } else {
                needed += LinePen.longestNumber
            }
        }
        return needed
    }

    private mutating func learn(_ entries: [(name: String, value: ChannelValue)], from first: Int) {
        if first < keys.count { keyText.removeSubrange(keys[first].start...) }
        keys.removeSubrange(first...)
        for entry in entries[first...] {
            let slot = TrackLine.slot(of: entry.name)
            let start = keyText.count
            keyText.append(0x2C)
            JSONText.append(slot.flatMap { TrackLine.key(of: $0) } ?? entry.name, to: &keyText)
            keyText.append(0x3A)
            keys.append(Key(name: entry.name, slot: slot, start: start, count: keyText.count - start))
        }
    }

    private mutating func grow(by needed: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(count + needed, 2 * memory.count))
        _ = larger.update(fromContentsOf: memory[..<count])
        memory.deallocate()
        memory = larger
    }

    // MARK: Pieces

    /// - Returns: false for a number that JSON cannot represent, which is not written.
    @discardableResult
    private func write(_ value: ChannelValue, _ index: Int, withoutComma: Bool = false, by pen: inout LinePen) -> Bool {
        if case .number(let number) = value, !number.isFinite { return false }
        let key = keys[index]
        let comma = withoutComma ? 1 : 0
        keyText.withUnsafeBufferPointer { pen.bytes(UnsafeBufferPointer(rebasing: $0[key.start + comma..<key.start + key.count])) }
        switch value {
        case .number(let number): pen.number(number)
        case .category(let text): pen.quoted(text)
        }
        return true
    }

    private static func member(_ key: StaticString, _ value: Double?, by pen: inout LinePen) {
        guard let value, value.isFinite else { return }
        pen.word(key)
        pen.number(value)
    }

    /// Writes a time as its `description` does.
    private mutating func write(_ time: TrackTime, by pen: inout LinePen) {
        let (days, clock) = time.dayAndClock
        if day != days {
            day = days
            dayText = Array(time.description.utf8.prefix { $0 != 0x54 })
        }
        dayText.withUnsafeBufferPointer { pen.bytes($0) }
        pen.clock(clock)
    }

    private static func length(of text: String?) -> Int { text.map { LinePen.mostPerByte * $0.utf8.count + LinePen.quotes } ?? 0 }

    private static func length(of events: [TrackEvent]) -> Int {
        var length = 0
        for event in events { length += 1 + Self.length(of: event.name) }
        return length
    }
}

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

    /// How the line of a fix begins, with the comma after it: its time, its position and its track; empty without a time.
    public static func head(of fix: Fix) -> [UInt8] {
        guard let time = fix.time else { return [] }
        var lines = TrackLines()
        lines.writeHead(of: fix, at: time)
        return Array(lines.bytes)
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
