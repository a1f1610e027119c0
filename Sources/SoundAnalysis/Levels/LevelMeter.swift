// SPDX-License-Identifier: MIT
import Foundation

/// The level of one channel.
public struct ChannelLevels: Equatable, Sendable {
    /// Root mean square, 1 being full scale.
    public let rms: Double
    /// The largest sample, and the true peak as libebur128 finds it between samples (4 times oversampled), linear.
    public let peak: Double
    public let truePeak: Double
    /// Mean of the samples (DC).
    public let offset: Double
}

/// The level, peak and loudness of a sound.
public struct Levels: Sendable {
    /// Length in seconds.
    public let duration: Double
    let channels: [ChannelLevels]
    /// RMS over all channels, the largest sample and the true peak; all linear.
    let rms: Double
    public let peak: Double
    public let truePeak: Double
    /// Peak over RMS in dB; nil for silence.
    public var crest: Double? { rms > 0 ? decibels(amplitude: peak / rms) : nil }
    /// Integrated (gated) EBU R 128 loudness in LUFS; minus infinity for silence or less than 400 ms.
    public let integratedLoudness: Double
}

/// Measures the level of a stream of any length. One thread at a time.
public struct LevelMeter {
    let sampleRate: Int

    private let loudness: LoudnessMeter
    private var sums: [(squares: Double, values: Double, peak: Float)]
    private var frames: Int64 = 0

    /// - Precondition: libebur128's limits: 1 ... 64 channels, 16 Hz ... 2.8 MHz.
    public init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        loudness = LoudnessMeter(sampleRate: sampleRate, channelCount: channelCount)
        sums = [(squares: Double, values: Double, peak: Float)](repeating: (0, 0, 0), count: channelCount)
    }

    /// Takes the next block.
    public mutating func add(_ block: Sound) {
        precondition(block.channels.count == sums.count, "the number of channels changed within a stream")
        loudness.add(block)
        frames += Int64(block.frames)
        for (index, channel) in block.channels.enumerated() {
            var (squares, values, peak) = sums[index]
            for sample in channel {
                squares += Double(sample) * Double(sample)
                values += Double(sample)
                peak = max(peak, abs(sample))
            }
            sums[index] = (squares, values, peak)
        }
    }

    /// The figures so far.
    public var levels: Levels {
        let count = Double(max(frames, 1))
        let channels = sums.indices.map { index in
            ChannelLevels(
                rms: (sums[index].squares / count).squareRoot(), peak: Double(sums[index].peak),
                truePeak: loudness.truePeak(channel: index), offset: sums[index].values / count)
        }
        let squares = sums.reduce(0) { $0 + $1.squares } / count / Double(sums.count)
        return Levels(
            duration: Double(frames) / Double(sampleRate), channels: channels, rms: squares.squareRoot(),
            peak: channels.map(\.peak).max() ?? 0, truePeak: channels.map(\.truePeak).max() ?? 0,
            integratedLoudness: loudness.integrated)
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
