/// What the railway tracker assumes about receivers, maps, trains and riders. Metres, seconds, metres per second.
///
/// Each figure has a physical meaning. Most were searched around their first estimates on recorded and simulated rides of many
/// railways and receivers.
struct TrackingModel: Sendable {
    // MARK: Positions

    /// A receiver's accuracy figure is about 1.3 standard deviations of one axis.
    var accuracyPerSigma = 1.3
    /// Accuracy when the receiver does not say.
    var usualAccuracy = 20.0
    /// Errors fade more slowly than the accuracy that is reported: to a third in that time.
    var errorMemory = 40.0
    /// How far two surveys of one railway, and the two tracks of one line, lie apart.
    var mapSigma = 10.0
    /// Degrees of freedom of Student's t for the distance from the track: errors have long tails.
    var crossFreedom = 3.0
    /// The density of a position on the track, times its standard deviation (t with 4 degrees of freedom has 3/8).
    var crossPeak = 0.375
    /// Consecutive errors are one error for about that long.
    var errorTime = 120.0
    /// Seconds over which the present distance from a line is averaged.
    var nowTime = 6.0
    /// Off the train a position may lie anywhere within this on either side of a track.
    var offRange = 300.0
    /// Fixes that say they are worse than this are not used.
    var worstAccuracy = 1_500.0

    // MARK: Courses

    /// Degrees by which the course and the track's direction differ.
    var courseSigma = 18.0
    var courseTime = 70.0
    var courseLeastSpeed = 3.0

    // MARK: Stops and stations

    /// A rider sits somewhere in the train, and stations are points: standard deviation along the line.
    var seatSigma = 80.0
    /// What is left when the seat is known.
    var stopSigma = 50.0
    var worstStopSigma = 200.0
    /// Stops per metre of line outside stations; signals, crossings, wrong maps.
    var strayStops = 6.0e-5
    /// Stops per metre of a car or a bicycle.
    var roadStops = 1.3e-3
    /// How likely a train that stops everywhere stops at the next station, how likely an express does, and how many are one.
    var localStops = 0.98
    var expressStops = 0.62
    var expressShare = 0.4
    /// How many trains keep to a pattern that the map knows, where it knows any.
    var knownPatterns = 0.9
    /// A stop counts after that many seconds of standing.
    var stopSeconds = 9.0
    /// Metres along the line within which a train at a station stands.
    var platform = 140.0

    // MARK: Changes, per second

    var leak = 1.0 / 4_800
    /// To go on over another railway from the station at which its own one ends.
    var goingThrough = 0.3
    var boarding = 1.0 / 200
    var strayBoarding = 1.0 / 6_000
    var alighting = 1.0 / 185
    var strayAlighting = 1.0 / 6_000
    var waiting = 1.0 / 120

    /// Boarding straight from a car or a bicycle.
    var remounting = 1.0 / 25_000
    /// Being off every track speaks at most that much against the train at any moment.
    var leastNow = 0.08
    /// How much of what speaks for the nearest railway, after the first moment, speaks against being off the train.
    var nearness = 0.2
    /// How much rarer long silences are above ground than below.
    var lightDarkness = 0.2
    /// Leaving a train outside stations, by car: only where the train was none.
    var strayDriving = 1.0 / 20_000

    // MARK: What is said

    /// Railways whose records of stops differ by less than this (nats) count as alike, and how much of the belief in one
    /// counts for the other: they may part later.
    var likeRecord = 1.5
    var likeness = 0.84

    /// Belief in being on a train above which a railway is named, and below which it no longer is.
    var nameAt = 0.4
    var unnameAt = 0.15
    /// How many times likelier another railway has to be.
    var switchFactor = 2.0
    /// For so long, unless it is that many times likelier.
    var switchSeconds = 8.0
    var clearSwitchFactor = 30.0

    // MARK: Motion

    /// Consecutive speeds are one speed for about that long.
    var speedTime = 8.0
    /// Vehicles keep one speed for about that long, so it says little about which of them it is.
    var cruiseTime = 75.0
    /// A rider counts as on a train only once it has moved that fast.
    var namingSpeed = 6.0
}
