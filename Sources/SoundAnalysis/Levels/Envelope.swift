// SPDX-License-Identifier: MIT
import Foundation

/// A sound's level over time: RMS over steps of equal length. Streams; with a `limit` its memory is bounded: when there are twice
/// as many values, neighbours are merged and the step doubles.
public struct Envelope: Sendable {
    public let sampleRate: Int
    /// Frames in one step.
    public private(set) var framesPerStep: Int
    /// The least number of values to keep, for sounds long enough; nil keeps every step.
    public let limit: Int?

    private var powers: [Double] = []
    private var sum = 0.0
    private var frames = 0

    /// - Parameter step: seconds per value (rounded to the nearest sample).
    public init(sampleRate: Int, step: Double, limit: Int? = nil) {
        self.sampleRate = sampleRate
        self.limit = limit
        framesPerStep = max(1, Int((step * Double(sampleRate)).rounded()))
    }

    /// Takes the next block; channels are averaged by power.
    public mutating func add(_ block: Sound) {
        let share = 1 / Double(max(block.channels.count, 1))
        var start = 0
        while start < block.frames {
            let part = min(framesPerStep - frames, block.frames - start)
            for channel in block.channels {
                for index in start..<start + part { sum += Double(channel[index]) * Double(channel[index]) * share }
            }
            frames += part
            start += part
            if frames == framesPerStep { closeStep() }
        }
    }

    private mutating func closeStep() {
        powers.append(sum / Double(frames))
        sum = 0
        frames = 0
        guard let limit, powers.count == 2 * limit else { return }
        for index in 0..<limit { powers[index] = (powers[2 * index] + powers[2 * index + 1]) / 2 }
        powers.removeLast(limit)
        framesPerStep *= 2
    }

    /// Seconds per value.
    public var step: Double { Double(framesPerStep) / Double(sampleRate) }
    /// RMS of each complete step, linear.
    public var values: [Double] { powers.map { $0.squareRoot() } }
    /// Level of each complete step in dB re FS^2; minus infinity for silence.
    public var levels: [Double] { powers.map { decibels(power: $0) } }
    /// The centre of each step in seconds.
    public var times: [Double] { powers.indices.map { (Double($0) + 0.5) * step } }

    /// The envelope's normalised autocorrelation, lags 0 ... `maximumLag` in steps: 1 at lag 0, near 0 for no similarity; peaks
    /// show a period. Nil for a constant envelope or one shorter than the lag.
    public func autocorrelation(maximumLag: Int) -> [Double]? { SoundAnalysis.autocorrelation(values, maximumLag: maximumLag) }
}

/// Returns the normalised, biased autocorrelation of a series about its mean, lags 0 ... `maximumLag`. Nil for a constant series
/// or one not longer than the lag.
public func autocorrelation(_ series: [Double], maximumLag: Int) -> [Double]? {
    guard maximumLag >= 0, series.count > maximumLag else { return nil }
    let mean = series.reduce(0, +) / Double(series.count)
    let centred = series.map { $0 - mean }
    let variance = centred.reduce(0) { $0 + $1 * $1 }
    guard variance > 0 else { return nil }
    return (0...maximumLag).map { lag in
        var sum = 0.0
        for index in 0..<centred.count - lag { sum += centred[index] * centred[index + lag] }
        return sum / variance
    }
}
