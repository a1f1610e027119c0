// SPDX-License-Identifier: MIT
import PlainText

/// Writes one update as one line of JSON, with the same bytes on every machine.
///
/// Keys come in this order, unknown ones are absent: `time`, `lat`, `lon`, `x`, `y` (metres, if the position is not on Earth),
/// `id` (if the source distinguishes several tracks), `speed`, `course`, `accuracy`, `activity`, `railway` (the channel `line`),
/// `mode`, `direction`, `station`, `phase`, `confidence`, `runnerUp`, `distanceToStation`, `estimated`, `events`,
/// `eventStations` (of the events at stations: `event`, `station`, `name`), `channels` (all other
/// channels). `estimated` is true for a tick and for values carried through a gap. Numbers have the shortest form that reads back
/// the same. `time`, `lat` and `lon` are those of the fix.
public enum TrackLine {
    /// The channels with their own keys outside `channels`, in the order of the line.
    private static let keyed = ChannelName.allCases.filter { $0.key != nil }
    /// Their keys, with the comma before and the colon after each.
    private static let members = keyed.compactMap(\.key).map(start)
    /// The places in the line of the channels that do not go into `channels`; `estimated` comes last.
    private static let places = Dictionary(uniqueKeysWithValues: (keyed + [.estimated]).enumerated().map { ($1.rawValue, $0) })

    /// Appends the line, with its line break.
    /// - Parameter stationName: Returns the name of a station by its id, nil for the id of anything else. Without it the line names
    ///   events without their stations.
    public static func write(_ update: TrackerUpdate, stationName: ((String) -> String?)? = nil, to bytes: inout [UInt8]) {
        var outside = [ChannelValue?](repeating: nil, count: places.count)
        var others: [Int] = []
        let entries = update.channels.entries
        for (index, entry) in entries.enumerated() where isWritten(entry.value) {
            if let place = places[entry.name] { outside[place] = entry.value } else { others.append(index) }
        }
        writeHead(update.fix?.time ?? update.time, update.fix, update.fix?.track ?? update.track, to: &bytes)
        for (member, value) in zip(members, outside) {
            guard let value else { continue }
            bytes += member
            write(value, to: &bytes)
        }
        let isEstimated = update.estimated || outside[members.count]?.number == 1
        bytes += (isEstimated ? ",\"estimated\":true,\"events\":[" : ",\"estimated\":false,\"events\":[").utf8
        list(update.events, to: &bytes) { JSONText.append($0.name, to: &$1) }
        bytes.append(0x5D)
        let calls = calls(update.events, stationName)
        if !calls.isEmpty {
            bytes += ",\"eventStations\":[".utf8
            list(calls, to: &bytes) { call, bytes in
                bytes.append(0x7B)
                list([("event", call.event), ("station", call.station), ("name", call.name)], to: &bytes) {
                    member($0.0, .category($0.1), to: &$1)
                }
                bytes.append(0x7D)
            }
            bytes.append(0x5D)
        }
        bytes += ",\"channels\":{".utf8
        list(others, to: &bytes) { member(entries[$0].name, entries[$0].value, to: &$1) }
        bytes += "}}\n".utf8
    }

    /// How the line of a fix begins, with the comma after it: its time, its position and its track; empty without a time.
    public static func head(of fix: Fix) -> [UInt8] {
        var bytes: [UInt8] = []
        guard let time = fix.time else { return bytes }
        writeHead(time, fix, fix.track, to: &bytes)
        bytes.append(0x2C)
        return bytes
    }

    private static func writeHead(_ time: TrackTime, _ fix: Fix?, _ track: String?, to bytes: inout [UInt8]) {
        bytes += "{\"time\":\"".utf8
        time.write(to: &bytes)
        bytes.append(0x22)
        func put(_ member: StaticString, _ number: Double?) {
            guard let number, number.isFinite else { return }
            bytes += UnsafeBufferPointer(start: member.utf8Start, count: member.utf8CodeUnitCount)
            JSONText.append(number, to: &bytes)
        }
        put(",\"lat\":", fix?.latitude)
        put(",\"lon\":", fix?.longitude)
        put(",\"x\":", fix?.plane?.x)
        put(",\"y\":", fix?.plane?.y)
        if let track {
            bytes += ",\"id\":".utf8
            JSONText.append(track, to: &bytes)
        }
    }

    /// The events at stations.
    private static func calls(
        _ events: [TrackEvent], _ stationName: ((String) -> String?)?
    ) -> [(event: String, station: String, name: String)] {
        guard let stationName else { return [] }
        return events.compactMap { event in
            event.subject.flatMap { id in stationName(id).map { (event.name, id, $0) } }
        }
    }

    // MARK: Pieces

    /// False for a number that JSON cannot represent.
    private static func isWritten(_ value: ChannelValue) -> Bool { value.number?.isFinite ?? true }

    private static func list<Element>(
        _ elements: [Element], to bytes: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void
    ) {
        var isFirst = true
        for element in elements {
            if !isFirst { bytes.append(0x2C) }
            isFirst = false
            write(element, &bytes)
        }
    }

    /// The comma and the key before a member's value.
    private static func start(of key: String) -> [UInt8] {
        var bytes: [UInt8] = [0x2C]
        JSONText.append(key, to: &bytes)
        bytes.append(0x3A)
        return bytes
    }

    private static func member(_ key: String, _ value: ChannelValue, to bytes: inout [UInt8]) {
        JSONText.append(key, to: &bytes)
        bytes.append(0x3A)
        write(value, to: &bytes)
    }

    private static func write(_ value: ChannelValue, to bytes: inout [UInt8]) {
        switch value {
        case .number(let number): JSONText.append(number, to: &bytes)
        case .category(let text): JSONText.append(text, to: &bytes)
        }
    }
}
