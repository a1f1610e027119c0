// SPDX-License-Identifier: MIT
/// The kinds of rows in the table of parameters.
extension ParameterSpec {
    // The audible steps of the rows follow Drake & Botte 1993 (rate), Dubus & Bresin 2013 and Mills 1958 (position), and the
    // usual 1 dB for the level of a texture; durations and pitches of single drops are perceived coarsely.
    /// - Parameter off: whether its lowest value turns its layer off.
    static func row(
        _ id: ParameterID, _ name: String, _ unit: String, _ range: ClosedRange<Float>, _ value: Float, curve: Curve = .linear,
        step: AudibleStep, heardAs percepts: Percepts = [], chance: Bool = true, off: Bool = false, _ help: String
    ) -> ParameterSpec {
        ParameterSpec(
            id: id, name: name, unit: unit, range: range, defaultValue: value, curve: curve, audibleStep: step,
            choices: [], percepts: percepts, variesByChance: chance, turnsLayerOff: off, help: help)
    }

    static func choice(_ id: ParameterID, _ name: String, _ choices: [String], _ help: String) -> ParameterSpec {
        ParameterSpec(
            id: id, name: name, unit: "", range: 0...Float(choices.count - 1), defaultValue: 0, curve: .linear,
            audibleStep: .choice, choices: choices, help: help)
    }

    /// - Parameter steady: false for a level that is not a sound in itself, or for a sound that comes and goes.
    static func level(
        _ id: ParameterID, _ name: String, _ range: ClosedRange<Float>, _ value: Float, heardAs percepts: Percepts = [],
        steady: Bool = true, off: Bool = false, _ help: String
    ) -> ParameterSpec {
        var spec = row(id, name, "dB", range, value, step: .difference(1), heardAs: percepts, chance: false, off: off, help)
        spec.averaging = .byPower
        spec.isSteadyLevel = steady
        return spec
    }

    /// An amplitude as RMS of full scale.
    static func noise(
        _ id: ParameterID, _ name: String, _ value: Float, steady: Bool = false, off: Bool = false, _ help: String
    ) -> ParameterSpec {
        var spec = row(id, name, "", 0...0.5, value, step: .ratio(1.12), off: off, help)
        spec.averaging = .bySquare
        spec.isSteadyLevel = steady
        return spec
    }

    static func fixed(_ id: ParameterID, _ name: String, _ range: ClosedRange<Float>, _ value: Float, _ help: String) -> ParameterSpec {
        var spec = row(id, name, "", range, value, curve: .logarithmic, step: .ratio(2), chance: false, help)
        spec.fixedAtStart = true
        return spec
    }

    static func variation(_ id: ParameterID, _ name: String, _ help: String) -> ParameterSpec {
        row(id, name + ".variation", "%", 0...200, 0, step: .difference(25), help)
    }
}
