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
    var due: Int64
    public var onset: Int64
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

    /// The record as one JSON object without a line break. Equal records give identical bytes.
    public var json: String {
        var text = "{\"sample\":\(sample)"
        if let track { text += ",\"track\":\(JSONText.quoted(track))" }
        if let time { text += ",\"time\":\"\(time)\"" }
        text += ",\"channels\":{" + channels.entries.map { "\(JSONText.quoted($0.name)):\(Self.json($0.value))" }.joined(separator: ",")
        text += "},\"parameters\":{"
        text += ParameterTable.all.map { spec in
            let value = parameters[spec.id]
            if let choice = spec.choice(at: Double(value)) { return "\"\(spec.name)\":\"\(choice)\"" }
            return "\"\(spec.name)\":\(JSONText.number(value))"
        }.joined(separator: ",")
        text += "},\"events\":["
        text += events.map { event in
            var item = "{\"name\":\(JSONText.quoted(event.name))"
            if let subject = event.subject { item += ",\"subject\":\(JSONText.quoted(subject))" }
            if let say = event.say { item += ",\"say\":\(JSONText.quoted(say))" }
            return item + ",\"due\":\(event.due),\"onset\":\(event.onset)}"
        }.joined(separator: ",")
        return text + "]}"
    }
    private static func json(_ value: ChannelValue) -> String {
        switch value {
        case .number(let number): JSONText.number(number)
        case .category(let name): JSONText.quoted(name)
        }
    }
}
