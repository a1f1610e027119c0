// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis
import Sonification
import SoundAnalysis
import Tracking

/// A preset's mappings drawn as a sheet of curves and lists of names.
struct MappingSheet {
    let preset: Preset

    /// One colour for each channel, in the order in which the preset first uses them.
    private static let colours: [PlotColour] = [.blue, .orange, .green, .violet, .teal, .red, .grey]

    var plot: CardSheet {
        let channels = preset.mappings.map(\.channel.name).uniqued()
        let cards = preset.mappings.map { mapping in
            let place = channels.firstIndex(of: mapping.channel.name) ?? 0
            let spec = ParameterTable.spec(mapping.parameter)
            return CardSheet.Card(
                heading: mapping.name, note: mapping.say ?? "", content: content(of: mapping, spec),
                colour: Self.colours[place % Self.colours.count])
        }
        let lines = PresetDescription(preset).lines
        return CardSheet(
            title: "Mappings of \(preset.title)", subtitle: preset.mappings.isEmpty ? "nothing is mapped" : "",
            summary: "The mappings and events of \(preset.title): " + lines.joined(separator: "; ") + ".", cards: cards)
    }

    private func content(of mapping: Mapping, _ spec: ParameterSpec) -> CardSheet.Content {
        switch mapping.rule {
        case .choose(let choices, let otherwise): return .rows(rows(choices, otherwise, spec))
        case .scale(let domain, let range, let curve):
            let (x, ends) = across(domain, range, mapping)
            let span = x.upper - x.lower
            let points = (0...60).map { step in
                let input = x.lower + span * Double(step) / 60
                return (x: input, y: curve.value(input, domain: (x.lower, x.upper), range: ends))
            }
            let low = min(range.0, range.1), high = max(range.0, range.1)
            // Perceptual, that is logarithmic, where the table specifies it and the values allow it.
            let isLogarithmic = low > 0 && high > 1.5 * low && (curve == .logarithmic || spec.curve == .logarithmic)
            let words = [unit(of: mapping, spec), isLogarithmic ? "log" : ""].filter { !$0.isEmpty }
            let y = CardSheet.Scale(label: words.joined(separator: ", "), lower: low, upper: high, isLogarithmic: isLogarithmic)
            return .curve(x: x, y: y, points: points)
        }
    }

    /// The channel's axis, ascending, and the range in the same direction.
    private func across(_ domain: Mapping.Domain, _ range: (Double, Double), _ mapping: Mapping) -> (CardSheet.Scale, (Double, Double)) {
        switch domain {
        case .values(let first, let last):
            let isSwitch = mapping.channel.isSwitch && min(first, last) == 0
            let label = mapping.channel.name + (mapping.unit.name.isEmpty ? "" : " (\(mapping.unit.name))")
            return (
                .init(label: label, lower: min(first, last), upper: max(first, last), ends: isSwitch ? ["off", "on"] : []),
                first <= last ? range : (range.1, range.0)
            )
        case .auto: return (.init(label: mapping.channel.name, lower: 0, upper: 1, ends: ["its least", "its greatest"]), range)
        case .percentiles(let low, let high):
            let ends = [low, high].map { "percentile \(PlainNumber.display($0))" }
            return (.init(label: mapping.channel.name, lower: 0, upper: 1, ends: ends), range)
        }
    }

    /// The parameter's unit, and how the value combines with those before it.
    private func unit(of mapping: Mapping, _ spec: ParameterSpec) -> String {
        let unit = spec.unit == "/min" ? "per minute" : spec.unit
        switch mapping.combine {
        case nil: return unit
        case .multiply: return "times"
        case .add: return unit.isEmpty ? "added" : "\(unit), added"
        case .max: return unit.isEmpty ? "at least" : "\(unit), at least"
        case .last: return unit.isEmpty ? "instead" : "\(unit), instead"
        }
    }

    private func rows(_ choices: [Mapping.Choice], _ otherwise: Mapping.Otherwise, _ spec: ParameterSpec) -> [CardSheet.Row] {
        var rows = choices.map(\.value).uniqued().map { value in
            CardSheet.Row(
                value: word(value, spec), names: choices.filter { $0.value == value }.map(\.name).joined(separator: ", "))
        }
        switch otherwise {
        case .base: rows.append(.init(value: "at rest", names: "any other"))
        case .value(let value): rows.append(.init(value: word(value, spec), names: "any other"))
        case .hash: rows.append(.init(value: "by its name", names: "any other"))
        }
        return rows
    }

    private func word(_ value: Double, _ spec: ParameterSpec) -> String {
        if let choice = spec.choice(at: value) { return choice }
        return PlainNumber.display(Float(value).plain).replacing("-", with: "\u{2212}")
            + (spec.unit.isEmpty ? "" : " \(spec.unit)")
    }
}
