// SPDX-License-Identifier: MIT
/// The railway tracker's assumptions about receivers, maps, trains and riders. Metres, seconds, metres per second.
///
/// Each parameter has a physical meaning. Most were optimised from a first estimate on recorded and simulated rides of many
/// railways and receivers.
enum Assumed {
    // MARK: Positions

    /// The ratio of a receiver's accuracy figure to the standard deviation of one axis.
    static let accuracyPerSigma = 1.3
    /// The accuracy assumed if the receiver reports none.
    static let usualAccuracy = 20.0
    /// Errors decay more slowly than the reported accuracy: to 1/e, about a third, in this time.
    static let errorMemory = 50.0
    /// How far the map's drawing of a line lies off. It decides between lines: neighbouring tracks are nearer to each other than
    /// some drawings are to their track.
    static let drawingSigma = 12.0
    /// How near its drawing a position on a line usually is. It decides whether the rider is on a line at all.
    static let nearSigma = 10.0
    /// The density of a position on the track, times its standard deviation. Student's t has 0.368 with 3 degrees of freedom, and
    /// this with 4.
    static let crossPeak = 0.375
    /// Consecutive errors count as one error for about this time.
    static let errorTime = 120.0
    /// Seconds over which the current distance from a line is averaged.
    static let nowTime = 6.0
    /// Off the train a position may be anywhere within this distance on either side of a track.
    static let offRange = 300.0
    /// Fixes with a reported accuracy worse than this are not used.
    static let worstAccuracy = 1_500.0

    /// A receiver that keeps reporting an accuracy in metres this good is in a tunnel for at most about so many seconds.
    static let clearAccuracy = 30.0
    static let clearTunnelTime = 30.0

    // MARK: Courses

    /// The standard deviation between the course and the track's direction, in degrees.
    static let courseSigma = 18.0
    static let courseTime = 70.0
    static let courseLeastSpeed = 3.0

    /// The log odds that a rider on a one-way line travels its way, before any movement.
    static let oneWay = 3.0

    // MARK: Stops and stations

    /// The standard deviation of the rider's seat along the line: riders sit anywhere in the train, and stations are points.
    static let seatSigma = 80.0
    /// The standard deviation that remains once the seat is known.
    static let stopSigma = 50.0
    static let worstStopSigma = 200.0
    /// Stops per metre of line outside stations: signals, crossings, map errors.
    static let strayStops = 6.0e-5
    /// The same for trams, which wait in traffic.
    static let tramStops = 4.0e-4
    /// Stops per metre of a car or a bicycle.
    static let roadStops = 1.6e-3
    /// Metres for which a road runs as close to a railway as a train's positions lie.
    static let roadsAlongside = 3_000.0
    /// The probability that a local stops at the next station, that an express does, and the share of expresses.
    static let localStops = 0.98
    static let expressStops = 0.62
    static let expressShare = 0.4
    /// The share of trains that follow a known pattern, if the map has any.
    static let knownPatterns = 0.9
    /// Seconds of standing after which a stop counts.
    static let stopSeconds = 9.0
    /// Metres along the line within which a train is at a station.
    static let platform = 140.0

    // MARK: Timetables

    /// The share of trains that run outside the timetable.
    static let unscheduled = 0.4
    /// Seconds between the trains of a railway without a timetable.
    static let usualHeadway = 300.0
    /// The share of a departure's evidence that the one before contained already.
    static let keptDelay = 0.8
    /// Seconds from the last standing fix within which a train is seen to leave.
    static let departureSeconds = 45.0
    /// Seconds of standing after which the rider may have changed trains.
    static let changeSeconds = 120.0

    // MARK: Transitions, per second

    /// Continuing on another railway from the station at which the own one ends.
    static let goingThrough = 0.3
    static let boarding = 1.0 / 200
    static let strayBoarding = 1.0 / 6_000
    static let alighting = 1.0 / 185
    static let strayAlighting = 1.0 / 6_000
    static let waiting = 1.0 / 120

    /// Riders at a station board a line if the likelihood of its distance is at least this share of that of none.
    static let boardingNearness = 0.2

    /// Boarding directly from a car or a bicycle.
    static let remounting = 1.0 / 25_000
    /// The floor on the likelihood of the current position, which bounds the evidence against the train when it is off every
    /// track.
    static let leastNow = 0.08
    /// The share of the evidence for the nearest railway, its distance and its direction, that counts against being off the
    /// train after the first moment.
    static let nearness = 0.2
    /// The rate of long silences above ground relative to below.
    static let lightDarkness = 0.2
    /// The likelihood that a rider who is faster than on foot, out of sight, is on foot all the same: a wrong position.
    static let unseenWalk = 1e-3
    /// Leaving a train outside stations, by car: only if there was no train.
    static let strayDriving = 1.0 / 20_000

    // MARK: Riders with a destination

    /// How many times more likely than others a railway that calls there is.
    static let destinedLine = 2.0
    /// The share that remains of alightings elsewhere on such a railway, and of drives: these riders go there by train.
    static let destinedAlighting = 0.3
    static let destinedDrive = 0.2
    /// How many times more likely than others a train that stops there is.
    static let destinedKind = 10.0

    // MARK: Reporting

    /// The difference between two railways' stop records (in nats) below which they count as alike, and the share of the belief
    /// in one that counts for the other: they may diverge later.
    static let likeRecord = 1.5
    static let likeness = 0.84

    /// The belief in being on a train above which a railway is reported, and below which it no longer is.
    static let nameAt = 0.4
    static let unnameAt = 0.15
    /// The same for a rider who has moved at a walking pace for some seconds, and is no longer on the train.
    static let unnameWalkingAt = 0.3
    static let walkingSeconds = 6.0
    /// The belief in the reported railway below which nothing is reported of its stations.
    static let stationsAt = 0.05
    /// How many times more likely another railway has to be for a switch.
    static let switchFactor = 2.0
    /// How many seconds that has to last, and the factor above which it switches at once.
    static let switchSeconds = 8.0
    static let clearSwitchFactor = 30.0

    // MARK: Motion

    /// Consecutive speeds count as one speed for about this time.
    static let speedTime = 8.0
    /// Vehicles keep one speed for about this time, so a speed is weak evidence for which vehicle it is.
    static let cruiseTime = 75.0
    /// Few trains accelerate or brake faster than this, in m/s2; many cars do. The likelihood falls with this deviation.
    static let hardestAcceleration = 1.1
    static let accelerationSigma = 0.2
    /// Seconds over which an acceleration is measured.
    static let accelerationTime = 3.0
    /// A rider counts as on a train only after moving this fast.
    static let namingSpeed = 6.0
    /// The same for a tram.
    static let tramNamingSpeed = 2.5
}
