// SPDX-License-Identifier: MIT
import DeterministicMath

/// The mean velocity of the last seconds by a poor receiver's own speeds and courses: its errors point another way each time, a
/// train's motion does not. Metres, seconds.
struct MeanVelocity: Sendable {
    private var mean: (east: Double, north: Double)?

    /// The standard deviations of the position for which speeds are averaged: beyond them they are worth nothing.
    private static let poor = 18.0...60.0
    /// Seconds over which they are, and after which a mean is worth nothing.
    private static let memory = 4.0
    private static let longest = 5.0
    /// Receivers give no course below this speed.
    private static let leastCourseSpeed = 1.5

    /// - Returns: The magnitude of the mean; nil if the receiver is good or gives no velocities.
    mutating func take(_ speed: Double?, _ course: Double?, sigma: Double, dt: Double) -> Double? {
        guard let speed, Self.poor.contains(sigma), course != nil || speed < Self.leastCourseSpeed else {
            mean = nil
            return nil
        }
        let direction = course.map(RiderMotion.direction) ?? (east: 0, north: 0)
        let now = (east: speed * direction.east, north: speed * direction.north)
        guard let before = mean, dt <= Self.longest else {
            mean = now
            return nil
        }
        let part = dt / (Self.memory + dt)
        let next = (east: before.east + part * (now.east - before.east), north: before.north + part * (now.north - before.north))
        mean = next
        return DeterministicMath.hypot(next.east, next.north)
    }
}
