// SPDX-License-Identifier: MIT
import Foundation

/// A sound's level over time: RMS over steps of equal length. Streams.
public struct Envelope: Sendable {
    public let sampleRate: Int
    /// Frames in one step.
    public let framesPerStep: Int

    private var powers: [Double] = []
    private var sum = 0.0
    private var frames = 0

    /// - Parameter step: seconds per value (rounded to the nearest sample).
    public init(sampleRate: Int, step: Double) {
        self.sampleRate = sampleRate
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
    }

    /// Seconds per value.
    public var step: Double { Double(framesPerStep) / Double(sampleRate) }
    /// RMS of each complete step, linear.
    public var values: [Double] { powers.map { $0.squareRoot() } }
}
