// SPDX-License-Identifier: MIT
/// How fast this train runs and how long it stands, learnt from its own runs and stops. Metres per second, seconds.
struct TrainPace: Sendable {
    /// The speed that the train keeps between stations; nil until a run has shown it.
    private(set) var top: Double?
    /// The train's present speed, smoothed; nil while unknown.
    private(set) var speed: Double?
    /// How long it stands at a station.
    private(set) var dwell = RailwayEstimate.dwell
    /// The greatest speed of this run, and how long it has lasted.
    private var peak = 0.0
    private var running = 0.0
    private var stops = 0.0

    /// Seconds over which speeds are averaged, as receivers' errors last no longer.
    private static let smoothing = 3.0
    /// A run that lasts this many times its acceleration and braking has come to its full speed.
    private static let fullRun = 2.6
    /// A slower run shows nothing.
    private static let leastPeak = 5.0
    /// Seconds of a stop at a station, rather than at a signal or a terminus; and the number of stops that the usual dwell counts for.
    private static let dwells = 12.0...75.0
    private static let usualStops = 4.0

    /// Takes in the rider's motion on this train at a fix.
    mutating func follow(_ o: TrainObservation) {
        let (motion, dt) = (o.motion, o.dt)
        if motion.standing > 0 {
            endRun()
            speed = 0
            return
        }
        if Self.dwells.contains(motion.stood) {
            stops += 1
            dwell += (motion.stood - dwell) / (Self.usualStops + stops)
        }
        running += dt
        guard motion.isKnown, dt > 0, dt < RiderMotion.longestBaseline else {
            if dt >= RiderMotion.longestBaseline { (speed, peak, running) = (nil, 0, 0) }
            return
        }
        let smooth = speed.map { $0 + min(1, dt / Self.smoothing) * (motion.speed - $0) } ?? motion.speed
        speed = smooth
        peak = max(peak, smooth)
    }

    /// Another train.
    mutating func forget() { self = TrainPace() }

    /// The speed that the train keeps on its present run.
    /// - Parameter usual: That of the line, while the train's own is unknown.
    func cruise(usual: Double) -> Double {
        let top = max(self.top ?? usual, 1)
        // Long after its start the train runs as fast as it wants to.
        guard let speed, running > Self.fullRun / 2 * top / SpeedProfile.usualAcceleration, speed > top / 2 else {
            return max(top, speed ?? 0)
        }
        return speed
    }

    private mutating func endRun() {
        defer { (peak, running) = (0, 0) }
        guard peak > Self.leastPeak else { return }
        if running >= Self.fullRun * peak / SpeedProfile.usualAcceleration {
            top = top.map { $0 + (peak - $0) / 2 } ?? peak
        } else if let top, peak > top {
            self.top = peak
        }
    }
}
