// SPDX-License-Identifier: MIT
import AudioOutput
import DeterministicMath
import RainSynthesis
import SoundAnalysis

/// Finds the volume at which a performance reaches a target loudness (EBU R 128, integrated, gated; libebur128), by rendering
/// it to a meter: once if the limiter stays inactive, else repeatedly until the target is met.
public enum LoudnessMatch {
    /// The result of a search.
    public struct Outcome: Equatable, Sendable {
        /// The required `Performance.gain`, in dB.
        public var gain: Float
        /// The loudness and the true peak at that gain, in LUFS and dBTP.
        public var loudness: Double
        public var truePeak: Double

        /// False if the limiter prevents the target loudness.
        public func meets(_ target: Double) -> Bool { (loudness - target).magnitude <= 2 * LoudnessMatch.tolerance }
    }

    /// The range of permitted targets in LUFS.
    public static let targets = -60.0 ... -5.0
    /// The length in seconds of the sample that represents resting rain without an end.
    public static let restingSeconds = 60.0

    private static let tolerance = 0.05
    private static let mostRenders = 8
    /// The true peak in dBTP below which the limiter leaves every sample unchanged.
    private static let untouched = -1.2
    private static let gains = -100.0...40.0

    /// Searches for the gain.
    /// - Parameters:
    ///   - target: the loudness in LUFS.
    ///   - layout: that of the file or device.
    ///   - render: renders the performance at the given gain in dB to a sink; false if it was cancelled.
    /// - Returns: nil if it was cancelled, or if the sound is silent or shorter than the 400 ms that a loudness measurement
    ///   requires.
    /// - Throws: any error thrown by `render`.
    public static func find(
        _ target: Double, sampleRate: Int, layout: SpeakerLayout, _ render: (Float, any SoundSink) async throws -> Bool
    ) async throws -> Outcome? {
        var gain = 0.0
        var former: (gain: Double, loudness: Double)?
        var renders = 0
        while true {
            let meter = LoudnessSink(sampleRate: sampleRate, layout: layout)
            guard try await render(Float(gain), meter) else { return nil }
            renders += 1
            let (loudness, peak) = (meter.loudness, meter.truePeak)
            guard loudness.isFinite else { return nil }
            let miss = target - loudness
            let found = Outcome(gain: Float(gain), loudness: loudness, truePeak: peak)
            if miss.magnitude <= tolerance || renders == mostRenders { return found }
            if max(peak, peak + miss) < untouched {
                return Outcome(gain: Float(gain + miss), loudness: target, truePeak: peak + miss)
            }
            // With an active limiter, loudness grows less than the gain.
            var slope = 1.0
            if let former, gain != former.gain { slope = min(1, max(0.2, (loudness - former.loudness) / (gain - former.gain))) }
            former = (gain, loudness)
            let next = min(max(gain + miss / slope, gains.lowerBound), gains.upperBound)
            if next == gain { return found }
            gain = next
        }
    }
}

/// A sink that only measures. A single channel is measured as one loudspeaker. So is a sound field, by its pressure: the power
/// of all loudspeakers on which it is played.
private final class LoudnessSink: TransientSink {
    let place = "the meter"
    private(set) var framesWritten: Int64 = 0
    private let meter: LoudnessMeter
    private let sampleRate: Int
    private let layout: SpeakerLayout
    /// The number of channels that the meter measures.
    private let channels: Int

    init(sampleRate: Int, layout: SpeakerLayout) {
        self.sampleRate = sampleRate
        self.layout = layout
        channels = layout == .ambisonic ? 1 : layout.channels
        meter = LoudnessMeter(sampleRate: sampleRate, channelCount: channels)
    }

    /// The integrated loudness in LUFS; minus infinity for silence.
    var loudness: Double { meter.integrated }
    /// The true peak in dBTP.
    var truePeak: Double { 20 * DeterministicMath.log10(max((0..<channels).map { meter.truePeak(channel: $0) }.max() ?? 0, 1e-9)) }

    func write(_ frames: UnsafeBufferPointer<Float>) {
        let sound = Sound(sampleRate: sampleRate, interleaved: Array(frames), channelCount: layout.engineChannels)
        framesWritten += Int64(sound.frames)
        switch layout {
        case .mono: meter.add(Sound(sampleRate: sampleRate, channels: [zip(sound.channels[0], sound.channels[1]).map { ($0 + $1) / 2 }]))
        case .ambisonic: meter.add(Sound(sampleRate: sampleRate, channels: [sound.channels[0]]))
        default: meter.add(sound)
        }
    }
}
