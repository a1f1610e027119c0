// SPDX-License-Identifier: MIT
import DeterministicMath

/// The description of one synth parameter: the single source for checker, tuner, documentation and JSON Schema.
public struct ParameterSpec: Sendable {
    /// How a slider or a sweep should move through the range.
    public enum Curve: Sendable { case linear, logarithmic }

    /// Roughly the smallest change that a listener hears in continuous rain; a checker counts audible steps with it.
    public enum AudibleStep: Equatable, Sendable {
        /// A factor from one value to the next.
        case ratio(Float)
        /// A difference in the parameter's unit.
        case difference(Float)
        /// The value names something; every change is audible.
        case choice
    }

    /// How the values of several tracks are averaged.
    public enum Averaging: Sendable {
        /// By value, or by ratio where the curve is logarithmic.
        case byValue
        /// By power: levels in dB, whose lowest value is off.
        case byPower
        /// By the square: amplitudes.
        case bySquare
    }

    /// The qualities of a sound as which a listener hears a parameter. Two facts mapped to one percept are confused.
    public struct Percepts: OptionSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let density = Percepts(rawValue: 1)
        public static let pitch = Percepts(rawValue: 2)
        public static let loudness = Percepts(rawValue: 4)
        public static let each: [Percepts] = [.density, .pitch, .loudness]
    }

    public let id: ParameterID
    /// The name presets use, e.g. `drops.rate`.
    public let name: String
    /// The unit as a preset writes it, e.g. `/min`, `Hz`, `ms`, `dB`, `%`; empty for a plain number.
    public let unit: String
    /// Allowed values, in `unit`. For a choice: 0 ... number of choices - 1.
    public let range: ClosedRange<Float>
    /// The value if a preset does not set the parameter, in `unit`.
    public let defaultValue: Float
    public let curve: Curve
    public let audibleStep: AudibleStep
    /// The names of a choice parameter in the order of its values (`drops.material`, `tone.shape`); empty otherwise.
    public let choices: [String]
    /// True when the value is read once, at the start (`drops.voices`), and cannot be mapped.
    public var fixedAtStart = false
    public var averaging = Averaging.byValue
    public var percepts: Percepts = []
    /// True for the level or amplitude of a continuous sound, which tires the ear.
    public var isSteadyLevel = false
    /// True if a tuner may vary the parameter at random: it shapes the character of the rain, not the balance of the mix.
    public var variesByChance = false
    /// True if the lowest value turns off the layer to which the parameter belongs.
    var turnsLayerOff = false
    /// One sentence of help.
    public let help: String

    /// True for a change of at least one audible step.
    public func isAudible(from a: Float, to b: Float) -> Bool {
        guard a != b else { return false }
        return switch audibleStep {
        case .choice: true
        case .difference(let step): (a - b).magnitude >= step
        case .ratio(let step): max(a, b) >= step * min(a, b)
        }
    }

    /// The number of audible steps between two values; nil for a choice.
    public func audibleSteps(from a: Double, to b: Double) -> Double? {
        let (low, high) = (min(a, b), max(a, b))
        // The steps are Floats; five steps of 0.4 must count as five.
        let rounding = 1 + 1e-6
        switch audibleStep {
        case .choice: return nil
        case .difference(let step): return (high - low) / Double(step) * rounding
        case .ratio(let step):
            guard high > 0 else { return 0 }
            // A value 60 dB, or a factor of 1000, below the other counts as nothing.
            return DeterministicMath.log(high / max(low, high / 1000)) / DeterministicMath.log(Double(step)) * rounding
        }
    }

    /// The name of a choice parameter's value, rounded to the nearest choice as the engine rounds it.
    /// - Returns: nil for a numeric parameter, for a value beyond the choices and for a NaN.
    public func choice(at value: Double) -> String? {
        let index = value.rounded()
        guard index >= 0, index < Double(choices.count) else { return nil }
        return choices[Int(index)]
    }
}
