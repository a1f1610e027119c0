// SPDX-License-Identifier: MIT
/// Sampled audio: one array of samples per channel, all of the same length; full scale is -1 ... 1.
public struct Sound: Equatable, Sendable {
    /// Frames per second.
    public var sampleRate: Int
    /// Samples of each channel.
    public var channels: [[Float]]

    /// Creates a sound from one array of samples per channel.
    /// - Precondition: every channel has as many samples as the first.
    public init(sampleRate: Int, channels: [[Float]]) {
        precondition(channels.allSatisfy { $0.count == channels.first?.count }, "channels of different length")
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// Creates a sound from interleaved samples (left, right, left, ...); an incomplete last frame is dropped.
    public init(sampleRate: Int, interleaved: [Float], channelCount: Int) {
        let frames = interleaved.count / max(channelCount, 1)
        self.init(
            sampleRate: sampleRate,
            channels: (0..<channelCount).map { channel in
                [Float](unsafeUninitializedCapacity: frames) { samples, count in
                    for frame in 0..<frames {
                        samples.initializeElement(at: frame, to: interleaved[frame * channelCount + channel])
                    }
                    count = frames
                }
            })
    }

    /// Frames, the same number in every channel.
    public var frames: Int { channels.first?.count ?? 0 }
    /// Length in seconds.
    public var duration: Double { Double(frames) / Double(sampleRate) }

    /// The mean of all channels, as one loudspeaker plays them.
    public var mono: Sound {
        guard channels.count > 1 else { return self }
        let share = 1 / Float(channels.count)
        return Sound(
            sampleRate: sampleRate,
            channels: [(0..<frames).map { frame in channels.reduce(0) { $0 + $1[frame] } * share }])
    }
}
