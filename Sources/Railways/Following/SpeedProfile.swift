// SPDX-License-Identifier: MIT
import DeterministicMath

/// A run to a stop: the train accelerates, keeps its speed and brakes. Metres, seconds.
///
/// On a run too short for the top speed it brakes from the speed that it has reached; on one too short for its braking it brakes
/// harder.
struct SpeedProfile: Equatable, Sendable {
    /// The usual acceleration and braking of trains in m/s2.
    static let usualAcceleration = 0.8

    let length: Double
    /// The speed at the start; 0 from stop to stop.
    let speed: Double
    let acceleration: Double
    let braking: Double
    /// The highest speed on this run.
    let peak: Double
    let duration: Double
    private let accelerated: Double

    /// - Parameter top: The speed in metres per second that the train keeps where there is room for it.
    init(
        length: Double, from speed: Double = 0, top: Double, acceleration: Double = usualAcceleration,
        braking: Double = usualAcceleration
    ) {
        let length = max(0, length)
        let braking = length > 0 ? max(braking, speed * speed / (2 * length)) : braking
        self.length = length
        self.speed = speed
        self.acceleration = acceleration
        self.braking = braking
        let reached = DeterministicMath.sqrt(
            (2 * length * acceleration * braking + braking * speed * speed) / (acceleration + braking))
        peak = max(speed, min(top, reached))
        accelerated = (peak * peak - speed * speed) / (2 * acceleration)
        let cruised = max(0, length - accelerated - peak * peak / (2 * braking))
        duration = length > 0 && peak > 0 ? (peak - speed) / acceleration + cruised / peak + peak / braking : 0
    }

    /// Metres from the start and metres per second at a time in seconds after the start.
    func state(at time: Double) -> (metres: Double, speed: Double) {
        if time <= 0 { return (0, speed) }
        let left = duration - time
        if left <= 0 { return (length, 0) }
        let starting = (peak - speed) / acceleration
        if time < starting { return (speed * time + acceleration * time * time / 2, speed + acceleration * time) }
        if left < peak / braking { return (length - braking * left * left / 2, braking * left) }
        return (accelerated + peak * (time - starting), peak)
    }
}
