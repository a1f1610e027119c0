// SPDX-License-Identifier: MIT
import CRainKernel

/// The limiter's look-ahead delay line for two channels. Audio thread.
struct LimiterLine: ~Copyable {
    private let samples = FixedBuffer<Float>(repeating: 0, count: 2 * LimiterLine.length)
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    /// Frames between input and output, and past frames that are kept.
    private let latency: Int
    private let memory: Int
    /// The write position of the next quantum; the past `memory` samples lie before it.
    private var position: Int
    /// The largest sample of each block of eight frames: three blocks of the previous quantum, then the newest quantum's eight.
    private let samplePeaks = FixedBuffer<Float>(repeating: 0, count: 11)
    /// The largest sample of the newest quantum.
    private var newestPeak: Float = 0
    private static var length: Int { @_noLocks get { 4096 } }

    init(latency: Int) {
        self.latency = latency
        memory = latency + 64
        left = samples.first
        right = left + LimiterLine.length
        position = memory
    }

    /// Takes 64 frames, replaces them with those of `latency` frames earlier, and raises `peaks` to the peaks at and after each of
    /// 64 samples; returns the largest. These samples end the filter's reach before the newest one, so that all samples around them
    /// are known. Where no nearby sample is larger than `harmless`, no peak is searched for.
    @_noLocks mutating func process(
        _ frameLeft: UnsafeMutablePointer<Float>, _ frameRight: UnsafeMutablePointer<Float>,
        _ filter: borrowing LimiterPeakFilter, harmless: Float, raising peaks: UnsafeMutablePointer<Float>
    ) -> Float {
        if position &+ 64 > LimiterLine.length { rewind() }
        let newLeft = left + position
        let newRight = right + position
        let samplePeaks = samplePeaks.first
        for index in 0..<3 { samplePeaks[index] = samplePeaks[index &+ 8] }
        let previousPeak = newestPeak
        newestPeak = crain_delay(filter.isa, frameLeft, frameRight, newLeft, newRight, latency, samplePeaks + 3)
        position = position &+ 64

        var peak: Float = 0
        guard newestPeak > harmless || previousPeak > harmless else { return peak }
        for block in 0..<8 {
            // An interpolated point needs samples of at most three earlier blocks (2 * 12 frames).
            let nearby = max(max(samplePeaks[block], samplePeaks[block &+ 1]), max(samplePeaks[block &+ 2], samplePeaks[block &+ 3]))
            guard nearby > harmless else { continue }
            let place = block &* 8 &- filter.reach
            let blockPeak = filter.raise(peaks + block &* 8, newLeft + place, newRight + place)
            if blockPeak > peak { peak = blockPeak }
        }
        return peak
    }

    /// Writes the delayed frames of the last `process` again, each multiplied by its gain.
    @_noLocks func applyGains(
        _ frameLeft: UnsafeMutablePointer<Float>, _ frameRight: UnsafeMutablePointer<Float>, _ gains: UnsafePointer<Double>
    ) {
        let oldLeft = left + (position &- 64 &- latency)
        let oldRight = right + (position &- 64 &- latency)
        for frame in 0..<64 {
            frameLeft[frame] = Float(Double(oldLeft[frame]) * gains[frame])
            frameRight[frame] = Float(Double(oldRight[frame]) * gains[frame])
        }
    }

    /// Discards the delayed sound.
    @_noLocks mutating func silence() {
        samples.clear()
        position = memory
        samplePeaks.clear()
        newestPeak = 0
    }

    /// Moves the past to the front of the line.
    @_noLocks private mutating func rewind() {
        for index in 0..<memory {
            left[index] = left[position &- memory &+ index]
            right[index] = right[position &- memory &+ index]
        }
        position = memory
    }
}
