// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking
import Yams

extension PresetReader {
    /// Reads one mapping; nil after a finding that leaves no usable mapping.
    mutating func readMapping(_ node: Node) -> Mapping? {
        guard let fields = fields(of: node, keys: PresetForm.mapping, what: "a mapping") else { return nil }
        guard let from = required("from", fields, "from: speed"), let to = required("to", fields, "to: drops.rate") else {
            return nil
        }
        let source = scalar(from.node, what: "a channel").flatMap { channel($0, at: place(of: from.node)) }
        let target = scalar(to.node, what: "a parameter").flatMap { parameter($0, at: place(of: to.node)) }
        guard let source, let target else { return nil }
        if target.fixedAtStart {
            return refuse(place(of: to.node), "\(target.name) is fixed at the start and cannot be mapped", "set it under base")
        }
        var unit: Unit? = Unit.native(to: source)
        if let entry = fields["unit"] {
            unit = scalar(entry.node, what: "a unit").flatMap { self.unit($0, for: source, at: place(of: entry.node)) }
        }
        let combine = fields["combine"].flatMap { readCombine($0, target) }
        guard let rule = readRule(fields, source, from.node, target, to.node, combine), let unit else { return nil }
        var mapping = Mapping(
            channel: source, unit: unit, parameter: target.id, rule: rule,
            smooth: target.choices.isEmpty ? .standard : .init(attack: 0, release: 0), missing: .standard, combine: combine,
            place: place(of: to.node))
        if let entry = fields["smooth"] { readSmoothing(entry, target, &mapping) }
        if let entry = fields["missing"] { readMissing(entry, target, &mapping) }
        mapping.hysteresis = number(fields, PresetForm.hysteresis) ?? mapping.hysteresis
        mapping.say = fields["say"].flatMap { text($0) }
        return mapping
    }

    mutating func required(_ key: String, _ fields: PresetFields, _ example: String) -> PresetFields.Entry? {
        if let entry = fields[key] { return entry }
        return refuse(fields.place, "\(key) is missing here", "add \(example)")
    }

    /// Reads how the channel's values become the parameter's; `from` and `to` are where the two are named.
    private mutating func readRule(
        _ fields: PresetFields, _ channel: Channel, _ from: Node, _ spec: ParameterSpec, _ to: Node, _ combine: Mapping.Combine?
    ) -> Mapping.Rule? {
        let choose = fields["choose"], otherwise = fields["otherwise"]
        let isName = channel.dimension == .category
        if let entry = choose ?? (isName ? otherwise : nil) {
            for key in ["domain", "range", "curve", "hysteresis", "unit"] {
                if let other = fields[key] {
                    report(other.place, "\(key) cannot be combined with \(entry.key)", "remove one of the two")
                }
            }
            if !isName, !channel.isPlain {
                return refuse(
                    place(of: from), "\(channel.name) is a quantity, and choose needs names or plain numbers",
                    "use domain and range, or choose by a channel such as line or line.colour")
            }
            return readChoose(choose, otherwise, spec, combine, numbers: channel.isPlain)
        }
        if let otherwise { report(otherwise.place, "otherwise requires choose", "remove it") }
        if isName {
            return refuse(place(of: from), "\(channel.name) is a name, not a number", "use choose: { NAME: value } and otherwise")
        }
        if !spec.choices.isEmpty {
            return refuse(place(of: to), "\(spec.name) is a choice and cannot follow a number", "map it with choose")
        }
        return readScale(fields, spec, combine)
    }

    private mutating func readChoose(
        _ entry: PresetFields.Entry?, _ otherwise: PresetFields.Entry?, _ spec: ParameterSpec, _ combine: Mapping.Combine?,
        numbers: Bool
    ) -> Mapping.Rule? {
        var choices: [Mapping.Choice] = []
        if let entry {
            guard let fields = fields(of: entry.node, keys: nil, what: "choose") else { return nil }
            if entry.node.mapping?.isEmpty == true {
                report(place(of: entry.node), "choose has no names", "write pairs such as NAME: VALUE, or remove it")
            }
            for entry in fields.entries {
                guard let value = output(entry.node, spec, combine) else { continue }
                if numbers, PlainNumber.read(entry.key).map(PlainNumber.write) != entry.key {
                    report(
                        entry.place, "\(PresetSource.quoted(entry.key)) is not a plain number",
                        "write numbers in their shortest form: 3, 0.5")
                    continue
                }
                choices.append(.init(name: entry.key, value: value))
            }
        }
        var rest = Mapping.Otherwise.base
        if let otherwise, let word = scalar(otherwise.node, what: "a value") {
            if word == "hash" {
                rest = .hash
                if spec.choices.isEmpty, choices.isEmpty {
                    report(place(of: otherwise.node), "hash has no values to choose from", "list some under choose")
                }
            } else if word != "base", let value = output(otherwise.node, spec, combine) {
                rest = .value(value)
            }
        }
        return .choose(choices, otherwise: rest)
    }

