import PlainText
import RainSynthesis
import Tracking

/// An event as it was struck.
public struct EventRecord: Equatable, Sendable {
    /// As the preset names it: `fix lost`, `speed crosses 80 km/h up`.
    public var name: String
    /// The preset's sentence about it.
    public var say: String?
    /// The id of what it happened to: a station, a line.
    public var subject: String?
    /// What was known when it happened.
    public var channels: ChannelValues
    /// The sample at which it happened, and the one at which its first note sounds.
    public var due: Int64
    public var onset: Int64
    public init(
        name: String, say: String?, subject: String? = nil, channels: ChannelValues = ChannelValues(), due: Int64, onset: Int64
    ) {
        self.name = name
        self.say = say
        self.subject = subject
        self.channels = channels
        self.due = due
        self.onset = onset
    }
}

/// One line of `--state`: what the tracker says and what the rain does at one sample.
public struct StateRecord: Sendable {
    public var sample: Int64
    /// Whose it is, where several tracks are heard.
    public var track: String?
    /// Track time of the last update; nil before the first.
    public var time: TrackTime?
    public var channels: ChannelValues
    /// Every parameter after mapping and smoothing; the engine is there one grid step (20 ms) later.
    public var parameters: SynthParameters
    /// What began to sound at this sample.
    public var events: [EventRecord]
    /// What the tracker told at this sample and the preset has no sound for; not part of `json`.
    public var silent: [EventRecord] = []

    /// One JSON object without line break; the same bytes for the same record.
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
