import RainSynthesis
import Tracking

/// An event as it was struck.
public struct EventRecord: Equatable, Sendable {
    /// As the preset names it: `fix lost`, `speed crosses 80 km/h up`.
    public var name: String
    /// The preset's sentence about it.
    public var say: String?
    /// The sample at which it happened, and the one at which its first note sounds.
    public var due: Int64
    public var onset: Int64
    public init(name: String, say: String?, due: Int64, onset: Int64) {
        self.name = name
        self.say = say
        self.due = due
        self.onset = onset
    }
}

/// One line of `--state`: what the tracker says and what the rain does at one sample.
public struct StateRecord: Sendable {
    public var sample: Int64
    /// Track time of the last update; nil before the first.
    public var time: TrackTime?
    public var channels: ChannelValues
    /// Every parameter after mapping and smoothing; the engine is there one grid step (20 ms) later.
    public var parameters: SynthParameters
    public var events: [EventRecord]

    /// One JSON object without line break; the same bytes for the same record.
    public var json: String {
        var text = "{\"sample\":\(sample)"
        if let time { text += ",\"time\":\"\(time.iso8601Text)\"" }
        text += ",\"channels\":{" + channels.entries.map { "\(JSONText.quoted($0.name)):\(JSONText.value($0.value))" }.joined(separator: ",")
        text += "},\"parameters\":{"
        text += ParameterTable.all.map { spec in
            let value = parameters[spec.id]
            let place = Int(value)
            if spec.choices.indices.contains(place) { return "\"\(spec.name)\":\"\(spec.choices[place])\"" }
            return "\"\(spec.name)\":\(JSONText.number(Double(value), text: "\(value)"))"
        }.joined(separator: ",")
        text += "},\"events\":["
        text += events.map { event in
            var item = "{\"name\":\(JSONText.quoted(event.name))"
            if let say = event.say { item += ",\"say\":\(JSONText.quoted(say))" }
            return item + ",\"due\":\(event.due),\"onset\":\(event.onset)}"
        }.joined(separator: ",")
        return text + "]}"
    }
}

/// JSON's own forms of text and numbers.
enum JSONText {
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.value < 32 || scalar.value == 127 {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    static func value(_ value: ChannelValue) -> String {
        switch value {
        case .number(let number): self.number(number, text: "\(number)")
        case .category(let name): quoted(name)
        }
    }

    /// JSON has no NaN and no infinity; `text` is the number's shortest exact form.
    static func number(_ number: Double, text: String) -> String {
        guard number.isFinite else { return "null" }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension TrackTime {
    /// `2026-05-01T08:30:00.250Z`, Gregorian, milliseconds only where there are some.
    var iso8601Text: String {
        let second = 1_000_000_000 as Int64
        let day = 86_400 * second
        let (days, rest) = (nanoseconds.floored(by: day), nanoseconds - nanoseconds.floored(by: day) * day)
        // Days to civil date, Hinnant's algorithm, from 0000-03-01.
        let shifted = days + 719_468
        let era = shifted.floored(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civil = (year: yearOfEra + era * 400 + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9)
        let millis = rest / 1_000_000 % 1000
        let clock = [rest / second / 3600, rest / second / 60 % 60, rest / second % 60]
        let date = "\(civil.year)-\(pad(civil.month))-\(pad(dayOfYear - (153 * month + 2) / 5 + 1))"
        return date + "T" + clock.map { pad($0) }.joined(separator: ":") + (millis == 0 ? "" : ".\(pad(millis, 3))") + "Z"
    }

    private func pad(_ number: Int64, _ width: Int = 2) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    /// Division that rounds down; `divisor` is above 0.
    fileprivate func floored(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
