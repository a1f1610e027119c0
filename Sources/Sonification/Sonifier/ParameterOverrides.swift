// SPDX-License-Identifier: MIT
import RainSynthesis

/// Parameters held at a value from outside the preset; their mappings continue inaudibly until they are released.
public struct ParameterOverrides: Equatable, Sendable {
    private var values: [ParameterID: Float] = [:]

    init() {}

    public var isEmpty: Bool { values.isEmpty }

    /// The held value in the parameter's unit, clamped to its limits; nil if the parameter follows the preset.
    public subscript(id: ParameterID) -> Float? {
        get { values[id] }
        set {
            guard let value = newValue, !value.isNaN else { return values[id] = nil }
            let range = ParameterTable.spec(id).range
            values[id] = min(max(value, range.lowerBound), range.upperBound)
        }
    }

    public mutating func removeAll() { values.removeAll() }
}
