// SPDX-License-Identifier: MIT
import DeterministicMath
import RainSynthesis

/// The processor load of a preset's drops at the highest rate that the preset permits.
public struct DropLoad: Equatable, Sendable {
    /// An upper estimate of the processor time per drop in seconds, from generation to the limiter: one and a half times that of a
    /// classic drop without AVX2 (docs/benchmarks.md), since longer drops take more.
    static let secondsPerDrop = 1.21e-6
    /// The share of a core above which dropouts must be expected: the audio thread has one core, and shares it.
    static let limit = 0.5

    /// The highest number of drops per second.
    let dropsPerSecond: Double
    /// The location that sets this rate: the mapping or the resting value; nil for the default.
    let place: SourcePlace?

    public init(_ preset: Preset) {
        let limits = ParameterTable.spec(.dropsRate).range
        let (most, place) = preset.greatest(.dropsRate)
        dropsPerSecond = min(max(most, Double(limits.lowerBound)), Double(limits.upperBound)) / 60
        self.place = place
    }

    /// The share of one core; 1 is all of it.
    private var share: Double { dropsPerSecond * Self.secondsPerDrop }

    /// The warning to show; nil if a core has enough capacity.
    /// - Parameter tracks: the number of tracks that sound at once.
    public func warning(tracks: Int = 1) -> String? {
        let share = share * Double(tracks)
        guard share >= Self.limit else { return nil }
        let drops = PlainNumber.display(DeterministicMath.floor(dropsPerSecond * Double(tracks)))
        let percent = PlainNumber.display(DeterministicMath.floor(share * 100))
        return "up to \(drops) drops a second take about \(percent) % of a processor core: the sound may have gaps"
    }
}

extension Preset {
    /// The resting values, each raised to the greatest that a mapping gives it.
    public var greatestParameters: SynthParameters {
        var parameters = restingParameters
        for id in Set(mappings.map(\.parameter)) { parameters[id] = Float(greatest(id).value) }
        return parameters
    }

    /// The greatest value that the resting value and the mappings give a parameter, and where it comes from; nil for the default.
    fileprivate func greatest(_ id: ParameterID) -> (value: Double, place: SourcePlace?) {
        var most = (value: Double(restingParameters[id]), place: base.last { $0.parameter == id }?.place)
        for mapping in mappings where mapping.parameter == id {
            let reached = mapping.greatestValue(over: most.value)
            if reached > most.value { most = (reached, mapping.place) }
        }
        return most
    }

    /// The layers that the resting values or a mapping turn on.
    public var layers: SoundLayers {
        let most = greatestParameters
        return SoundLayers(SoundLayer.allCases.lazy.filter { $0.isOn(most) }.map { SoundLayers($0) })
    }
}

extension Mapping {
    /// The greatest value that the mapping gives its parameter, if earlier mappings have set it to `value`.
    fileprivate func greatestValue(over value: Double) -> Double {
        switch combine {
        case .add: value + greatestValue
        case .multiply: value * greatestValue
        case .max, .last, nil: greatestValue
        }
    }

    /// The greatest value of the mapping itself.
    private var greatestValue: Double {
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
