// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis
import Tracking

/// An event that was struck.
public struct EventRecord: Equatable, Sendable {
    /// The name as the preset writes it: `fix lost`, `speed crosses 80 km/h up`.
    public var name: String
    /// The preset's sentence about the event.
    public var say: String?
    /// The id of the event's subject: a station, a line.
    public var subject: String?
    /// The channels when the event occurred.
    public var channels = ChannelValues()
    /// The sample at which the event occurred, and the onset of its first note.
    public var due: Int64
    public var onset: Int64

    /// What the tracker reported; nil for an event that only a preset names, such as a crossing.
    package var kind: TrackEvent.Kind? { TrackEvent(name: name)?.kind }

    fileprivate var json: JSONValue {
        .object(known: [
            ("name", .text(name)), ("subject", subject.map { .text($0) }), ("say", say.map { .text($0) }), ("due", .whole(due)),
            ("onset", .whole(onset)),
        ])
    }
}

/// One line of `--state`: the tracker's channels and the rain's parameters at one sample.
public struct StateRecord: Sendable {
    public var sample: Int64
    /// The track's name, if several tracks are played.
    public var track: String?
    /// Track time of the last update; nil before the first.
    public var time: TrackTime?
    public var channels: ChannelValues
    /// Every parameter after mapping and smoothing; the engine reaches it one grid step (20 ms) later.
    public var parameters: SynthParameters
    /// The events whose sound starts at this sample.
    public var events: [EventRecord]
    /// The events that the tracker reported at this sample and for which the preset has no sound; not part of `json`.
    public var silent: [EventRecord] = []

    /// All events at this sample, with a sound or without.
    package var allEvents: [EventRecord] { events + silent }

    /// The record as one JSON object without a line break. Equal records give identical bytes.
    public var json: String {
        JSONValue.object(known: [
            ("sample", .whole(sample)), ("track", track.map { .text($0) }), ("time", time.map { .text("\($0)") }),
            ("channels", .object(channels.entries.map { ($0.name, Self.json($0.value)) })),
            ("parameters", .object(ParameterTable.all.map { ($0.name, json(of: $0)) })), ("events", .array(events.map(\.json))),
        ]).line
    }

    private static func json(_ value: ChannelValue) -> JSONValue {
        switch value {
        case .number(let number): .number(number)
        case .category(let name): .text(name)
        }
    }

    private func json(of spec: ParameterSpec) -> JSONValue {
        let value = parameters[spec.id]
        return spec.choice(at: Double(value)).map { .text($0) } ?? .number(value)
    }
}
