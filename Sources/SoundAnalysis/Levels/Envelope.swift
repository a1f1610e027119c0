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
}
