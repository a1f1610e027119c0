// SPDX-License-Identifier: MIT
/// Measures the kurtosis of the waveform within a band: 3 for Gaussian noise, higher the more the sound consists of separate
/// impacts. Streams; the mean of the channels' values. One thread at a time.
public struct KurtosisMeter: Sendable {
    private var filters: [BandPassFilter]
    private var moments: [Moments]
    /// Frames still to be skipped while the filter settles.
    private var settling: Int

    private struct Moments: Sendable {
        var count = 0.0
        var first = 0.0
        var second = 0.0
        var third = 0.0
        var fourth = 0.0

        var kurtosis: Double? {
            guard count > 1 else { return nil }
            let mean = first / count
            let square = second / count
            let cube = third / count
            let variance = square - mean * mean
            guard variance > 0 else { return nil }
            let central = fourth / count - 4 * mean * cube + 6 * mean * mean * square - 3 * mean * mean * mean * mean
            return central / (variance * variance)
        }
    }

    /// - Parameter band: edges in Hz.
    public init(sampleRate: Int, channelCount: Int, band: ClosedRange<Double>) {
        filters = [BandPassFilter](repeating: BandPassFilter(sampleRate: sampleRate, band: band), count: channelCount)
        moments = [Moments](repeating: Moments(), count: channelCount)
        settling = band.lowerBound > 0 ? Int(5 / band.lowerBound * Double(sampleRate)) : 0
    }

    /// Takes the next block.
    public mutating func add(_ block: Sound) {
        precondition(block.channels.count == moments.count, "the number of channels changed within a stream")
        let start = min(settling, block.frames)
        settling -= start
        for (index, channel) in block.channels.enumerated() {
            let filtered = filters[index].apply(channel)
            var sums = moments[index]
            for sample in filtered[start...] {
                let value = Double(sample)
                let square = value * value
                sums.first += value
                sums.second += square
                sums.third += square * value
                sums.fourth += square * square
            }
            sums.count += Double(filtered.count - start)
            moments[index] = sums
        }
    }

    /// The kurtosis so far; nil for silence.
    public var kurtosis: Double? { moments.compactMap(\.kurtosis).mean }
}
