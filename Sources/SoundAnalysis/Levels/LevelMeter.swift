// SPDX-License-Identifier: MIT
/// The peak and loudness of a sound.
public struct Levels: Sendable {
    /// Length in seconds.
    public let duration: Double
    /// The largest sample, and the true peak as libebur128 finds it between samples (4 times oversampled, twice from 96 kHz on, not
    /// from 192 kHz on); of all channels, linear, 1 being full scale.
    public let peak: Double
    public let truePeak: Double
    /// Integrated (gated) EBU R 128 loudness in LUFS; minus infinity for silence or less than 400 ms.
    public let integratedLoudness: Double
}

/// Measures the level of a stream of any length. One thread at a time.
public struct LevelMeter {
    let sampleRate: Int

    private let channelCount: Int
    private let loudness: LoudnessMeter
    private var peak: Float = 0
    private var frames: Int64 = 0

    /// - Precondition: libebur128's limits: 1 ... 64 channels, 16 Hz ... 2.8 MHz.
    public init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        loudness = LoudnessMeter(sampleRate: sampleRate, channelCount: channelCount)
    }

    /// Takes the next block.
    public mutating func add(_ block: Sound) {
        precondition(block.channels.count == channelCount, "the number of channels changed within a stream")
        loudness.add(block)
        frames += Int64(block.frames)
        for channel in block.channels {
            for sample in channel { peak = max(peak, abs(sample)) }
        }
    }

    /// The figures so far.
    public var levels: Levels {
        Levels(
            duration: Double(frames) / Double(sampleRate), peak: Double(peak),
            truePeak: (0..<channelCount).map(loudness.truePeak).max() ?? 0, integratedLoudness: loudness.integrated)
    }
}

extension Levels {
    /// Measures a complete sound.
    public init(of sound: Sound) {
        var meter = LevelMeter(sampleRate: sound.sampleRate, channelCount: sound.channels.count)
        meter.add(sound)
        self = meter.levels
    }
}
