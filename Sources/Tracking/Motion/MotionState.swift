// SPDX-License-Identifier: MIT
/// The motion known after the last fix; nil is unknown.
struct MotionState: Equatable, Sendable {
    var speed: Double?
    var acceleration: Double?
    var course: Double?
    var turn: Double?
    var climb: Double?
    var altitude: Double?
    var accuracy: Double?
    /// The distance in metres integrated from speeds alone, for fixes without a position.
    var integrated = 0.0
    var extras: [Double?] = []

    var noExtras: [Double?] { [Double?](repeating: nil, count: extras.count) }

    /// Clears the motion after a gap, across which only altitude and distance continue.
    mutating func forgetMotion() {
        speed = nil
        acceleration = nil
        course = nil
        turn = nil
        climb = nil
    }
}
