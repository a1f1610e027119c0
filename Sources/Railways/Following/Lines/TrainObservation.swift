/// One position, as the filter takes it in.
struct TrainObservation: Sendable {
    /// Seconds of track time, and since the observation before (0 for the first).
    var time: Double
    var dt: Double
    var plane: TangentPlane
    /// Standard deviation of one axis of the position, metres: the receiver's part.
    var sigma: Double
    /// Metres per second.
    var speed: Double
    /// False where the speed is a guess.
    var isSpeedKnown: Bool
    /// The direction of travel where it is known, of length 1.
    var heading: (east: Double, north: Double)?
    /// True while the rider stands; `wasStanding` at the observation before.
    var isStanding: Bool
    var wasStanding: Bool
    /// True after a silence that is long for a source that reports steadily.
    var isDark: Bool
    /// True when, since such a silence, fixes still come far apart.
    var staysDark: Bool
    /// True for the one observation with which a stop begins to count.
    var confirmsStop: Bool
}
