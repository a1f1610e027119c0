import AudioOutput
import DeterministicMath
import RainSynthesis
import SoundAnalysis

/// Finds the volume at which a performance has the loudness that is wanted (EBU R 128, integrated, gated; libebur128), by
/// rendering it to a meter: once where the limiter has nothing to do, else until it is met.
public struct LoudnessMatch: Sendable {
    /// What was found.
    public struct Outcome: Equatable, Sendable {
        /// What `Performance.gain` has to be, dB.
        public var gain: Float
        /// At that gain, LUFS and dBTP.
        public var loudness: Double
        public var truePeak: Double
        /// How often it was rendered for that.
        public var renders: Int

        /// False where the limiter lets no more through.
        public func meets(_ target: Double) -> Bool { (loudness - target).magnitude <= 2 * LoudnessMatch.tolerance }
    }

    /// LUFS that can be asked for.
    public static let targets = -60.0 ... -5.0
    /// The sound of resting rain without an end that stands for all of it, in seconds.
    public static let restingSeconds = 60.0

    static let tolerance = 0.05
    private static let mostRenders = 8
    /// Below it the limiter leaves every sample as it is, dBTP.
    private static let untouched = -1.2
    private static let gains = -100.0...40.0

    /// LUFS.
    public var target: Double
    public var sampleRate: Int
    /// Of the file or device.
    public var layout: SpeakerLayout

    public init(target: Double, sampleRate: Int, layout: SpeakerLayout) {
        self.target = target
        self.sampleRate = sampleRate
        self.layout = layout
    }

    /// - Parameter render: renders the performance with that gain in dB to a sink; false when it was called off.
    /// - Returns: nil when it was called off, or the sound is silent or shorter than the 400 ms that loudness takes.
    public func find(_ render: (Float, any SoundSink) async throws -> Bool) async throws -> Outcome? {
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
            let found = Outcome(gain: Float(gain), loudness: loudness, truePeak: peak, renders: renders)
            if miss.magnitude <= Self.tolerance || renders == Self.mostRenders { return found }
            if max(peak, peak + miss) < Self.untouched {
                return Outcome(gain: Float(gain + miss), loudness: target, truePeak: peak + miss, renders: renders)
            }
            // Under the limiter loudness grows less than the gain does.
            var slope = 1.0
            if let former, gain != former.gain { slope = min(1, max(0.2, (loudness - former.loudness) / (gain - former.gain))) }
            former = (gain, loudness)
            let next = min(max(gain + miss / slope, Self.gains.lowerBound), Self.gains.upperBound)
            if next == gain { return found }
            gain = next
        }
    }
}

/// A sink that only measures. One channel is measured as one loudspeaker, and so is a sound field: by its pressure, the power of
/// all loudspeakers that it is played on.
final class LoudnessSink: SoundSink {
    let place = "the meter"
    private(set) var framesWritten: Int64 = 0
    private let meter: LoudnessMeter
    private let sampleRate: Int
    private let layout: SpeakerLayout
    /// Channels that the meter hears.
    private let channels: Int

    init(sampleRate: Int, layout: SpeakerLayout) {
        self.sampleRate = sampleRate
        self.layout = layout
        channels = layout == .ambisonic ? 1 : layout.channels
        meter = LoudnessMeter(sampleRate: sampleRate, channelCount: channels)
    }

    /// LUFS; minus infinity for silence.
    var loudness: Double { meter.integrated }
    /// dBTP.
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
    func finish() -> String { place }
    func interrupt() -> String { place }
    func abandon() {}
}
