// SPDX-License-Identifier: MIT
import DeterministicMath

/// The evidence of a train's speed before a station about its stop there: one that stops brakes in time, one that runs through does not.
struct BrakingEvidence: Sendable {
    /// The station, as an index into `Line.stations`; -1 for none.
    let station: Int
    /// How many times more likely the motion is if the train stops there than if it runs through.
    let ratio: Double

    /// The deceleration in m/s2 needed for the stop from which a train that stops has begun to brake, and beyond which few trains
    /// brake, with its deviation.
    private static let begins = 0.5
    private static let hardest = 1.0
    private static let hardestSigma = 0.15
    /// The deviation of accelerations, in m/s2, and what each metre of a position's error adds.
    private static let sigma = 0.25
    private static let noise = 0.012
    /// The limits of the evidence, as logarithms: trains also brake for curves and signals.
    private static let most = 3.0
    private static let least = -5.0
    /// Metres beyond the expected place where the train may stop, besides the deviations of the seat and of the position.
    private static let platform = 40.0
    private static let leastSpeed = 2.0
    /// A slower train may always stop.
    private static let surelyRunning = 8.0

    /// No evidence.
    init() {
        station = -1
        ratio = 1
    }

    /// - Parameters:
    ///   - distance: Metres to the place where the train stops; negative past it.
    ///   - spread: The standard deviation of that place.
    ///   - sigma: That of the position.
    init(_ motion: RiderMotion, station: Int, distance: Double, spread: Double, sigma: Double) {
        self.station = station
        guard motion.isKnown, motion.standing == 0, motion.speed > Self.leastSpeed else {
            ratio = 1
            return
        }
        let speed = motion.speed
        // To the farthest place at which it may come to stand.
        let room = Self.platform + spread + min(sigma, 80)
        let needed = speed * speed / (2 * max(10, distance + room))
        let excess = speed < Self.surelyRunning ? 0 : max(0, needed - Self.hardest) / Self.hardestSigma
        var log = -excess * excess / 2
        // The acceleration is that of the last seconds: its absence says nothing.
        let expected = min(Self.hardest, speed * speed / (2 * max(10, distance)))
        if let acceleration = motion.acceleration, acceleration < 0, expected > Self.begins {
            let deviation = Self.sigma + Self.noise * sigma
            let off = acceleration + expected
            log += max(0, (acceleration * acceleration - off * off) / (2 * deviation * deviation))
        }
        ratio = DeterministicMath.exp(min(Self.most, max(Self.least, log)))
    }

    /// The belief in each kind of train with this evidence, and the probability of the stop; nil without a station.
    func apply(to kinds: TrainKinds, on line: TrackNetwork.Line) -> (kinds: TrainKinds, stops: Double?) {
        guard station >= 0, ratio != 1 else { return (kinds, nil) }
        let stops = kinds.stops(at: station, on: line)
        return (kinds.weighed(by: ratio, at: station, on: line), stops * ratio / (stops * ratio + 1 - stops))
    }
}
