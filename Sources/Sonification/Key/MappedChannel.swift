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
        switch fact.kind {
        case .names, .numbers:
            (unit, scale, range) = ("", 1, 0...1)
            values = fact.names
        case .onOff:
            (unit, scale, range) = ("", 1, 0...1)
            values = ["0", "1"]
        case .number:
            let native = fact.unit ?? Unit.native(to: fact.channel)
            (unit, scale) = (native.name, native.scale)
            range = min(fact.low, fact.high) / native.scale...max(fact.low, fact.high) / native.scale
            values = []
        }
    }

    /// Reads a value as a person writes it, in the unit; nil for text that is none.
    public func value(_ text: String) -> ChannelValue? {
        if isName { return .category(text) }
        return PlainNumber.read(text).map { .number($0 * scale) }
    }
}