    private mutating func readScale(_ fields: PresetFields, _ spec: ParameterSpec, _ combine: Mapping.Combine?) -> Mapping.Rule? {
        let curve = fields["curve"].map { readCurve($0, spec, combine) } ?? .linear
        guard let curve else { return nil }
        if case .table(let points) = curve, let first = points.first, let last = points.last {
            for key in ["domain", "range"] {
                if let entry = fields[key] {
                    report(entry.place, "\(key) cannot be combined with a table", "remove it: the table says both")
                }
            }
            let outputs = points.map(\.output)
            return .scale(
                domain: .values(first.input, last.input), range: (outputs.min() ?? 0, outputs.max() ?? 0), curve: curve)
        }
        let domain = required("domain", fields, "domain: [0, 120], in the mapping's unit, or domain: auto").flatMap { readDomain($0) }
        let range = required("range", fields, Self.rangeForm(spec)).flatMap { readRange($0, spec, combine) }
        guard let domain, let range, let entry = fields["range"] else { return nil }
        if curve == .logarithmic, min(range.0, range.1) <= 0 {
            return refuse(
                place(of: entry.node), "a log curve cannot reach \(PlainNumber.display(min(range.0, range.1)))",
                "keep both ends above 0, or use curve: sqrt or linear")
        }
        if curve == .squareRoot, min(range.0, range.1) < 0 {
            return refuse(place(of: entry.node), "a sqrt curve cannot go below 0", "use curve: linear")
        }
        return .scale(domain: domain, range: range, curve: curve)
    }

    private mutating func readDomain(_ entry: PresetFields.Entry) -> Mapping.Domain? {
        let help = "write [0, 120], auto, or percentiles [p5, p95]"
        if entry.node.scalar?.string == "auto" { return .auto }
        guard let pair = entry.node.sequence.map(Array.init), pair.count == 2 else {
            return refuse(place(of: entry.node), "domain must be two values", help)
        }
        let words = pair.map { $0.scalar?.string ?? "" }
        if words.contains(where: { $0.hasPrefix("p") }) {
            let shares = words.map { $0.hasPrefix("p") ? PlainNumber.read(String($0.dropFirst())) : nil }
            guard let low = shares[0], let high = shares[1], 0 <= low, low < high, high <= 100 else {
                return refuse(place(of: entry.node), "these are not two percentiles", "write rising percentiles such as [p5, p95]")
            }
            return .percentiles(low, high)
        }
        guard let low = number(pair[0], what: "domain"), let high = number(pair[1], what: "domain") else { return nil }
        guard low != high, (high - low).isFinite else {
            return refuse(place(of: entry.node), "the two ends of the domain are \(low == high ? "equal" : "too far apart")", help)
        }
        return .values(low, high)
    }

    private static func rangeForm(_ spec: ParameterSpec) -> String { "range: [LOW, HIGH], between \(limits(of: spec))" }

    private mutating func readRange(
        _ entry: PresetFields.Entry, _ spec: ParameterSpec, _ combine: Mapping.Combine?
    ) -> (Double, Double)? {
        guard let pair = entry.node.sequence.map(Array.init), pair.count == 2 else {
            return refuse(place(of: entry.node), "range must be two values of \(spec.name)", "write \(Self.rangeForm(spec))")
        }
        guard let low = output(pair[0], spec, combine), let high = output(pair[1], spec, combine) else { return nil }
        return (low, high)
    }

    /// Reads what a mapping gives its parameter: a value of it, an amount to add, or a factor.
    private mutating func output(_ node: Node, _ spec: ParameterSpec, _ combine: Mapping.Combine?) -> Double? {
        guard spec.choices.isEmpty, combine == .add || combine == .multiply else { return parameterValue(node, spec) }
        let limits = spec.outputs(combine), isFactor = combine == .multiply, unit = isFactor ? "" : spec.unit
        guard let number = number(node, what: isFactor ? "a factor" : spec.name, unit: unit) else { return nil }
        guard limits.contains(number) else {
            let amount = PlainNumber.display(number)
            return refuse(
                place(of: node), isFactor ? "\(amount) is not a factor" : "\(amount) is too much to add to \(spec.name)",
                "stay between \(PlainNumber.display(limits.lowerBound)) and \(PlainNumber.display(limits.upperBound, in: unit))")
        }
        return number
    }

