// SPDX-License-Identifier: MIT
import DeterministicMath

/// The rider's motion as far as the fixes show it: speed, whether the rider stands, and for how long.
///
/// It uses the receiver's own speed if there is one, else the positions of the last seconds.
struct RiderMotion: Sendable {
    /// In metres per second.
    private(set) var speed = 0.0
    /// The magnitude of a poor receiver's mean velocity over the last seconds, in metres per second; nil for others.
    private(set) var meanSpeed: Double?
    /// False if the receiver gives no speed and the positions are too poor to derive one.
    private(set) var isKnown = false
    /// Seconds of standing up to the last fix; 0 while moving.
    private(set) var standing = 0.0
    /// At the first moving fix after a stop, the total length of the stop in seconds; else 0.
    private(set) var stood = 0.0
    /// The least average speed in metres per second that the last two positions allow.
    private(set) var leap = 0.0
    /// The direction of travel as a unit vector, from the receiver or else from the positions; nil while unknown.
    private(set) var heading: (east: Double, north: Double)?

    /// The acceleration over the last seconds in m/s2, from the receiver's own speeds; nil if they are sparse, or at
    /// the end of braking, where receivers jump to 0.
    private(set) var acceleration: Double?

    private struct Sample: Sendable {
        var point: MapPoint
        var time: Double
        var sigma: Double
    }

    private var measuredTime = -Double.infinity
    private var velocity = MeanVelocity()
    /// The last positions, oldest first.
    private var samples: [Sample] = []
    private var lastTime: Double?
    /// The receiver's own speeds of the last seconds, oldest first: 168 at most, however fast they come.
    private(set) var measured: [(time: Double, speed: Double)] = []

    /// The speeds in metres per second below which the rider stands, and above which a standing rider moves again.
    private static let standingSpeed = 0.6
    private static let goingSpeed = 1.2
    /// The seconds over which a walk slower than that is detected.
    private static let walkingTime = 60.0
    /// The highest speed in metres per second that can be the noise of a poor receiver.
    private static let noisySpeed = 4.0
    /// The acceleration of trains and cars, in m/s2.
    private static let usualAcceleration = 0.7
    /// The shortest and the longest time in seconds between two speeds that give an acceleration.
    private static let accelerationTimes = 2.5...5.0
    /// The least seconds between two speeds that are kept for it.
    private static let speedSpacing = 0.03
    /// The ratio of a train's running speed to its average speed including stops.
    private static let runningPerAverage = 1.35
    /// Seconds for which a measured speed is preferred to one from positions with more than `goodNoise` m/s of noise. Beyond
    /// `worstNoise` positions give no speed.
    private static let speedAge = 12.0
    private static let goodNoise = 1.0
    private static let worstNoise = 2.5
    /// The error of a receiver's own speed grows with that of its position: m/s per metre.
    static let speedNoise = 0.02
    /// The number of positions that are kept, and the seconds between them.
    private static let most = 32
    private static let spacing = 3.0
    /// Seconds between two good positions that give a speed.
    private static let baseline = 5.0
    /// Fixes in quick succession share most of their error: this part is new.
    private static let freshError = 0.75
    /// Seconds beyond which two positions no longer give a speed, and the average speed in metres per second from which the rider
    /// has been on a vehicle in that time.
    static let longestBaseline = 40.0
    static let unseenSpeed = 2.5

    /// Whether the receiver itself has given the speed of the last fix.
    var isMeasured: Bool { measuredTime == lastTime }

    /// Takes in one fix.
    /// - Parameter plane: The tangent plane at its position.
    mutating func process(_ plane: TangentPlane, at time: Double, speed given: Double?, course: Double?, sigma: Double) {
        let dt = lastTime.map { time - $0 } ?? 0
        lastTime = time
        leap = samples.last.map { max(0, plane.distance(to: $0.point) - 2 * (sigma + $0.sigma)) / (time - $0.time) } ?? 0
        acceleration = nil
        if let given { accelerate(to: given, at: time) }
        var limit = Self.standingSpeed
        isKnown = true
        stood = 0
        meanSpeed = velocity.update(given, course, sigma: sigma, dt: dt)
        if let given {
            speed = given
            // Noise makes a standing rider seem to move, each moment in another direction.
            if let meanSpeed, meanSpeed < Self.goingSpeed, given < Self.noisySpeed { speed = min(given, meanSpeed) }
            limit = min(1, max(Self.standingSpeed, Self.speedNoise * sigma + 0.35))
            measuredTime = time
        } else if let last = samples.last, time - last.time > Self.longestBaseline {
            // Out of sight only the average is known, and it includes stops at stations: the train runs faster.
            let seconds = time - last.time
            let average = max(0, (plane.distance(to: last.point) - sigma - last.sigma) / seconds)
            isKnown = average < Self.unseenSpeed
            speed = average * (isKnown ? 1 : Self.runningPerAverage)
        } else if let before = before(time, by: Self.baseline(sigma)), time - before.time > 0.5 {
            let seconds = time - before.time
            let raw = plane.distance(to: before.point) / seconds
            let noise = Self.freshError * max(sigma, before.sigma) / seconds
            isKnown = noise < Self.worstNoise || raw > 3 * noise
            if isKnown, time - measuredTime > Self.speedAge || noise < Self.goodNoise {
                speed = max(0, raw * raw - noise * noise).squareRoot()
                limit = max(Self.standingSpeed, 1.2 * noise)
                if speed < limit, let pace = steadyPace(plane, at: time, sigma: sigma, over: Self.longestBaseline / 2) {
                    speed = pace
                    limit = min(Self.standingSpeed, pace)
                }
            }
        } else {
            isKnown = false
        }
        if standing > 0 { limit = max(Self.goingSpeed, limit) }
        let canWalk = isKnown && speed < limit && given ?? .infinity > Self.standingSpeed
        if canWalk, let pace = steadyPace(plane, at: time, sigma: sigma, over: Self.walkingTime), pace < Self.unseenSpeed {
            speed = given ?? pace
            limit = 0
        }
        countStanding(dt, isStanding: speed < limit)
        heading = course.map(Self.direction) ?? headingFromPositions(plane, at: time, sigma: sigma)
        if samples.count > 1, time - samples[samples.count - 2].time < Self.spacing { samples.removeLast() }
        samples.append(Sample(point: plane.origin, time: time, sigma: sigma))
        if samples.count > Self.most { samples.removeFirst() }
    }

