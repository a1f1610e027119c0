// SPDX-License-Identifier: MIT
import DeterministicMath

/// What is left of a run to the next stop: the train accelerates to its speed, keeps it and brakes. Metres, seconds.
struct TrainRun: Equatable, Sendable {
    /// The usual acceleration and braking of trains in m/s2.
    static let acceleration = 0.8

    let length: Double
    /// How long it takes.
    let duration: Double
    private let speed: Double
    private let peak: Double

    /// - Parameters:
    ///   - length: From here to the stop.
    ///   - speed: The present speed in metres per second; 0 at the start.
    ///   - top: The speed in metres per second that the train keeps where there is room for it.
    init(length: Double, speed: Double, top: Double) {
        self.length = max(0, length)
        self.speed = speed
        let rate = Self.acceleration
        guard self.length > speed * speed / (2 * rate) else {
            // It brakes already, harder than usual.
            peak = speed
            duration = speed > 0 ? 2 * self.length / speed : 0
            return
        }
        peak = min(max(speed, top), DeterministicMath.sqrt(rate * self.length + speed * speed / 2))
        let cruised = self.length - (2 * peak * peak - speed * speed) / (2 * rate)
        duration = (2 * peak - speed) / rate + max(0, cruised) / peak
    }

    /// Metres run at a time in seconds from now.
    func metres(at time: Double) -> Double {
        guard time < duration else { return length }
        let rate = Self.acceleration
        guard length > speed * speed / (2 * rate) else {
            return speed * time - speed * speed * time * time / (4 * length)
        }
        let accelerated = (peak - speed) / rate
        if time < accelerated { return speed * time + rate * time * time / 2 }
        let left = duration - time
        if left < peak / rate { return length - rate * left * left / 2 }
        return (peak * peak - speed * speed) / (2 * rate) + peak * (time - accelerated)
    }
}
