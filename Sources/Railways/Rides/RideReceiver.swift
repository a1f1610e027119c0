// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// The receiver of a simulated ride: turns where the rider is into what a receiver would report.
public struct RideReceiver: Sendable {
    /// What kind of receiver it is. The raw value is its name on the command line.
    public enum Kind: String, CaseIterable, Sendable {
        /// Reports the truth, without an accuracy.
        case none
        /// A separate receiver with a view of the sky.
        case good
        /// A phone held in the train.
        case phone
        /// A phone in a bag, which also loses its fix now and then.
        case poor

        /// The standard deviation of its error along each axis, in metres.
        var error: Double {
            switch self {
            case .none: 0
            case .good: 3
            case .phone: 8
            case .poor: 30
            }
        }
    }

    /// The standard deviation of the error along each axis, in metres.
    private let error: Double
    private let isDarkInTunnels: Bool
    private let losesFixes: Bool
    private var chance: SplitMix64
    private var east = SlowChance(memory: 30)
    private var north = SlowChance(memory: 30)
    private var sky = SlowChance(memory: 60)
    private var lostUntil = -1.0
    private var last: Double?

    /// How much the logarithm of the error's size varies with the sky.
    private static let skySpread = 0.3
    /// 68 % of the errors lie within this many standard deviations of an axis, as Android defines accuracy: sqrt(-2 ln 0.32).
    private static let accuracyPerSigma = 1.509_592_5
    /// Seconds between losses, and how long they last.
    private static let usualHold = 240.0
    private static let loss = 10.0...40.0
    /// A slower receiver reports no course, in metres per second.
    private static let leastCourseSpeed = 1.0

    /// - Parameters:
    ///   - error: the standard deviation of its error along each axis in metres, instead of the kind's own.
    ///   - isDarkInTunnels: reports nothing underground.
    public init(_ kind: Kind, error: Double? = nil, isDarkInTunnels: Bool = false, seed: UInt64) {
        self.error = error ?? kind.error
        self.isDarkInTunnels = isDarkInTunnels
        losesFixes = kind == .poor
        chance = SplitMix64(seed: seed, stream: 2)
    }

    /// The fix at a moment, rounded as receivers round; nil while there is none. Moments come in order of time.
    public mutating func fix(at moment: RideMoment, start: TrackTime) -> Fix? {
        let passed = moment.seconds - (last ?? moment.seconds)
        // All random numbers are drawn at every moment, so that a gap changes nothing after it.
        let sigma = size(after: passed)
        let metres = (
            east: sigma * east.next(after: passed, &chance), north: sigma * north.next(after: passed, &chance)
        )
        let speedError = min(1, sigma / 20)
        let (sine, cosine) = DeterministicMath.sincos(turns: (moment.course ?? 0) / 360)
        let pace = (
            east: moment.speed * sine + speedError * chance.gaussian(), north: moment.speed * cosine + speedError * chance.gaussian()
        )
        let isLost = isLost(at: moment.seconds, after: passed)
        last = moment.seconds
        if isLost || isDarkInTunnels && moment.isUnderground { return nil }
        var fix = Fix()
        fix.time = TrackTime(nanoseconds: start.nanoseconds + Int64(DeterministicMath.round(moment.seconds * 1e3)) * 1_000_000)
        let place = moment.position.moved(east: metres.east, north: metres.north)
        (fix.latitude, fix.longitude) = (place.latitude, place.longitude)
        let speed = DeterministicMath.hypot(pace.east, pace.north)
        fix.speed = Self.rounded(speed, 100)
        if speed >= Self.leastCourseSpeed {
            let course = Self.rounded(EarthPoint.course(east: pace.east, north: pace.north), 10)
            fix.course = course < 360 ? course : 0
        }
        if sigma > 0 { fix.accuracy = max(0.1, Self.rounded(Self.accuracyPerSigma * sigma, 10)) }
        return fix
    }

    /// The standard deviation for now: it varies with the sky, and its mean square is that of `error`.
    private mutating func size(after passed: Double) -> Double {
        let sky = sky.next(after: passed, &chance)
        return error * DeterministicMath.exp(Self.skySpread * sky - Self.skySpread * Self.skySpread)
    }

    private mutating func isLost(at seconds: Double, after passed: Double) -> Bool {
        guard losesFixes else { return false }
        let begins = chance.uniform(0...1) < passed / Self.usualHold
        if begins, seconds >= lostUntil { lostUntil = seconds + chance.uniform(Self.loss) }
        return seconds < lostUntil
    }

    private static func rounded(_ value: Double, _ parts: Double) -> Double { DeterministicMath.round(value * parts) / parts }
}

/// A Gaussian value of mean 0 and variance 1 that changes slowly: a first-order Gauss-Markov process.
private struct SlowChance: Sendable {
    /// Seconds after which the correlation has fallen to 1/e, about a third.
    let memory: Double
    private var value: Double?

    init(memory: Double) { self.memory = memory }

    mutating func next(after seconds: Double, _ random: inout SplitMix64) -> Double {
        let kept = value == nil ? 0 : DeterministicMath.exp(-seconds / memory)
        let next = (value ?? 0) * kept + DeterministicMath.sqrt(1 - kept * kept) * random.gaussian()
        value = next
        return next
    }
}
