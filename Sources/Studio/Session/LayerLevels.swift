// SPDX-License-Identifier: MIT
import AudioOutput
import DeterministicMath
import RainSynthesis
import Sonification
import Transport

/// How loud each layer of a preset is at rest, by a short render of each.
enum LayerLevels {
    /// Seconds rendered; those before the layers have settled do not count.
    private static let seconds = 3.0
    private static let settling = 0.5

    /// The level of each layer that sounds, in dB of full scale (RMS over both channels), by the layer's name.
    static func measure(_ preset: Preset) async -> [String: Double] {
        var levels: [String: Double] = [:]
        let resting = preset.restingParameters
        for layer in SoundLayer.allCases where layer != .strikes && layer.isOn(resting) {
            var performance = Performance(preset: preset)
            performance.layers = SoundLayers(layer)
            performance.limits = false
            let meter = LevelSink(after: Int64(settling * Double(performance.sampleRate)))
            let render = OfflineRender(performance: performance, totalFrames: Int64(seconds * Double(performance.sampleRate)))
            guard (try? await render.run([], to: meter)) != nil, let level = meter.level else { continue }
            levels[layer.name] = level
        }
        return levels
    }
}

/// The mean power of a stereo sound. One thread.
private final class LevelSink: SoundSink {
    let place = "the meter"
    private(set) var framesWritten: Int64 = 0
    private let first: Int64
    private var power = 0.0

    /// - Parameter first: the first frame that counts.
    init(after first: Int64) { self.first = first }

    /// In dB, to a tenth; nil for silence.
    var level: Double? {
        let frames = framesWritten - first
        guard frames > 0, power > 0 else { return nil }
        return DeterministicMath.round(100 * DeterministicMath.log10(power / Double(2 * frames))) / 10
    }

    func write(_ frames: UnsafeBufferPointer<Float>) {
        for frame in 0..<frames.count / 2 {
            if framesWritten >= first {
                for sample in frames[2 * frame..<2 * frame + 2] { power += Double(sample) * Double(sample) }
            }
            framesWritten += 1
        }
    }
    func finish() -> String { place }
    func interrupt() -> String { place }
    func abandon() {}
}
