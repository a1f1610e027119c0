/// What one synth parameter is: the single source for checker, tuner, documentation and JSON Schema.
public struct ParameterSpec: Sendable {
    /// How a slider or a sweep should travel through the range.
    public enum Curve: Sendable { case linear, logarithmic }

    /// About the smallest change that a listener hears in running rain; a checker counts audible steps with it.
    public enum AudibleStep: Equatable, Sendable {
        /// A factor from one value to the next.
        case ratio(Float)
        /// A difference in the parameter's unit.
        case difference(Float)
        /// The value names something; every change is audible.
        case choice
    }

    public let id: ParameterID
    /// The name presets use, e.g. `drops.rate`.
    public let name: String
    /// The unit as a preset writes it, e.g. `/min`, `Hz`, `ms`, `dB`, `%`; empty for a plain number.
    public let unit: String
    /// Allowed values, in `unit`. For a choice: 0 ... number of choices - 1.
    public let range: ClosedRange<Float>
    /// The value when a preset says nothing, in `unit`.
    public let defaultValue: Float
    public let curve: Curve
    public let audibleStep: AudibleStep
    /// The names of a choice parameter in the order of its values (`drops.material`, `tone.shape`); empty otherwise.
    public let choices: [String]
    /// True when the value is read once, at the start (`drops.voices`), and cannot be mapped.
    public let fixedAtStart: Bool
    /// One sentence of help.
    public let help: String

    /// The name of a choice parameter's value, without its fraction as in the engine.
    /// - Returns: nil for a parameter of numbers, and for a value beyond the choices or not a number.
    public func choice(at value: Double) -> String? {
        guard value >= 0, value < Double(choices.count) else { return nil }
        return choices[Int(value)]
    }
}

/// The one parameter table. Control side only (a lazily initialised global).
public enum ParameterTable {
    /// Every parameter, in the order of `ParameterID`.
    public static let all: [ParameterSpec] = Rows.all
    /// The row of one parameter.
    public static func spec(_ id: ParameterID) -> ParameterSpec { all[Int(id.rawValue)] }
    /// The row with that name, or nil.
    public static func spec(named name: String) -> ParameterSpec? { all.first { $0.name == name } }
}
