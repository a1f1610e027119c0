// SPDX-License-Identifier: MIT
/// The figures that distinguish rain from mere hiss: those of the table of real rain (`RealRain`), and the sound's loudness,
/// density and periodicity.
///
/// Each is measured over the complete sound. Where channels are measured separately, the figure is the mean of theirs, so that
/// one channel and two equal ones read the same and neither panning nor a diffuse field alters it.
public enum RainStatistic: String, CaseIterable, Sendable {
    case kurtosis500 = "kurtosis.500"
    case kurtosis2000 = "kurtosis.2000"
    case kurtosis4000 = "kurtosis.4000"
    case burstLevel = "level.p99"
    case peakRate = "peaks"
    case levelDeviation = "level.sd"
    case envelopeCorrelation = "envelope.correlation"
    case octave125 = "octave.125"
    case octave250 = "octave.250"
    case octave500 = "octave.500"
    case octave1000 = "octave.1000"
    case octave2000 = "octave.2000"
    case octave4000 = "octave.4000"
    case octave8000 = "octave.8000"
    case coherence250 = "coherence.250"
    case coherence500 = "coherence.500"
    case coherence1000 = "coherence.1000"
    case coherence2000 = "coherence.2000"
    case coherence4000 = "coherence.4000"
    case coherence8000 = "coherence.8000"
    case loudness = "loudness"
    case truePeak = "peak"
    case onsetRate = "onsets"
    case periodStrength = "period.strength"
    case periodLag = "period.lag"

    /// The statistic's name for readers.
    public var name: String {
        switch self {
        case .kurtosis500: "waveform kurtosis 0.5-2 kHz"
        case .kurtosis2000: "waveform kurtosis 2-4 kHz"
        case .kurtosis4000: "waveform kurtosis 4-10 kHz"
        case .burstLevel: "1 ms level p99 over the median"
        case .peakRate: "peaks 6 dB over the local median"
        case .levelDeviation: "SD of the 1 s level"
        case .envelopeCorrelation: "envelope correlation, 6-9 kHz"
        case .octave125, .octave250, .octave500, .octave1000, .octave2000, .octave4000, .octave8000:
            "octave \(Self.words(band)) re 2-4 kHz"
        case .coherence250, .coherence500, .coherence1000, .coherence2000, .coherence4000, .coherence8000:
            "coherence \(Self.words(band))"
        case .loudness: "integrated loudness"
        case .truePeak: "true peak"
        case .onsetRate: "onsets above 800 Hz"
        case .periodStrength: "highest autocorrelation peak"
        case .periodLag: "lag of that peak"
        }
    }

    /// The unit; empty for ratios.
    public var unit: String {
        switch self {
        case .kurtosis500, .kurtosis2000, .kurtosis4000, .envelopeCorrelation: ""
        case .coherence250, .coherence500, .coherence1000, .coherence2000, .coherence4000, .coherence8000: ""
        case .burstLevel, .levelDeviation: "dB"
        case .octave125, .octave250, .octave500, .octave1000, .octave2000, .octave4000, .octave8000: "dB"
        case .peakRate, .onsetRate: "/s"
        case .loudness: "LUFS"
        case .truePeak: "dBTP"
        case .periodStrength: "x Poisson"
        case .periodLag: "s"
        }
    }

    /// The frequency band that it measures, in Hz; nil for figures of the unfiltered sound.
    ///
    /// An octave is named by its lower edge: 2000 is 2-4 kHz, the reference for the others.
    var band: ClosedRange<Double>? {
        switch self {
        case .kurtosis500: 500...2000
        case .kurtosis2000: 2000...4000
        case .kurtosis4000: 4000...10_000
        case .burstLevel, .peakRate, .levelDeviation: BurstMeter.band
        case .envelopeCorrelation: EnvelopeCorrelationMeter.band
        case .octave125: 125...250
        case .octave250, .coherence250: 250...500
        case .octave500, .coherence500: 500...1000
        case .octave1000, .coherence1000: 1000...2000
        case .octave2000, .coherence2000: 2000...4000
        case .octave4000, .coherence4000: 4000...8000
        case .octave8000, .coherence8000: 8000...16_000
        case .loudness, .truePeak: nil
        case .onsetRate: 800...5000
        case .periodStrength, .periodLag: PeriodMeter.band
        }
    }

    /// The shortest sound, in seconds, for which the figure is meaningful.
    var shortest: Double {
        switch self {
        case .truePeak: 0
        case .loudness: 0.4
        case .levelDeviation: 5
        case .periodStrength, .periodLag: 4 * PeriodMeter.lags.upperBound
        case .peakRate, .envelopeCorrelation, .onsetRate: 2
        default: 1
        }
    }

    /// True for a statistic that compares two channels.
    var needsTwoChannels: Bool {
        switch self {
        case .coherence250, .coherence500, .coherence1000, .coherence2000, .coherence4000, .coherence8000: true
        default: false
        }
    }

    static let kurtoses: [RainStatistic] = [.kurtosis500, .kurtosis2000, .kurtosis4000]
    /// `125-250 Hz`, `0.5-1 kHz`, `2-4 kHz`.
    private static func words(_ band: ClosedRange<Double>?) -> String {
        guard let band else { return "" }
        func short(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
        return band.lowerBound < 500
            ? "\(short(band.lowerBound))-\(short(band.upperBound)) Hz"
            : "\(short(band.lowerBound / 1000))-\(short(band.upperBound / 1000)) kHz"
    }
}
