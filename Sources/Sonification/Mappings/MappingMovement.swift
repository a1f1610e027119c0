// SPDX-License-Identifier: MIT
/// The current state of one mapping.
public struct MappingMovement: Equatable, Sendable {
    /// The current value and its target, in the parameter's unit (a factor if the mapping multiplies).
    public var value: Double
    public var goal: Double
    /// True while the value is moving towards its target.
    public var isMoving: Bool
    /// False before the first value and once the channel has been missing for too long.
    public var takesPart: Bool
}
