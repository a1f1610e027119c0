import RainSynthesis

/// Parameters that somebody outside holds at a value; their mappings go on unheard until they are released.
public struct ParameterOverrides: Equatable, Sendable {
    private var values: [ParameterID: Float] = [:]

    public init() {}

    public var isEmpty: Bool { values.isEmpty }

    /// In the parameter's unit, within its limits; nil: it follows the preset.
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
