// SPDX-License-Identifier: MIT
import DeterministicMath
import RainSynthesis

/// Blends the parameter sets of several tracks into the one shared soundscape.
///
/// Levels and amplitudes are averaged by power, logarithmic parameters geometrically, the others arithmetically; of choices,
/// the most frequent one is used. If all tracks agree on a value, it is used exactly.
public enum SoundscapeBlend {
    private static let blended = ParameterTable.all.filter { !$0.fixedAtStart }

    /// Blends the sets of the tracks that sound.
    ///
    /// - Parameters:
    ///   - sets: one set of each track.
    ///   - tracks: the places in `sets` of those that sound, ascending.
    /// - Returns: the blended set; nil if no track sounds.
    public static func blend(_ sets: [SynthParameters], of tracks: [Int]) -> SynthParameters? {
        guard let first = tracks.first else { return nil }
        var result = sets[first]
        for spec in blended {
            let values = SynthParameters.values(of: spec.id, in: sets, at: tracks)
            guard values.contains(where: { $0 != values[0] }) else { continue }
            result[spec.id] = spec.choices.isEmpty ? Float(mean(values, of: spec)) : Float(mostFrequent(values))
        }
        return result
    }

    private static func mean(_ values: [Double], of spec: ParameterSpec) -> Double {
        func average(_ number: (Double) -> Double) -> Double { values.reduce(0) { $0 + number($1) } / Double(values.count) }
        let least = Double(spec.range.lowerBound)
        switch spec.averaging {
        case .byPower:
            // The lowest level means off.
            let power = average { $0 <= least ? 0 : self.power($0) }
            return power > 0 ? max(least, 10 * DeterministicMath.log10(power)) : least
        case .bySquare: return DeterministicMath.sqrt(average { $0 * $0 })
        case .byValue where spec.curve == .logarithmic && least > 0:
            return DeterministicMath.exp(average { DeterministicMath.log(max($0, least)) })
        case .byValue: return average { $0 }
        }
    }

    private static func power(_ decibels: Double) -> Double {
        let gain = DeterministicMath.gain(decibels: decibels)
        return gain * gain
    }

    /// The most frequent value; of equally frequent ones, the first.
    private static func mostFrequent(_ values: [Double]) -> Double {
        var best = values[0], most = 0
        for value in values {
            let count = values.count { $0 == value }
            if count > most { (best, most) = (value, count) }
        }
        return best
    }

    /// The depth in dB by which the shared soundscape is ducked under a note of one of several tracks: the power is reduced in
    /// proportion to that track's share of it.
    public static func duck(_ decibels: Float, among tracks: Int) -> Float {
        guard tracks > 1, decibels > 0 else { return decibels }
        let left = power(-Double(min(decibels, 60)))
        return Float(-10 * DeterministicMath.log10(1 - (1 - left) / Double(tracks)))
    }
}
