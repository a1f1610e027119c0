// SPDX-License-Identifier: MIT
import Foundation

/// The distribution of a sound's level over short windows (1 ms, 1 s). Streams; memory does not grow.
public struct LevelDistribution: Sendable {
    /// Windows that were not silent.
    public private(set) var count: Int64 = 0
    /// Windows of digital silence; they have no level and do not count in the figures below.
    public private(set) var silent: Int64 = 0

    private var windows: WindowMeans
    /// Running mean and sum of squared deviations of the levels (Welford 1962).
    private var meanLevel = 0.0
    private var squares = 0.0
    /// Counts of levels in steps of 0.01 dB from -250 to +50 dB.
    private var histogram: [UInt32]

    private static let lowest = -250.0
    private static let stepsPerDecibel = 100.0

    /// - Parameter window: length in seconds.
    public init(sampleRate: Int, window: Double) {
        windows = WindowMeans(sampleRate: sampleRate, window: window)
        histogram = [UInt32](repeating: 0, count: Int(300 * Self.stepsPerDecibel))
    }

    /// Takes the next block; channels are averaged by power.
    public mutating func add(_ block: Sound) { _ = powers(block) }

    /// Takes the next block and returns the mean squares of the windows that end within it.
    mutating func powers(_ block: Sound) -> [Double] {
        let powers = windows.powers(block)
        for power in powers { add(power: power) }
        return powers
    }

    private mutating func add(power: Double) {
        guard power > 0 else {
            silent += 1
            return
        }
        let level = decibels(power: power)
        count += 1
        let difference = level - meanLevel
        meanLevel += difference / Double(count)
        squares += difference * (level - meanLevel)
        let step = Int(((level - Self.lowest) * Self.stepsPerDecibel).rounded(.down))
        histogram[min(max(step, 0), histogram.count - 1)] += 1
    }

    /// Standard deviation of the levels in dB; nil before the second window.
    public var standardDeviation: Double? { count > 1 ? (squares / Double(count - 1)).squareRoot() : nil }

    /// Returns the level below which `percent` of the windows lie, in dB, within 0.01 dB; nil before the first window.
    public func percentile(_ percent: Double) -> Double? {
        guard count > 0 else { return nil }
        let wanted = percent / 100 * Double(count)
        var passed = 0.0
        for (step, number) in histogram.enumerated() where number > 0 {
            passed += Double(number)
            if passed >= wanted { return Self.lowest + (Double(step) + 0.5) / Self.stepsPerDecibel }
        }
        return nil
    }

    /// The median level in dB; nil before the first window.
    public var median: Double? { percentile(50) }
}
