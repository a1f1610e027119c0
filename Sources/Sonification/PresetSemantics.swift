import DeterministicMath
import RainSynthesis

/// What only the whole preset shows: mappings that meet, facts that listeners would confuse, steps that nobody hears.
struct PresetSemantics {
    let preset: Preset
    let source: PresetSource
    var diagnostics: [PresetDiagnostic] = []

    init(preset: Preset, source: PresetSource) {
        self.preset = preset
        self.source = source
    }

    /// Dimensions of sound that listeners take for one another.
    static let confusable: [[ParameterID]] = [
        [.dropsRate, .bedLevel],
        [.dropsBubbleFrequency, .dropsBrightness],
        [.dropsImpactAmplitude, .masterLevel, .bedLevel],
    ]

    mutating func check() {
        meetings()
        repeatedEvents()
        confusions()
        steps()
        places()
        railway()
    }

    private mutating func report(
        _ severity: PresetDiagnostic.Severity, _ place: SourcePlace, _ message: String, _ remedy: String
    ) {
        let line = place.file == source.file ? source.line(place.line) : ""
        diagnostics.append(.init(severity: severity, place: place, sourceLine: line, message: message, remedy: remedy))
    }

    private func name(_ id: ParameterID) -> String { ParameterTable.spec(id).name }

    private mutating func meetings() {
        for (index, mapping) in preset.mappings.enumerated() where mapping.combine == nil {
            guard let first = preset.mappings[..<index].first(where: { $0.parameter == mapping.parameter }) else { continue }
            report(
                .error, mapping.place,
                "\(name(mapping.parameter)) already follows \(first.channel.name) (line \(first.place.line))",
                "say how they meet with combine: add, multiply, max or last, or remove one")
        }
    }

    private mutating func repeatedEvents() {
        for (index, rule) in preset.events.enumerated() {
            guard let first = preset.events[..<index].first(where: { $0.trigger.name == rule.trigger.name }) else { continue }
            report(
                .error, rule.place, "\(rule.trigger.name) already has a sound (line \(first.place.line))", "keep one of the two")
        }
    }

    private mutating func confusions() {
        for group in PresetSemantics.confusable {
            let members = preset.mappings.filter { group.contains($0.parameter) }
            for (index, mapping) in members.enumerated() {
                guard let other = members[..<index].first(where: {
                    $0.parameter != mapping.parameter && $0.channel.name != mapping.channel.name
                }) else { continue }
                report(
                    .warning, mapping.place,
                    "listeners take \(name(mapping.parameter)) (\(mapping.channel.name)) for \(name(other.parameter)) (\(other.channel.name))",
                    "let one fact move both, or move \(mapping.channel.name) to another quality of the sound")
            }
        }
    }

    private mutating func steps() {
        for mapping in preset.mappings where !ChannelTable.isSwitch(mapping.channel.name) {
            guard case .scale(let domain, var range, _) = mapping.rule else { continue }
            let base = Double(preset.restingParameters[mapping.parameter])
            if mapping.combine == .multiply { range = (range.0 * base, range.1 * base) }
            if mapping.combine == .add { range = (range.0 + base, range.1 + base) }
            var count = AudibleSteps.count(
                ParameterTable.spec(mapping.parameter), from: range.0, to: range.1,
                regularity: Double(preset.restingParameters[.dropsRegularity]))
            if case .values(let low, let high) = domain, mapping.hysteresis > 0 {
                count = min(count ?? .infinity, (high - low).magnitude / mapping.hysteresis)
            }
            guard let count, count < 5 else { continue }
            report(
                .warning, mapping.place,
                "\(mapping.channel.name) moves \(name(mapping.parameter)) by \(PlainNumber.say(DeterministicMath.floor(count))) audible steps, fewer than five",
                "widen the range")
        }
    }

    private mutating func places() {
        let spatial: [ParameterID] = [.dropsPan, .dropsWidth]
        for mapping in preset.mappings where spatial.contains(mapping.parameter) {
            let elsewhere = preset.mappings.contains {
                $0.channel.name == mapping.channel.name && !spatial.contains($0.parameter)
            }
            if elsewhere { continue }
            report(
                .warning, mapping.place, "\(mapping.channel.name) moves only \(name(mapping.parameter)), which mono loses",
                "let \(mapping.channel.name) move a second quality too, e.g. drops.brightness")
        }
    }

    private mutating func railway() {
        for mapping in preset.mappings where ChannelTable.needsRailway(mapping.channel.name) {
            report(
                .note, mapping.place, "\(mapping.channel.name) is known only with a railway database",
                "without one the mapping rests")
        }
    }
}
