/// A stretch of sound: one array of samples per channel, all of the same length, full scale being -1 ... 1.
public struct Sound: Equatable, Sendable {
    /// Frames per second.
    public var sampleRate: Int
    /// Samples by channel.
    public var channels: [[Float]]

    /// Takes samples by channel.
    /// - Precondition: every channel has as many samples as the first.
    public init(sampleRate: Int, channels: [[Float]]) {
        precondition(channels.allSatisfy { $0.count == channels.first?.count }, "channels of different length")
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// Takes interleaved samples (left, right, left, ...); an unfinished last frame is left out.
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

    /// Frames in every channel.
    public var frames: Int { channels.first?.count ?? 0 }
    /// Length in seconds.
    public var duration: Double { Double(frames) / Double(sampleRate) }
}
