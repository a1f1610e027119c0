/// What one mapping does at a moment.
public struct MappingMovement: Equatable, Sendable {
    /// The mapping's place among the preset's.
    public var mapping: Int
    /// What it gives now and where it goes, in the parameter's unit (a factor where it multiplies).
    public var value: Double
    public var goal: Double
    /// True while it is on its way.
    public var isMoving: Bool
    /// False while its channel is missing for good.
    public var takesPart: Bool

    public init(mapping: Int, value: Double, goal: Double, isMoving: Bool, takesPart: Bool) {
        self.mapping = mapping
        self.value = value
        self.goal = goal
        self.isMoving = isMoving
        self.takesPart = takesPart
    }
}
