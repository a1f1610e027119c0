// SPDX-License-Identifier: MIT
/// Measures how the level between 2 and 10 kHz varies: bursts of single drops over 1 ms, slow movement over 1 s. Streams;
/// channels are measured separately and the results averaged. One thread at a time.
///
/// - Bursts: the 99th percentile of the level (10 lg of the mean square) over windows of 1 ms, less its median. White noise has
///   about 19 independent values in a window, the band's skirts included, hence 3.0 dB.
/// - Peaks: local maxima of that level 6 dB or more over the median of the second around them, per second.
/// - Slow movement: the standard deviation of the level over windows of 1 s.
struct BurstMeter: Sendable {
    static let band: ClosedRange<Double> = 2000...10_000

    private let sampleRate: Int
    private var channels: [Channel]
    private var frames = 0

    private struct Channel: Sendable {
        var filter: BandPassFilter
        var milliseconds: LevelDistribution
        var seconds: LevelDistribution
        var peaks = LocalPeakCounter(threshold: 6, reach: 500)

        init(sampleRate: Int) {
            filter = BandPassFilter(sampleRate: sampleRate, band: BurstMeter.band)
            milliseconds = LevelDistribution(sampleRate: sampleRate, window: 0.001)
            seconds = LevelDistribution(sampleRate: sampleRate, window: 1)
        }
    }

    init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        channels = [Channel](repeating: Channel(sampleRate: sampleRate), count: channelCount)
    }

    mutating func add(_ block: Sound) {
        precondition(block.channels.count == channels.count, "the number of channels changed within a stream")
        frames += block.frames
        for (index, samples) in block.channels.enumerated() {
            let filtered = Sound(sampleRate: sampleRate, channels: [channels[index].filter.apply(samples)])
            channels[index].seconds.add(filtered)
            for power in channels[index].milliseconds.powers(filtered) {
                // Digital silence would be minus infinity, which cannot be subtracted.
                channels[index].peaks.add(decibels(power: max(power, 1e-25)))
            }
        }
    }

    /// The 99th percentile of the 1 ms level over its median, dB; nil for silence.
    var burstLevel: Double? {
        mean { channel in
            guard let high = channel.milliseconds.percentile(99), let median = channel.milliseconds.median else { return nil }
            return high - median
        }
    }

    /// Peaks per second; nil for silence.
    var peakRate: Double? {
        let duration = Double(frames) / Double(sampleRate)
        return mean { channel in
            guard channel.milliseconds.count > 0 else { return nil }
            var peaks = channel.peaks
            peaks.finish()
            return Double(peaks.count) / duration
        }
    }

    /// Standard deviation of the 1 s level, dB; nil for silence.
    var levelDeviation: Double? { mean(\.seconds.standardDeviation) }

    private func mean(_ figure: (Channel) -> Double?) -> Double? { channels.compactMap(figure).mean }
}
