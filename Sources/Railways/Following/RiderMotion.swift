import DeterministicMath
import Tracking

/// How the rider moves, as far as the fixes tell: speed, whether they stand, and for how long.
///
/// Uses the receiver's own speed where it gives one, else the positions of the last seconds.
struct RiderMotion: Sendable {
    /// Metres per second.
    private(set) var speed = 0.0
    /// True when the receiver itself gave the speed.
    private(set) var isMeasured = false
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
    private static let most = 12
    private static let baseline = 5.0
    private static let longestBaseline = 40.0

    init() {}

    mutating func process(
        _ point: MapPoint, plane: TangentPlane, at time: Double, speed given: Double?, course: Double?, sigma: Double
    ) {
        let dt = lastTime.map { time - $0 } ?? 0
        lastTime = time
        var limit = Self.standingSpeed
        if let given {
            speed = given
            isMeasured = true
        } else if let last = samples.last, time - last.time > Self.longestBaseline {
            // Underground: only the average is known, and stations lie on the way.
            let seconds = time - last.time
            let noise = (sigma + last.sigma) / seconds
            let average = max(0, plane.distance(to: last.point) / seconds - noise)
            speed = average * (average > 2 ? Self.runningPerAverage : 1)
            limit = Self.standingSpeed
            isMeasured = false
        } else if let before = samples.last(where: { time - $0.time >= Self.baseline }) ?? samples.first,
            time - before.time > 0.5, time - before.time < Self.longestBaseline
        {
            let seconds = time - before.time
            let way = plane.distance(to: before.point)
            // Most of an error is shared by fixes that follow each other closely.
            let noise = 0.55 * max(sigma, before.sigma) / seconds
            speed = max(0, (way / seconds * (way / seconds) - noise * noise)).squareRoot()
            limit = max(Self.standingSpeed, 1.2 * noise)
            isMeasured = false
        }
        let wasStanding = standing > 0
        let isStanding = speed < (wasStanding ? max(Self.goingSpeed, limit) : limit)
        stood = 0
        if isStanding {
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
