// SPDX-License-Identifier: MIT
import Tracking

/// A channel that a preset maps, with the values at which it can be tried by hand.
public struct MappedChannel: Sendable {
    public let name: String
    /// The unit of the range, as the preset has it; empty without one.
    public let unit: String
    /// From end to end of the preset's domains.
    public let range: ClosedRange<Double>
    /// The values to choose from, names or numbers that stand for something; empty for a range.
    public let values: [String]
    private let scale: Double
    private let isName: Bool

    /// The channels of a preset in the order of their first mapping, but the main one first.
    public static func all(of preset: Preset) -> [MappedChannel] { KeyFact.facts(of: preset).map { MappedChannel($0) } }

    private init(_ fact: KeyFact) {
        name = fact.channel.name
        isName = fact.kind == .names
        let isNumber = fact.kind == .number
        unit = isNumber ? fact.unit.name : ""
        scale = isNumber ? fact.unit.scale : 1
        range = isNumber ? fact.low / scale...fact.high / scale : 0...1
        values =
            switch fact.kind {
            case .names, .numbers: fact.names
            case .onOff: ["0", "1"]
            case .number: []
            }
    }

    /// Reads a value as a person writes it, in the unit; nil for text that is none.
    public func value(_ text: String) -> ChannelValue? {
        if isName { return .category(text) }
        return PlainNumber.read(text).map { .number($0 * scale) }
    }
}