    private mutating func readCurve(_ entry: PresetFields.Entry, _ spec: ParameterSpec, _ combine: Mapping.Combine?) -> MappingCurve? {
        let help = "write linear, log, sqrt, { power: 2 } or { table: [[0, 1], [10, 2]] }"
        if let word = entry.node.scalar?.string {
            if let curve = MappingCurve.named.first(where: { $0.name == word }) { return curve }
            return refuse(
                place(of: entry.node), "there is no curve \(PresetSource.quoted(word))",
                NearestName.remedy(word, in: MappingCurve.named.map(\.name), else: help))
        }
        guard let fields = fields(of: entry.node, keys: PresetForm.curve, what: "a curve") else { return nil }
        guard let only = fields.entries.first else {
            if entry.node.mapping?.isEmpty == true { report(place(of: entry.node), "a curve needs a power or a table", help) }
            return nil
        }
        guard fields.entries.count == 1 else { return refuse(place(of: entry.node), "a curve is a power or a table, not both", help) }
        if only.key == "power" { return number(only, PresetForm.power).map { .power($0) } }
        return readTable(only, spec, combine)
    }

    private mutating func readTable(_ entry: PresetFields.Entry, _ spec: ParameterSpec, _ combine: Mapping.Combine?) -> MappingCurve? {
        var points: [MappingCurve.Point] = []
        for node in items(entry, what: "points") {
            guard let pair = node.sequence.map(Array.init), pair.count == 2 else {
                return refuse(place(of: node), "a point is two numbers", "write [INPUT, \(spec.name)]")
            }
            guard let input = number(pair[0], what: "a point's input"), let output = output(pair[1], spec, combine) else { return nil }
            if let last = points.last, input <= last.input || !(input - last.input).isFinite {
                return refuse(place(of: node), "the inputs of a table must rise", "sort the points, each input once")
            }
            points.append(.init(input: input, output: output))
        }
        guard points.count >= 2 else {
            return refuse(place(of: entry.node), "a table needs at least two points", "write table: [[0, 240], [120, 3600]]")
        }
        return .table(points)
    }

    private mutating func readSmoothing(_ entry: PresetFields.Entry, _ spec: ParameterSpec, _ mapping: inout Mapping) {
        if !spec.choices.isEmpty {
            report(entry.place, "\(spec.name) is a choice and cannot be smoothed", "remove smooth")
            return
        }
        if entry.node.scalar != nil {
            if let seconds = number(entry, PresetForm.smoothing) { mapping.smooth = .init(attack: seconds, release: seconds) }
            return
        }
        guard let fields = fields(of: entry.node, keys: PresetForm.smooth, what: "smooth") else { return }
        mapping.smooth.attack = number(fields, PresetForm.attack) ?? mapping.smooth.attack
        mapping.smooth.release = number(fields, PresetForm.release) ?? mapping.smooth.release
    }

    private mutating func readMissing(_ entry: PresetFields.Entry, _ spec: ParameterSpec, _ mapping: inout Mapping) {
        guard let fields = fields(of: entry.node, keys: PresetForm.missing, what: "missing") else { return }
        mapping.missing.hold = number(fields, PresetForm.hold) ?? mapping.missing.hold
        guard let entry = fields["then"], let word = scalar(entry.node, what: "base, hold or a value") else { return }
        switch word {
        case "base": mapping.missing.then = .base
        case "hold": mapping.missing.then = .hold
        default: if let value = output(entry.node, spec, mapping.combine) { mapping.missing.then = .value(value) }
        }
    }

    private mutating func readCombine(_ entry: PresetFields.Entry, _ spec: ParameterSpec) -> Mapping.Combine? {
        let combine = choice(
            entry.node, of: Mapping.Combine.allCases, named: \.rawValue, what: "combine", fault: "combine cannot be")
        if !spec.choices.isEmpty, let combine, combine != .last {
            report(place(of: entry.node), "\(spec.name) is a choice and has no \(combine.rawValue)", "write combine: last")
        }
        return combine
    }
}
