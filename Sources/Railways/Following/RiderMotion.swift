import DeterministicMath
import Tracking

/// How the rider moves, as far as the fixes tell: speed, whether they stand, and for how long.
///
/// Uses the receiver's own speed where it gives one, else the positions of the last seconds.
struct RiderMotion: Sendable {
    /// Metres per second.
    private(set) var speed = 0.0
    /// False while the positions are too poor to tell the speed and the receiver does not give it.
    private(set) var isKnown = false
    /// Seconds of standing up to the last fix; 0 while moving.
    private(set) var standing = 0.0
    /// At the first moving fix after a stop: seconds that the stop took in all; else 0.
    private(set) var stood = 0.0
    /// The direction of travel, of length 1: the receiver's, else from the positions; nil while it is not known.
    private(set) var heading: (east: Double, north: Double)?

    private struct Sample: Sendable {
        var point: MapPoint
        var time: Double
        var sigma: Double
    }

    private var measuredTime = -Double.infinity
    /// The last positions, oldest first.
    private var samples: [Sample] = []
    private var lastTime: Double?

    /// Metres per second below which the rider stands, and above which they go again.
    private static let standingSpeed = 0.6
    private static let goingSpeed = 1.2
    /// How fast trains and cars gain speed, m/s2.
    private static let acceleration = 0.7
    /// A train's speed while it runs, by its average with stops.
    private static let runningPerAverage = 1.35
    /// Seconds for which a measured speed is better than one from positions with more than so many m/s of noise, and the
    /// noise beyond which positions tell nothing.
    private static let speedAge = 12.0
    private static let goodNoise = 1.0
    /// Receivers' own speeds are the worse the worse the position: m/s for each metre.
    static let speedNoise = 0.02
    private static let worstNoise = 2.5
    private static let most = 12
    private static let baseline = 5.0
    private static let longestBaseline = 40.0

    /// True when the receiver itself has given the speed of the last fix.
    var isMeasured: Bool { measuredTime == lastTime }

    init() {}

    mutating func process(
        _ point: MapPoint, plane: TangentPlane, at time: Double, speed given: Double?, course: Double?, sigma: Double
    ) {
        let dt = lastTime.map { time - $0 } ?? 0
        lastTime = time
        var limit = Self.standingSpeed
        isKnown = true
        stood = 0
        if let given {
            speed = given
            limit = min(1, max(Self.standingSpeed, Self.speedNoise * sigma + 0.35))
            measuredTime = time
        } else if let last = samples.last, time - last.time > Self.longestBaseline {
            // Underground: only the average is known, and stations lie on the way.
            let seconds = time - last.time
            let average = max(0, (plane.distance(to: last.point) - sigma - last.sigma) / seconds)
            speed = average * (average > 2 ? Self.runningPerAverage : 1)
        } else if let before = samples.last(where: { time - $0.time >= Self.baseline }) ?? samples.first,
            time - before.time > 0.5
        {
            let seconds = time - before.time
            let raw = plane.distance(to: before.point) / seconds
            // Fixes that follow each other closely share most of their error.
            let noise = 0.75 * max(sigma, before.sigma) / seconds
            isKnown = noise < Self.worstNoise || raw > 3 * noise
            if isKnown, time - measuredTime > Self.speedAge || noise < Self.goodNoise {
                speed = max(0, raw * raw - noise * noise).squareRoot()
                limit = max(Self.standingSpeed, 1.2 * noise)
            }
        } else {
            isKnown = false
        }
        let wasStanding = standing > 0
        if !isKnown {
            // Positions too poor to tell: what was goes on.
            if wasStanding { standing += min(dt, 60) }
        } else if speed < (wasStanding ? max(Self.goingSpeed, limit) : limit) {
            // The first standing fix stands for half of the way to it.
            standing += wasStanding ? min(dt, 60) : max(0.1, min(dt / 2, 6))
        } else {
            // A resting phone reports seldom: most of the way to this fix may have been standing, too.
            stood = wasStanding ? standing + max(0, dt - speed / Self.acceleration) : 0
            standing = 0
        }
        heading = course.map { DeterministicMath.sincos($0 * 0.017_453_292_519_943_295) }.map { ($0.sin, $0.cos) }
            ?? headingFromPositions(plane, at: time, sigma: sigma)
        samples.append(Sample(point: point, time: time, sigma: sigma))
        if samples.count > Self.most { samples.removeFirst() }
    }

    private func headingFromPositions(_ plane: TangentPlane, at time: Double, sigma: Double) -> (east: Double, north: Double)? {
        guard let before = samples.last(where: { time - $0.time >= Self.baseline }) ?? samples.first,
            time - before.time < 3 * Self.longestBaseline
        else { return nil }
        let (east, north) = plane.offset(to: before.point)
        let way = (east * east + north * north).squareRoot()
        guard way > 3 * max(sigma, before.sigma) else { return nil }
        return (-east / way, -north / way)
    }
}
