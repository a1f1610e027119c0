// SPDX-License-Identifier: MIT
import DeterministicMath
import PlainText
import RainSynthesis

/// Checks that require the complete preset: conflicting mappings, channels that listeners would confuse, and inaudible steps.
struct PresetSemantics {
    let preset: Preset
    let source: PresetSource
    var diagnostics: [PresetDiagnostic] = []

    mutating func check() {
        conflictingMappings()
        repeatedEvents()
        confusableChannels()
        audibleSteps()
        monoInaudible()
        railway()
        load()
        silentLayers()
    }

    private mutating func report(
        _ severity: PresetDiagnostic.Severity, _ place: SourcePlace, _ message: String, _ remedy: String
    ) {
        let line = place.file == source.file ? source.line(place.line) : ""
        diagnostics.append(.init(severity: severity, place: place, sourceLine: line, message: message, remedy: remedy))
    }

    private func name(_ id: ParameterID) -> String { ParameterTable.spec(id).name }

    private mutating func conflictingMappings() {
        var firsts: [ParameterID: Mapping] = [:]
        for mapping in preset.mappings {
            let first = firsts[mapping.parameter]
            if first == nil { firsts[mapping.parameter] = mapping }
            guard let first, mapping.combine == nil else { continue }
            report(
                .error, mapping.place,
                "\(name(mapping.parameter)) already follows \(first.channel.name) (line \(first.place.line))",
                "combine them with combine: add, multiply, max or last, or remove one")
        }
    }

    private mutating func repeatedEvents() {
        var firsts: [String: EventRule] = [:]
        for rule in preset.events {
            let name = rule.trigger.name
            guard let first = firsts[name] else {
                firsts[name] = rule
                continue
            }
            report(
                .error, rule.place, "\(name) already has a sound (line \(first.place.line))", "keep one of the two")
        }
    }

    private mutating func confusableChannels() {
        for percept in ParameterSpec.Percepts.each {
            let members = preset.mappings.filter { ParameterTable.spec($0.parameter).percepts.contains(percept) }
            for (index, mapping) in members.enumerated() {
                guard
                    let other = members[..<index].first(where: {
                        $0.parameter != mapping.parameter && $0.channel.name != mapping.channel.name
                    })
                else { continue }
                report(
                    .warning, mapping.place,
                    "listeners confuse \(name(mapping.parameter)) (\(mapping.channel.name)) with \(name(other.parameter)) (\(other.channel.name))",
                    "map both from one channel, or move \(mapping.channel.name) to another quality of the sound")
            }
        }
    }

    /// Warns about a channel with fewer than five audible steps, unless another of its mappings has enough.
    private mutating func audibleSteps() {
        let counts = preset.mappings.map { audibleSteps(of: $0) }
        let legible = Set(zip(preset.mappings, counts).filter { ($1 ?? 0) >= 5 }.map(\.0.channel.name))
        for (mapping, count) in zip(preset.mappings, counts) {
            guard let count, count < 5, !legible.contains(mapping.channel.name), !mapping.channel.isSwitch else {
                continue
            }
            let whole = DeterministicMath.floor(count)
            report(
                .warning, mapping.place,
                "\(mapping.channel.name) moves \(name(mapping.parameter)) by \(PlainNumber.display(whole)) audible step\(whole == 1 ? "" : "s"), fewer than five",
                "widen the range")
        }
    }

    /// The number of audible steps by which a mapping moves its parameter; nil if it is not a scale.
    private func audibleSteps(of mapping: Mapping) -> Double? {
        guard case .scale(let domain, var range, _) = mapping.rule else { return nil }
        let base = Double(preset.restingParameters[mapping.parameter])
        if mapping.combine == .multiply { range = (range.0 * base, range.1 * base) }
        if mapping.combine == .add { range = (range.0 + base, range.1 + base) }
        var count = ParameterTable.spec(mapping.parameter).audibleSteps(from: range.0, to: range.1)
        if mapping.parameter == .dropsRate { count = min(count ?? .infinity, countableSteps(from: range.0, to: range.1)) }
        if case .values(let low, let high) = domain, mapping.hysteresis > 0 {
            count = min(count ?? .infinity, (high - low).magnitude / mapping.hysteresis)
        }
        return count
    }

    /// The number of countable steps between two drop rates per minute: over two seconds, 1.5 standard deviations apart, where
    /// a count with gamma shape k has a standard deviation of the square root of 2 r / k (Drake & Botte 1993 for regular
    /// drops).
    private func countableSteps(from a: Double, to b: Double) -> Double {
        let regularity = Double(preset.restingParameters[.dropsRegularity])
        guard regularity > 0 else { return .infinity }
        let (low, high) = (min(a, b) / 60, max(a, b) / 60)
        return 2 * (2 * max(regularity, 1)).squareRoot() * (high.squareRoot() - low.squareRoot()) / 1.5
    }

    private mutating func monoInaudible() {
        let spatial: [ParameterID] = [.dropsPan, .dropsWidth]
        let others = Set(preset.mappings.lazy.filter { !spatial.contains($0.parameter) }.map(\.channel.name))
        for mapping in preset.mappings where spatial.contains(mapping.parameter) && !others.contains(mapping.channel.name) {
            report(
                .warning, mapping.place, "\(mapping.channel.name) moves only \(name(mapping.parameter)), which is inaudible in mono",
                "let \(mapping.channel.name) move a second quality too, e.g. drops.brightness")
        }
    }

    private mutating func load() {
        let load = DropLoad(preset)
        guard let place = load.place, let warning = load.warning() else { return }
        let millions = DeterministicMath.floor(DropLoad.limit / DropLoad.secondsPerDrop * 60 / 1e6)
        report(.warning, place, warning, "keep drops.rate at \(PlainNumber.display(millions * 1e6)) or below")
    }

    /// Warns, once per layer, about a resting value or a mapping of a layer that nothing turns on.
    private mutating func silentLayers() {
        let most = preset.greatestParameters
        let values = preset.base.filter { entry in
            let range = ParameterTable.spec(entry.parameter).range
            return SoundLayer(of: entry.parameter)?.switches.contains(entry.parameter) != true || entry.value > range.lowerBound
        }
        let users = values.map { ($0.parameter, $0.place, "") } + preset.mappings.map { ($0.parameter, $0.place, "the mapping of ") }
        var reported: Set<SoundLayer> = []
        for (parameter, place, kind) in users where place.file == source.file {
            guard let layer = SoundLayer(of: parameter), !layer.isOn(most),
                let off = layer.switches.first(where: { most[$0] <= ParameterTable.spec($0).range.lowerBound }),
                reported.insert(layer).inserted
            else { continue }
            report(
                .warning, place, "\(kind)\(name(parameter)) has no effect, because \(name(off)) keeps the \(layer.name) off",
                "raise \(name(off)), or remove \(kind)\(name(parameter))")
        }
    }

    /// One note for all that a railway database is needed for.
    private mutating func railway() {
        let users =
            preset.mappings.filter { ChannelTable.needsRailway($0.channel.name) }.map { (place: $0.place, name: $0.channel.name) }
            + preset.events.filter(\.trigger.needsRailway).map { (place: $0.place, name: $0.trigger.name) }
        guard let first = users.first(where: { $0.place.file == source.file }) ?? users.first else { return }
        let names = users.map(\.name).uniqued()
        // One name takes no more room than `and 1 more`.
        report(
            .note, first.place,
            "\(ListText.first(names.count > 6 ? 5 : 6, of: names)) \(names.count == 1 ? "requires" : "require") a railway database",
            "Greater Tokyo is built in; add another region with amaoto railways add")
    }
}
