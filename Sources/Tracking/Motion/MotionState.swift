/// What is known after the last fix; nil is unknown.
struct MotionState: Equatable, Sendable {
    var speed: Double?
    var acceleration: Double?
    var course: Double?
    var turn: Double?
    var climb: Double?
    var altitude: Double?
    var accuracy: Double?
    /// Metres added from speeds alone, where fixes carry no position.
    var integrated = 0.0
    var extras: [Double?] = []

    var noExtras: [Double?] { [Double?](repeating: nil, count: extras.count) }

    /// After a gap nothing is continued from before it but altitude and way.
    mutating func forgetMotion() {
        speed = nil
        acceleration = nil
        course = nil
        turn = nil
        climb = nil
    }
}
