// SPDX-License-Identifier: MIT
import Tracking

/// Converts between track time and playback time: `sample = sample0 + round((t - t0) * rate / speed)`, in integer arithmetic.
///
/// Every change of speed, pause or seek starts a new clock. Value type; any thread.
public struct TrackClock: Equatable, Sendable {
    /// The instant of track time that is played at `sample0`.
    public let time0: TrackTime
    let sample0: Int64
    /// Frames per second of playback.
    public let rate: Int
    /// Track seconds per second of playback, in units of 1e-12 up to a million and of 1e-6 above, so that any decimal speed is
    /// exact and no product overflows.
    private let speedParts: Int64
    private let partsPerOne: Int64

    /// The range of speeds in track seconds per second of playback: a century can last three seconds.
    public static let speeds = 1e-6...1e9

    /// - Parameter speed: track seconds per second of playback, clamped to `speeds`.
    public init(time0: TrackTime, sample0: Int64 = 0, rate: Int, speed: Double) {
        self.time0 = time0
        self.sample0 = sample0
        self.rate = rate
        let clamped = speed.isFinite ? min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound) : 1
        partsPerOne = clamped <= 1e6 ? 1_000_000_000_000 : 1_000_000
        speedParts = Int64((clamped * Double(partsPerOne)).rounded())
    }

    /// Track seconds per second of playback.
    var speed: Double { Double(speedParts) / Double(partsPerOne) }

    /// The sample at which an instant of track time is played (rounded to the nearest; halves up).
    public func sample(at time: TrackTime) -> Int64 {
        let elapsed = Int128(time.nanoseconds) - Int128(time0.nanoseconds)
        let numerator = elapsed * Int128(rate) * Int128(partsPerOne)
        let denominator = Int128(speedParts) * 1_000_000_000
        return sample0 &+ Int64(clamping: Self.roundedQuotient(numerator, denominator))
    }

    /// The instant of track time that is played at a sample (rounded to the nearest nanosecond).
    func time(at sample: Int64) -> TrackTime {
        let elapsed = Int128(sample) - Int128(sample0)
        let numerator = elapsed * Int128(speedParts) * 1_000_000_000
        let denominator = Int128(rate) * Int128(partsPerOne)
        let nanoseconds = Int128(time0.nanoseconds) + Self.roundedQuotient(numerator, denominator)
        return TrackTime(nanoseconds: Int64(clamping: nanoseconds))
    }

    private static func roundedQuotient(_ numerator: Int128, _ denominator: Int128) -> Int128 {
        let doubled = 2 * numerator + denominator
        let (quotient, remainder) = doubled.quotientAndRemainder(dividingBy: 2 * denominator)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
