// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking

/// A mapping from one channel to one parameter.
public struct Mapping: Equatable, Sendable {
    /// The part of the channel's values that is mapped.
    public enum Domain: Equatable, Sendable {
        /// Two ends in the mapping's unit; values outside are clamped.
        case values(Double, Double)
        /// From the least to the greatest value of the track.
        case auto
        /// Between two percentiles of the track's values, 0 ... 100.
        case percentiles(Double, Double)
    }

    /// The rule that converts a value of the channel to one of the parameter.
    public enum Rule: Equatable, Sendable {
        /// For numbers: from the domain along the curve to the range (the parameter's unit).
        case scale(domain: Domain, range: (Double, Double), curve: MappingCurve)
        /// For names, and for numbers that stand for something: one value per listed name, and a default for any other.
        case choose([Choice], otherwise: Otherwise)

        public static func == (a: Rule, b: Rule) -> Bool {
            switch (a, b) {
            case (.scale(let d, let r, let c), .scale(let e, let s, let k)): d == e && r == s && c == k
            case (.choose(let c, let o), .choose(let k, let p)): c == k && o == p
            default: false
            }
        }
    }

    /// One name and the parameter's value for it.
    public struct Choice: Equatable, Sendable {
        public var name: String
        public var value: Double
    }

    /// The result for a name that is not listed.
    public enum Otherwise: Equatable, Sendable {
        case base
        case value(Double)
        /// The FNV-1a hash of the name's UTF-8 picks one of the parameter's choices or of the listed values.
        case hash
    }

    /// Seconds of playback time in which 90 % of a step is covered, upwards and downwards.
    struct Smoothing: Equatable, Sendable {
        var attack: Double
        var release: Double
        /// The default of a mapping; listeners do not perceive it as a delay.
        static let standard = Smoothing(attack: PresetForm.attack.standard, release: PresetForm.release.standard)
    }

    /// The behaviour while the channel is missing.
    public struct Missing: Equatable, Sendable {
        public enum Then: Equatable, Sendable { case base, hold, value(Double) }
        /// Seconds of track time for which the last value is held.
        var hold: Double
        public var then: Then
        static let standard = Missing(hold: PresetForm.hold.standard, then: .base)
    }

    /// How the mapping combines with earlier ones on the same parameter.
    public enum Combine: String, CaseIterable, Sendable { case add, multiply, max, last }

    public var channel: Channel
    /// The unit of domain, table and hysteresis.
    public var unit: Unit
    public var parameter: ParameterID
    public var rule: Rule
    var smooth: Smoothing
    public var missing: Missing
    /// The amount, in `unit`, by which the channel must move before the mapping follows.
    var hysteresis: Double = 0
    public var combine: Combine?
    public var say: String?
    /// The location of `to` in the file.
    var place: SourcePlace

    package var parameterName: String { ParameterTable.spec(parameter).name }
    /// `speed → drops.rate`, for people.
    package var name: String { "\(channel.name) → \(parameterName)" }
}

extension ParameterSpec {
    /// The values that a mapping can give the parameter: its own, amounts to add to it, or factors.
    package func outputs(_ combine: Mapping.Combine?) -> ClosedRange<Double> {
        switch combine {
        case .add: limits.lowerBound - limits.upperBound...limits.upperBound - limits.lowerBound
        case .multiply: 0...max(1000, limits.upperBound)
        case .max, .last, nil: limits
        }
    }
}
