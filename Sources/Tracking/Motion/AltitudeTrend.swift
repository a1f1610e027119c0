// SPDX-License-Identifier: MIT
/// Computes climb from altitudes: the least-squares slope over the last 20 seconds, of at least three altitudes and at most 64. Of
/// altitudes in quicker succession some are left out, so that 64 always span the five seconds that a climb needs.
struct AltitudeTrend: Equatable, Sendable {
    private struct Sample: Equatable, Sendable {
        let time: TrackTime
        let altitude: Double
    }
    /// The window in seconds, and the shortest span in seconds that separates climb from a receiver's one-metre steps.
    private static let window = 20.0
    private static let leastSpan = 5.0
    private static let leastSamples = 3
    /// The samples' offsets in seconds before the newest.
    private typealias Offsets = InlineArray<64, Double>
    private static let mostSamples = Offsets(repeating: 0).count
    /// The least seconds between samples, without the newest.
    private static let spacing = leastSpan / Double(mostSamples - 2)

    private var samples: [Sample] = []

    mutating func reset() { samples.removeAll(keepingCapacity: true) }

    /// The climb in metres per second, positive upwards; nil while there are too few samples.
    mutating func climb(altitude: Double, at time: TrackTime) -> Double? {
        if samples.count > 1, samples[samples.count - 1].time.seconds(since: samples[samples.count - 2].time) < Self.spacing {
            samples.removeLast()
        }
        samples.append(Sample(time: time, altitude: altitude))
        while samples.count > Self.leastSamples,
            samples.count > Self.mostSamples || time.seconds(since: samples[0].time) > Self.window
        {
            samples.removeFirst()
        }
        guard samples.count >= Self.leastSamples, time.seconds(since: samples[0].time) >= Self.leastSpan else { return nil }
        var times = Offsets(repeating: 0)
        var sumTime = 0.0
        var sumAltitude = 0.0
        for (index, sample) in samples.enumerated() {
            times[index] = sample.time.seconds(since: time)
            sumTime += times[index]
            sumAltitude += sample.altitude - altitude
        }
        let meanTime = sumTime / Double(samples.count)
        let meanAltitude = sumAltitude / Double(samples.count)
        var spread = 0.0
        var slope = 0.0
        for (index, sample) in samples.enumerated() {
            let offset = times[index] - meanTime
            spread += offset * offset
            slope += offset * (sample.altitude - altitude - meanAltitude)
        }
        return spread > 0 ? slope / spread : nil
    }
}