    /// Updates how long the rider has stood, or had stood.
    /// - Parameter isStanding: Whether the rider stands by the speed, if that is known.
    private mutating func countStanding(_ dt: Double, isStanding: Bool) {
        let wasStanding = standing > 0
        if !isKnown, dt > Self.longestBaseline {
            stood = standing
            standing = 0
        } else if !isKnown {
            // The positions are too poor: assume that nothing has changed.
            if wasStanding { standing += min(dt, 60) }
        } else if isStanding {
            // The first standing fix counts as standing for half of the interval before it.
            standing += wasStanding ? min(dt, 60) : max(0.1, min(dt / 2, 6))
        } else {
            // A phone at rest reports rarely: most of the interval before this fix may have been standing, too.
            stood = wasStanding ? standing + max(0, dt - speed / Self.usualAcceleration) : 0
            standing = 0
        }
    }

    /// The seconds between two positions that give a speed.
    private static func baseline(_ sigma: Double) -> Double { min(max(baseline, freshError * sigma / goodNoise), longestBaseline / 2) }

    /// The direction of a course in degrees: the parts of a metre to the east and to the north.
    static func direction(_ course: Double) -> (east: Double, north: Double) {
        let (sine, cosine) = DeterministicMath.sincos(course * 0.017_453_292_519_943_295)
        return (sine, cosine)
    }

    private mutating func accelerate(to speed: Double, at time: Double) {
        measured.removeAll { time - $0.time > Self.accelerationTimes.upperBound }
        let before = measured.last { time - $0.time >= Self.accelerationTimes.lowerBound }
        if speed > Self.standingSpeed { acceleration = before.map { (speed - $0.speed) / (time - $0.time) } }
        if measured.last.map({ time - $0.time >= Self.speedSpacing }) ?? true { measured.append((time, speed)) }
    }

    /// The speed of a rider who has gone on steadily for so many seconds that it shows in poor positions; nil if it does not.
    private func steadyPace(_ plane: TangentPlane, at time: Double, sigma: Double, over longest: Double) -> Double? {
        guard let middle = before(time, by: longest / 2), let first = before(time, by: longest), first.time < middle.time else {
            return nil
        }
        let seconds = time - first.time
        let raw = plane.distance(to: first.point) / seconds
        let noise = Self.freshError * max(sigma, first.sigma) / seconds
        guard raw > max(Self.standingSpeed, 3 * noise), plane.distance(to: middle.point) > raw * (time - middle.time) / 2 else {
            return nil
        }
        return (raw * raw - noise * noise).squareRoot()
    }

    /// The last position that is so many seconds old, else the oldest.
    private func before(_ time: Double, by seconds: Double) -> Sample? {
        samples.last { time - $0.time >= seconds } ?? samples.first
    }

    private func headingFromPositions(_ plane: TangentPlane, at time: Double, sigma: Double) -> (east: Double, north: Double)? {
        guard let before = before(time, by: Self.baseline), time - before.time < 3 * Self.longestBaseline
        else { return nil }
        let (east, north) = plane.offset(to: before.point)
        let way = (east * east + north * north).squareRoot()
        guard way > 3 * max(sigma, before.sigma) else { return nil }
        return (-east / way, -north / way)
    }
}

/// The mean velocity of the last seconds by a poor receiver's own speeds and courses: its errors point in another direction each time, a
/// train's motion does not. Metres, seconds.
private struct MeanVelocity: Sendable {
    private var mean: (east: Double, north: Double)?

    /// The standard deviations of the position for which velocities are averaged: below them there is no need, and above them no use.
    private static let poor = 18.0...60.0
    /// Seconds over which they are averaged, and of a gap after which the mean begins again.
    private static let memory = 4.0
    private static let longest = 5.0
    /// Receivers give no course below this speed.
    private static let leastCourseSpeed = 1.5

    /// - Returns: The magnitude of the mean; nil if the receiver is good or gives no velocities.
    mutating func update(_ speed: Double?, _ course: Double?, sigma: Double, dt: Double) -> Double? {
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
