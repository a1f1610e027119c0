// SPDX-License-Identifier: MIT
import SoundAnalysis

/// What a listener's ears extract from one sound: power in bands of one ERB every 10 ms, and, for notes, in
/// narrow bands of the mean of both ears every 20 ms.
public struct Hearing: Sendable {
    let bands: BandSpectrogram
    let notes: BandSpectrogram
    var duration: Double { bands.duration }
    var isStereo: Bool { bands.isStereo }

    /// The same sound through one loudspeaker.
    var mono: Hearing { Hearing(bands: bands.mono, notes: notes) }

    /// Pink noise that masks a sound.
    struct Noise: Sendable {
        /// Integrated loudness in LUFS.
        var loudness: Double
        var seed: UInt64
    }
}

extension Hearing {
    /// Listens to a sound file.
    /// - Parameter onBlock: called with each block before the noise is added.
    /// - Throws: `SoundFileError`.
    init(path: String, under noise: Noise? = nil, _ onBlock: (Sound) -> Void = { _ in }) throws(SoundFileError) {
        var file = try SoundFile(path: path)
        var estimator = HearingEstimator(sampleRate: file.sampleRate, channels: file.channelCount, under: noise)
        try file.forEachBlock { block in
            onBlock(block)
            estimator.add(block)
        }
        self = estimator.finish()
    }

    /// Listens to a sound in memory.
    public init(of sound: Sound) { self.init(of: sound, under: nil) }

    init(of sound: Sound, under noise: Noise?) {
        var estimator = HearingEstimator(sampleRate: sound.sampleRate, channels: sound.channels.count, under: noise)
        // In blocks, as a file is read.
        let block = 32_768
        for start in stride(from: 0, to: sound.frames, by: block) {
            estimator.add(
                Sound(sampleRate: sound.sampleRate, channels: sound.channels.map { Array($0[start..<min(start + block, $0.count)]) }))
        }
        self = estimator.finish()
    }
}

/// Computes a `Hearing` from a stream. One thread at a time.
private struct HearingEstimator {
    private var masking: MaskingNoise?
    private var bands: BandSpectrogramEstimator
    private var notes: BandSpectrogramEstimator

    /// Bands of one ERB, with edges at those of the conditions: 50, 300, 3400, 8000 and 16,000 Hz.
    static let bandEdges = [50.0...300, 300...3400, 3400...8000, 8000...16_000].enumerated().flatMap { place, range in
        place == 0 ? ERBScale.edges(in: range) : Array(ERBScale.edges(in: range).dropFirst())
    }
    /// Notes are searched in the range that every loudspeaker reproduces.
    static let noteEdges = stride(from: 300.0, through: 3000, by: 15).map { $0 }

    init(sampleRate: Int, channels: Int, under noise: Hearing.Noise?) {
        masking = noise.map { MaskingNoise($0, sampleRate: sampleRate, channels: channels) }
        bands = BandSpectrogramEstimator(sampleRate: sampleRate, length: 0.04, hop: 0.01, edges: Self.bandEdges)
        notes = BandSpectrogramEstimator(sampleRate: sampleRate, length: 0.064, hop: 0.02, edges: Self.noteEdges)
    }

    /// Takes the next block, and masks it first if there is noise.
    mutating func add(_ block: Sound) {
        let heard = masking?.add(to: block) ?? block
        bands.add(heard)
        notes.add(heard.mono)
    }

    /// Ends the stream.
    mutating func finish() -> Hearing { Hearing(bands: bands.finish(), notes: notes.finish()) }
}
