import DeterministicMath
import RainSynthesis

/// How much of a processor the drops of a preset take while they fall as densely as it lets them.
public struct DropLoad: Equatable, Sendable {
    /// Processor seconds of one drop, from its drawing to the limiter: classic drops on any x86-64 processor, without AVX2
    /// (docs/benchmarks.md). Longer drops take more.
    public static let secondsPerDrop = 1.21e-6
    /// The share of a core from which on gaps are to be expected: the audio thread has one, and not alone.
    public static let limit = 0.5

    /// Drops a second at most.
    public let dropsPerSecond: Double
    /// Where the preset lets them: the mapping that does, or the resting value; nil for the default.
    let place: SourcePlace?

    public init(_ preset: Preset) {
        let limits = ParameterTable.spec(.dropsRate).range
        var place = preset.base.last { $0.parameter == .dropsRate }?.place
        var most = Double(preset.restingParameters[.dropsRate])
        for mapping in preset.mappings where mapping.parameter == .dropsRate {
            let reached =
                switch mapping.combine {
                case .add: most + mapping.greatestValue
                case .multiply: most * mapping.greatestValue
                case .max, .last, nil: mapping.greatestValue
                }
            guard reached > most else { continue }
            (most, place) = (reached, mapping.place)
        }
        dropsPerSecond = min(max(most, Double(limits.lowerBound)), Double(limits.upperBound)) / 60
        self.place = place
    }

    /// Of one core, 1 for all of it.
    public var share: Double { dropsPerSecond * Self.secondsPerDrop }

    /// What a listener must expect; nil where a core has time enough.
    /// - Parameter tracks: how many sound at once.
    public func warning(tracks: Int = 1) -> String? {
        let share = share * Double(tracks)
        guard share >= Self.limit else { return nil }
        let drops = PlainNumber.say(DeterministicMath.floor(dropsPerSecond * Double(tracks)))
        let percent = PlainNumber.say(DeterministicMath.floor(share * 100))
        return "up to \(drops) drops a second take about \(percent) % of a processor core: the sound may have gaps"
    }
}

extension Mapping {
    /// The greatest value that it gives its parameter.
    fileprivate var greatestValue: Double {
        var values: [Double] =
            switch rule {
            case .scale(_, _, .table(let points)): points.map(\.output)
            case .scale(_, let range, _): [range.0, range.1]
            case .choose(let choices, _): choices.map(\.value)
            }
        if case .choose(_, .value(let value)) = rule { values.append(value) }
        if case .value(let value) = missing.then { values.append(value) }
        return values.max() ?? 0
    }
}
