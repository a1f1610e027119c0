// SPDX-License-Identifier: MIT
import DeterministicMath

/// A run from stop to stop: the train accelerates, keeps its speed and brakes. Metres, seconds.
///
/// On a run too short for the top speed it brakes from the speed that it has reached.
struct SpeedProfile: Equatable, Sendable {
    let length: Double
    let acceleration: Double
    let braking: Double
    /// The highest speed on this run.
    let peak: Double
    let duration: Double
    private let accelerated: Double
    private let braked: Double

    init(length: Double, top: Double, acceleration: Double, braking: Double) {
        self.length = length
        self.acceleration = acceleration
        self.braking = braking
        peak = min(top, DeterministicMath.sqrt(2 * length * acceleration * braking / (acceleration + braking)))
        accelerated = peak * peak / (2 * acceleration)
        braked = peak * peak / (2 * braking)
        let cruised = max(0, length - accelerated - braked)
        duration = peak > 0 ? peak / acceleration + cruised / peak + peak / braking : 0
    }

    /// Metres from the start and metres per second at a time in seconds after the start.
    func state(at time: Double) -> (metres: Double, speed: Double) {
        if time <= 0 { return (0, 0) }
        let left = duration - time
        if left <= 0 { return (length, 0) }
        if time < peak / acceleration { return (acceleration * time * time / 2, acceleration * time) }
        if left < peak / braking { return (length - braking * left * left / 2, braking * left) }
        return (accelerated + peak * (time - peak / acceleration), peak)
    }
}
