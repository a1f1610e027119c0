// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking
import Yams

extension PresetReader {
    /// Reads one event rule; nil after a finding that leaves no usable rule.
    mutating func readEvent(_ node: Node) -> EventRule? {
        guard let fields = fields(of: node, keys: PresetForm.event, what: "an event") else { return nil }
        guard let on = required("on", fields, "on: fix lost"),
            let play = required("play", fields, "play: { voice: wood, notes: [e4] }")
        else { return nil }
        var trigger = scalar(on.node, what: "an event").flatMap { readTrigger($0, at: place(of: on.node)) }
        let sound = readPlay(play)
        if let entry = fields["hysteresis"] {
            if case .crosses(var crossing) = trigger {
                crossing.hysteresis = number(entry, PresetForm.crossingHysteresis) ?? crossing.hysteresis
                trigger = .crosses(crossing)
            } else if trigger != nil {
                report(entry.place, "hysteresis applies only to crossings", "remove it")
            }
        }
        guard let trigger, let sound else { return nil }
        var rule = EventRule(trigger: trigger, play: sound, place: place(of: on.node))
        if let entry = fields["priority"], let value = number(entry, PresetForm.priority) {
            if value != Double(Int(value)) { report(place(of: entry.node), "priority must be a whole number", "write \(Int(value))") }
            rule.priority = Int(value)
        }
        rule.cooldown = number(fields, PresetForm.cooldown) ?? rule.cooldown
        rule.patience = number(fields, PresetForm.patience) ?? rule.patience
        if let entry = fields["duck"] { rule.duck = readDuck(entry) }
        rule.say = fields["say"].flatMap { text($0) }
        return rule
    }

    // MARK: The event grammar

    private mutating func readTrigger(_ text: String, at place: SourcePlace) -> EventTrigger? {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let name = words.joined(separator: " ")
        if let event = TrackEvent(name: name) { return .reported(event) }
        // The name of a column or a place may consist of several words.
        if let verb = words.lastIndex(of: "crosses"), verb > 0 {
            return readCrossing([words[..<verb].joined(separator: " ")] + words[verb...], at: place)
        }
        if words.first == "every" { return readEvery(words, at: place) }
        return refuse(
            place, "there is no event \(PresetSource.quoted(name))",
            NearestName.remedy(
                name, in: EventTable.names,
                else: "`man amaoto-preset` lists the events, e.g. fix lost, speed crosses 80 km/h up, every 1 km"))
    }

    private mutating func readCrossing(_ words: [String], at place: SourcePlace) -> EventTrigger? {
        let help = "write CHANNEL crosses VALUE UNIT up|down, e.g. speed crosses 80 km/h up"
        guard let channel = channel(words[0], at: place) else { return nil }
        guard channel.dimension != .category else {
            return refuse(place, "\(channel.name) has names, not numbers, so it cannot cross a value", help)
        }
        guard words.count == 4 || words.count == 5, let value = PlainNumber.read(words[2]),
            let direction = EventTrigger.Crossing.Direction(rawValue: words[words.count - 1])
        else {
            return refuse(place, "the crossing is incomplete", help)
        }
        var unit = Unit.native(to: channel)
        if words.count == 5 {
            guard let named = self.unit(words[3], for: channel, at: place) else { return nil }
            unit = named
        }
        return .crosses(
            .init(channel: channel, value: value, unit: unit, direction: direction, hysteresis: value.magnitude * 0.05))
    }

    private mutating func readEvery(_ words: [String], at place: SourcePlace) -> EventTrigger? {
        let help = "write every 1 km or every 5 min"
        guard words.count == 3, let step = PlainNumber.read(words[1]), let unit = Unit.named(words[2]),
            unit.dimension == .length || unit.dimension == .duration
        else {
            return refuse(place, "every needs a number and a unit of distance or time", help)
        }
        guard step * unit.scale >= 1, step * unit.scale <= 1e9 else {
            return refuse(
                place, "every \(PlainNumber.display(step)) \(unit.name) is out of range",
                "stay between 1 and 1,000,000,000 \(unit.dimension == .length ? "m" : "s")")
        }
        return unit.dimension == .length ? .everyDistance(step, unit) : .everyTime(step, unit)
    }

    // MARK: The sound

    private mutating func readPlay(_ entry: PresetFields.Entry) -> EventRule.Play? {
        guard let fields = fields(of: entry.node, keys: PresetForm.play, what: "play"),
            let voice = required("voice", fields, "voice: wood"), let notes = required("notes", fields, "notes: [e4, b4]")
        else { return nil }
        let body = choice(voice.node, of: StrikeVoice.allCases, named: \.name, what: "a voice", fault: "there is no voice")
        var pitches: [Note] = []
        let nodes = items(notes, what: "notes")
        for node in nodes {
            guard let word = scalar(node, what: "a note") else { continue }
            if let note = Note(word) {
                pitches.append(note)
            } else {
                report(
                    place(of: node), "\(PresetSource.quoted(word)) is not a note",
                    "write e4, c#5, bb3 (a4 is 440 Hz), or \(Int(Note.limits.lowerBound)) to \(Int(Note.limits.upperBound)) for Hz")
            }
        }
        let isList = notes.node.sequence != nil || notes.node.scalar?.string.isEmpty == true
        if isList, nodes.isEmpty || nodes.count > 8 {
            report(place(of: notes.node), "an event has one to eight notes", "write notes: [e4, b4]")
        }
        guard let body, !pitches.isEmpty, pitches.count <= 8 else { return nil }
        var play = EventRule.Play(voice: body, notes: pitches)
        play.gap = number(fields, PresetForm.gap) ?? play.gap
        play.level = number(fields, PresetForm.level) ?? play.level
        play.pan = number(fields, PresetForm.pan) ?? play.pan
        return play
    }

    private mutating func readDuck(_ entry: PresetFields.Entry) -> EventRule.Duck? {
        guard let fields = fields(of: entry.node, keys: PresetForm.duck, what: "duck"),
            let amount = required("by", fields, "by: 6").flatMap({ number($0, PresetForm.duckBy) })
        else { return nil }
        var duck = EventRule.Duck(by: amount)
        duck.release = number(fields, PresetForm.duckRelease) ?? duck.release
        return duck
    }
}
