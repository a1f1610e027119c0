// SPDX-License-Identifier: MIT
/// The railway tracker's assumptions about receivers, maps, trains and riders. Metres, seconds, metres per second.
///
/// Each parameter has a physical meaning. Most were optimised from a first estimate on recorded and simulated rides of many
/// railways and receivers.
struct TrackingModel: Sendable {
    // MARK: Positions

    /// The ratio of a receiver's accuracy figure to the standard deviation of one axis.
    let accuracyPerSigma = 1.3
    /// The accuracy assumed if the receiver reports none.
    let usualAccuracy = 20.0
    /// Errors decay more slowly than the reported accuracy: to 1/e, about a third, in this time.
    let errorMemory = 55.0
    /// How far the map's drawing of a line lies off. It decides between lines: neighbouring tracks are nearer to each other than
    /// some drawings are to their track.
    let drawingSigma = 12.0
    /// How near its drawing a position on a line usually is. It decides whether the rider is on a line at all.
    let nearSigma = 10.0
    /// Degrees of freedom of Student's t for the distance from the track: errors have long tails.
    let crossFreedom = 3.0
    /// The density of a position on the track, times its standard deviation (t with 4 degrees of freedom has 3/8).
    let crossPeak = 0.375
    /// Consecutive errors count as one error for about this time.
    let errorTime = 120.0
    /// Seconds over which the current distance from a line is averaged.
    let nowTime = 6.0
    /// Off the train a position may be anywhere within this distance on either side of a track.
    let offRange = 300.0
    /// Fixes with a reported accuracy worse than this are not used.
    let worstAccuracy = 1_500.0

    /// A receiver that keeps reporting an accuracy in metres this good is in a tunnel for at most about so many seconds.
    let clearAccuracy = 30.0
    let clearTunnelTime = 30.0

    // MARK: Courses

    /// The standard deviation between the course and the track's direction, in degrees.
    let courseSigma = 18.0
    let courseTime = 70.0
    let courseLeastSpeed = 3.0

    /// The log odds that a rider on a one-way line travels its way, before any movement.
    let oneWay = 3.0

    // MARK: Stops and stations

    /// The standard deviation of the rider's seat along the line: riders sit anywhere in the train, and stations are points.
    let seatSigma = 80.0
    /// The standard deviation that remains once the seat is known.
    let stopSigma = 50.0
    let worstStopSigma = 200.0
    /// Stops per metre of line outside stations: signals, crossings, map errors.
    let strayStops = 6.0e-5
    /// The same for trams, which wait in traffic.
    let tramStops = 4.0e-4
    /// Stops per metre of a car or a bicycle.
    let roadStops = 1.6e-3
    /// The probability that a local stops at the next station, that an express does, and the share of expresses.
    let localStops = 0.98
    let expressStops = 0.62
    let expressShare = 0.4
    /// The share of trains that follow a known pattern, if the map has any.
    let knownPatterns = 0.9
    /// Seconds of standing after which a stop counts.
    let stopSeconds = 9.0
    /// Metres along the line within which a train is at a station.
    let platform = 140.0

    // MARK: Timetables

    /// True for a ride in reverse.
    var isReverse = false
    /// The share of trains that run outside the timetable.
    let unscheduled = 0.4
    /// Seconds between the trains of a railway without a timetable.
    let usualHeadway = 300.0
    /// The share of a departure's evidence that the one before contained already.
    let keptDelay = 0.8
    /// Seconds from the last standing fix within which a train is seen to leave.
    let departureSeconds = 45.0
    /// Seconds of standing after which the rider may have changed trains.
    let changeSeconds = 120.0

    // MARK: Transitions, per second

    var leak = 5e-5
    /// Continuing on another railway from the station at which the own one ends.
    let goingThrough = 0.3
    let boarding = 1.0 / 200
    let strayBoarding = 1.0 / 6_000
    let alighting = 1.0 / 185
    let strayAlighting = 1.0 / 6_000
    let waiting = 1.0 / 120

    /// Riders at a station board a line if the likelihood of its distance is at least this share of that of none.
    let boardingNearness = 0.2

    /// Boarding directly from a car or a bicycle.
    let remounting = 1.0 / 25_000
    /// The floor on the likelihood of the current position, which bounds the evidence against the train when it is off every
    /// track.
    let leastNow = 0.08
    /// The share of the evidence for the nearest railway, its distance and its direction, that counts against being off the
    /// train after the first moment.
    let nearness = 0.2
    /// The rate of long silences above ground relative to below.
    let lightDarkness = 0.2
    /// The likelihood that a rider who is faster than on foot, out of sight, is on foot all the same: a wrong position.
    let unseenWalk = 1e-3
    /// Leaving a train outside stations, by car: only if there was no train.
    let strayDriving = 1.0 / 20_000

    // MARK: Riders with a destination

    /// How many times more likely than others a railway that calls there is.
    let destinedLine = 2.0
    /// The share that remains of alightings elsewhere on such a railway, and of drives: these riders go there by train.
    let destinedAlighting = 0.3
    let destinedDrive = 0.2
    /// How many times more likely than others a train that stops there is.
    let destinedKind = 10.0

    // MARK: Reporting

    /// The difference between two railways' stop records (in nats) below which they count as alike, and the share of the belief
    /// in one that counts for the other: they may diverge later.
    let likeRecord = 1.5
    let likeness = 0.84

    /// The belief in being on a train above which a railway is reported, and below which it no longer is.
    let nameAt = 0.4
    let unnameAt = 0.15
    /// The same for a rider who has moved at a walking pace for some seconds, and is no longer on the train.
    let unnameWalkingAt = 0.3
    let walkingSeconds = 6.0
    /// How many times more likely another railway has to be for a switch.
    let switchFactor = 2.0
    /// How many seconds that has to last, and the factor above which it switches at once.
    let switchSeconds = 8.0
    let clearSwitchFactor = 30.0

    // MARK: Motion

    /// Consecutive speeds count as one speed for about this time.
    let speedTime = 8.0
    /// Vehicles keep one speed for about this time, so a speed is weak evidence for which vehicle it is.
    let cruiseTime = 75.0
    /// Few trains accelerate or brake faster than this, in m/s2; many cars do. The likelihood falls with this deviation.
    let hardestAcceleration = 1.1
    let accelerationSigma = 0.2
    /// Seconds over which an acceleration is measured.
    let accelerationTime = 3.0
    /// A rider counts as on a train only after moving this fast.
    let namingSpeed = 6.0
    /// The same for a tram.
    let tramNamingSpeed = 2.5
}
