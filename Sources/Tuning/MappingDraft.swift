// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification
import Tracking

/// The initial fields of a new mapping: a usual domain of the channel, and a clearly audible range of the parameter.
struct MappingDraft {
    /// Steps of about one just-noticeable difference between the ends of the range.
    private static let steps = 12.0
    /// The slider position, 0 ... 1, to which a parameter rises from its least value, which is often silence.
    private static let raisedPosition = 0.6

    let fields: [PresetEdit.Field]

    /// - Parameter isAlreadyMapped: true if an earlier mapping moves the parameter.
    init(from channel: Channel, to spec: ParameterSpec, resting: Double, knob: TuningKnob, isAlreadyMapped: Bool) {
        var fields: [PresetEdit.Field] = [.init("from", channel.name)]
        let usual = Self.usual(channel)
        if !spec.choices.isEmpty || channel.dimension == .category {
            fields.append(.init("to", spec.name))
            if channel.dimension == .category {
                fields.append(.init("otherwise", "base"))
            } else {
                fields.append(.init("choose", "{ 0: \(spec.choices.first ?? ""), 1: \(spec.choices.last ?? "") }"))
            }
            if isAlreadyMapped { fields.append(.init("combine", Mapping.Combine.last.rawValue)) }
        } else {
            let isLeast = resting <= knob.range.lowerBound
            let up = isLeast ? knob.value(at: Self.raisedPosition) : knob.moved(resting, by: Self.steps)
            let other = up == resting ? knob.moved(resting, by: -Self.steps) : up
            let ends = isAlreadyMapped ? (0, knob.withAudibleDigits(other - resting)) : (resting, other)
            if let unit = usual.unit { fields.append(.init("unit", unit)) }
            fields += [
                .init("to", spec.name), .init("domain", usual.domain),
                .init("range", Self.pair(ends.0, ends.1)),
            ]
            if isAlreadyMapped { fields.append(.init("combine", Mapping.Combine.add.rawValue)) }
        }
        self.fields = fields
    }

    /// Two numbers as a preset writes them.
    static func pair(_ low: Double, _ high: Double) -> String { "[\(PlainNumber.write(low)), \(PlainNumber.write(high))]" }

    /// The unit in which people count a channel, if it is not the tracker's, and its usual values.
    private static func usual(_ channel: Channel) -> (unit: String?, domain: String) {
        switch channel.dimension {
        case .speed: channel.name == ChannelName.climb.rawValue ? ("m/min", "[-20, 20]") : ("km/h", "[0, 120]")
        case .acceleration: (nil, "[-1.5, 1.5]")
        case .length: (nil, channel.name == ChannelName.accuracy.rawValue ? "[0, 100]" : "[0, 1000]")
        case .angle: (nil, "[0, 360]")
        case .angularRate: (nil, "[-20, 20]")
        case .duration: (nil, "[0, 60]")
        case .flag: (nil, channel.name == ChannelName.directionSide.rawValue ? "[-1, 1]" : "[0, 1]")
        case .plain, .category: (nil, ChannelName(rawValue: channel.name) == nil ? "auto" : "[0, 1]")
        }
    }
}
