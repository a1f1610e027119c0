// SPDX-License-Identifier: MIT
/// One complete set of parameter values, in the units of the parameter table. Plain memory; any thread.
public struct SynthParameters: BitwiseCopyable, Sendable {
    /// The number of values that a set can hold. The raw values of `ParameterID` must stay below it.
    static var capacity: Int { 96 }

    var values: InlineArray<96, Float>

    /// Makes a set of the table's defaults.
    public init() {
        values = InlineArray(repeating: 0)
        for spec in ParameterTable.all { self[spec.id] = spec.defaultValue }
    }

    /// The value of one parameter, in its unit.
    public subscript(id: ParameterID) -> Float {
        @_noLocks get { values[id.index] }
        @_noLocks set { values[id.index] = newValue }
    }

    /// The values of one parameter in several sets, those at `places`, read without copying the sets.
    package static func values(of id: ParameterID, in sets: [SynthParameters], at places: [Int]) -> [Double] {
        sets.withUnsafeBytes { bytes in
            let offset = Int(id.rawValue) * MemoryLayout<Float>.stride
            return places.map {
                Double(bytes.load(fromByteOffset: $0 * MemoryLayout<SynthParameters>.stride + offset, as: Float.self))
            }
        }
    }

    /// Whether every parameter has the same value.
    package func equals(_ other: SynthParameters) -> Bool { ParameterTable.all.allSatisfy { self[$0.id] == other[$0.id] } }
}
