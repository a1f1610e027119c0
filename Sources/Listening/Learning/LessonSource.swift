// SPDX-License-Identifier: MIT
import Sonification
import SoundAnalysis

/// A sound to learn from or to read, as it is and under pink noise.
public struct LessonSource: Sendable {
    public enum Origin: Sendable {
        /// A sound file, and the file of what is true in it (`TruthFile`).
        case file(String, truth: String)
        /// A preset's key.
        case key(of: Preset, seed: UInt64)
        /// An invented ride through a preset.
        case ride(of: Preset, seconds: Int, seed: UInt64)
    }

    private let origin: Origin
    private let noiseSeed: UInt64
    private let noiseGain: Double
    /// The longest file that is heard, in hours: two hearings hold 160 kB per second of sound, 1.2 GB of such a file.
    private static let longestFile = 2

    /// - Parameter noiseGain: the level of its noise in dB above that of the sounds to read.
    public init(_ origin: Origin, noiseSeed: UInt64, noiseGain: Double = 0) {
        self.origin = origin
        self.noiseSeed = noiseSeed
        self.noiseGain = noiseGain
    }

    var title: String {
        switch origin {
        case .file(let path, _): path
        case .key: "the key"
        case .ride: "a ride"
        }
    }

    /// Hears it without and with noise.
    /// - Parameter loudness: that of the noise, in LUFS; nil for that of the sound.
    /// - Throws: `SoundFileError`, also for a file of more than two hours; `InputFault`, `EngineError`, `CancellationError`.
    func lessons(_ loudness: Double?) async throws -> LessonPair {
        switch origin {
        case .file(let path, let truth):
            let file = try SoundFile(path: path, rereads: true)
            try file.check(lastsAtMost: Self.longestFile)
            let facts = try TruthFile.read(truth, sampleRate: file.sampleRate)
            let meter = LoudnessMeter(sampleRate: file.sampleRate, channelCount: file.channelCount, findsPeaks: false)
            let clean = try Hearing(path: path) { meter.add($0) }
            let loudness = loudness ?? meter.integrated
            return LessonPair(
                clean: Lesson(hearing: clean, truth: facts),
                noisy: Lesson(hearing: try Hearing(path: path, under: noise(loudness)), truth: facts), loudness: loudness)
        case .key(let preset, let seed): return lessons(try await PresetSound.key(of: preset, seed: seed), loudness)
        case .ride(let preset, let seconds, let seed):
            return lessons(try await PresetSound.ride(of: preset, seconds: seconds, seed: seed), loudness)
        }
    }

    private func lessons(_ sound: PresetSound, _ loudness: Double?) -> LessonPair {
        let loudness = loudness ?? sound.loudness
        return LessonPair(clean: sound.lesson(), noisy: sound.lesson(under: noise(loudness)), loudness: loudness)
    }

    private func noise(_ loudness: Double) -> Hearing.Noise { Hearing.Noise(loudness: loudness + noiseGain, seed: noiseSeed) }
}

/// A sound without and with noise.
struct LessonPair: Sendable {
    var clean: Lesson
    var noisy: Lesson
    /// The noise's integrated loudness in LUFS.
    var loudness: Double

    /// The same through one loudspeaker.
    var mono: LessonPair { LessonPair(clean: clean.mono, noisy: noisy.mono, loudness: loudness) }
}
