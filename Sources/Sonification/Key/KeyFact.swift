// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis
import Tracking

/// One channel that a preset maps, with the values at which a key plays it.
struct KeyFact {
    enum Kind { case number, onOff, names, numbers }

    /// Names that sound the same; those that no mapping lists are represented by an invented one.
    struct Group {
        var names: [String]
        var isListed: Bool
        /// The material on which drops fall, if a mapping chooses it.
        var material: String?
        fileprivate var values: [Double]
    }

    let channel: Channel
    private(set) var kind: Kind
    /// The ends of the domain in the tracker's unit.
    private(set) var low = 0.0
    private(set) var high = 1.0
    /// True for a domain that depends on the track: its ends are the extremes that the channel has reached.
    private(set) var isOpen = false
    let unit: Unit
    private(set) var groups: [Group] = []
    /// Seconds until its mappings have followed a step to within a fortieth.
    let settling: Double
    /// The preset's sentences about the channel, each once.
    private(set) var sentences = ""

    /// The facts of a preset in the order of their first mapping, but the main one (the first that is a number) first of all.
    static func facts(of preset: Preset) -> [KeyFact] {
        var firsts: [Mapping] = []
        for mapping in preset.mappings where !firsts.contains(where: { $0.channel == mapping.channel }) { firsts.append(mapping) }
        var facts = firsts.map { KeyFact($0, preset) }.filter { $0.kind == .number || $0.kind == .onOff || !$0.groups.isEmpty }
        if let main = facts.firstIndex(where: { $0.kind == .number }) { facts.insert(facts.remove(at: main), at: 0) }
        return facts
    }

    /// - Parameter first: the first of the mappings of its channel.
    private init(_ first: Mapping, _ preset: Preset) {
        let channel = first.channel
        self.channel = channel
        unit = first.unit
        let mappings = preset.mappings.filter { $0.channel == channel }
        settling = 1.6 * (mappings.map { max($0.smooth.attack, $0.smooth.release) }.max() ?? 0)
        var chosen: Set<String> = []
        for case .choose(let choices, _) in mappings.map(\.rule) { chosen.formUnion(choices.map(\.name)) }
        // A category is a choice even if no mapping lists its names. A switch stays a switch, whether its mappings scale it or name its
        // states.
        let isChoice =
            channel.dimension == .category || !chosen.isEmpty && !(channel.isSwitch && chosen.isSubset(of: ["0", "1"]))
        kind =
            isChoice
            ? channel.dimension == .category ? .names : .numbers : channel.isSwitch ? .onOff : .number
        sentences = mappings.compactMap(\.say).uniqued().map { " \($0)" }.joined()
        if isChoice {
            groups = Self.groups(mappings, isNumeric: kind == .numbers, preset.restingParameters)
        } else {
            (low, high) = (.infinity, -.infinity)
            for case (.scale(.values(let a, let b), _, _), let scale) in mappings.map({ ($0.rule, $0.unit.scale) }) {
                low = min(low, min(a, b) * scale)
                high = max(high, max(a, b) * scale)
            }
            isOpen = low > high && kind == .number
            if low > high { (low, high) = (0, 1) }
            if kind == .onOff, low != 0 {
                // Two numbers that stand for something, such as sides.
                kind = .numbers
                groups = [low, high].map { Group(names: [PlainNumber.write($0)], isListed: true, material: nil, values: [$0]) }
            }
        }
    }

    /// True if nothing is known of it off the train.
    var isOfRide: Bool { ChannelName(rawValue: channel.name)?.isOfRide == true }

    var names: [String] { groups.compactMap(\.names.first) }

    /// The value at a place along the domain, 0 ... 1.
    func value(at place: Double) -> ChannelValue { .number(number(at: place)) }

    private func number(at place: Double) -> Double { place == 1 ? high : low + place * (high - low) }

    func value(of group: Group) -> ChannelValue? {
        guard let name = group.names.first else { return nil }
        return kind == .numbers ? .number(PlainNumber.read(name) ?? 0) : .category(name)
    }

    // MARK: Labels

    func label(at place: Double) -> String {
        if kind == .onOff { return "\(channel.name) \(place == 0 ? "off" : "on")" }
        if isOpen {
            return "\(channel.name) " + (place == 0 ? "at its least" : place == 1 ? "at its greatest" : "\(Int(place * 100 + 0.5)) % up")
        }
        return "\(channel.name) \(PlainNumber.display(number(at: place) / unit.scale, in: unit.name))"
    }

    func label(_ group: Group) -> String {
        let name = group.isListed ? group.names.first ?? "" : Self.otherName
        let remarks = [group.material, group.names.count > 1 ? "also \(ListText.first(Self.mostNames, of: group.names.dropFirst()))" : nil]
            .compactMap { $0 }
        return "\(channel.name) \(name)" + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
    }

    /// The text for every name that no mapping lists.
    private static let otherName = "any other name"
    private static let mostNames = 2

    // MARK: Names

    private static func groups(_ mappings: [Mapping], isNumeric: Bool, _ resting: SynthParameters) -> [Group] {
        var groups: [Group] = []
        func values(_ name: String) -> [Double] {
            mappings.map { mapping in
                var glide = MappingGlide(mapping, base: Double(resting[mapping.parameter]), gridRate: Double(Sonifier.gridRate))
                let value: ChannelValue = isNumeric ? .number(PlainNumber.read(name) ?? 0) : .category(name)
                _ = glide.receive(value, at: TrackTime(nanoseconds: 0), by: mapping)
                return glide.goal
            }
        }
        func material(_ values: [Double]) -> String? {
            zip(mappings, values).compactMap { ParameterTable.spec($0.parameter).choice(at: $1) }.first
        }
        var listed: Set<String> = []
        for case .choose(let choices, _) in mappings.map(\.rule) {
            for name in choices.map(\.name) where listed.insert(name).inserted {
                let values = values(name)
                if let place = groups.firstIndex(where: { $0.values == values }) {
                    groups[place].names.append(name)
                } else {
                    groups.append(Group(names: [name], isListed: true, material: material(values), values: values))
                }
            }
        }
        // Unlisted names: as many as produce a value that no other name has. Numbers that rest otherwise are all listed.
        let restsOtherwise = mappings.allSatisfy { if case .choose(_, .base) = $0.rule { true } else { false } }
        for number in 1...64 where !isNumeric || !restsOtherwise {
            let name = isNumeric ? "\(1000 + number)" : "other \(number)", values = values(name)
            let isNew = values.indices.contains { place in !groups.contains { $0.values[place] == values[place] } }
            if isNew { groups.append(Group(names: [name], isListed: false, material: material(values), values: values)) }
        }
        return groups
    }
}
