// SPDX-License-Identifier: MIT
import Foundation

/// The start of a short sound.
public struct Onset: Equatable, Sendable {
    /// Seconds from the start of the sound, within about half a millisecond.
    public let time: Double
    /// How much it stands out: the jump in power relative to the fluctuation of the noise floor, in dB.
    public let strength: Double
}

extension [Onset] {
    /// Returns onsets per second over time: at each point a count within `window` seconds around it, less at the ends of the
    /// sound.
    /// - Parameters:
    ///   - window: seconds over which to count.
    ///   - step: seconds from one point to the next.
    ///   - duration: length of the sound in seconds.
    public func rate(window: Double, step: Double, duration: Double) -> (times: [Double], rates: [Double]) {
        guard step > 0, window > 0, duration > 0 else { return ([], []) }
        let times = stride(from: 0, through: duration, by: step).map { $0 }
        var first = 0
        var next = 0
        let rates = times.map { time in
            let start = Swift.max(0, time - window / 2)
            let end = Swift.min(duration, time + window / 2)
            while next < count, self[next].time < end { next += 1 }
            while first < next, self[first].time < start { first += 1 }
            return Double(next - first) / (end - start)
        }
        return (times, rates)
    }
}
