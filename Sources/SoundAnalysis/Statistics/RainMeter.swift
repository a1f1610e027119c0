// SPDX-License-Identifier: MIT
/// Measures all figures of `RainStatistic` on a stream of any length, at the stream's sample rate. Every filter and window is
/// designed for that rate, nothing is resampled, and bands beyond its reach are left out. One thread at a time; about 1 kB is
/// kept per second.
public struct RainMeter {
    let sampleRate: Int
    let channelCount: Int

    /// Nil where the band lies above half the sample rate.
    private var kurtoses: [KurtosisMeter?]
    private var bursts: BurstMeter?
    private var envelopes: EnvelopeCorrelationMeter?
    private var spectrum: WelchEstimator
    private var coherence: CoherenceEstimator?
    private var levels: LevelMeter
    private var onsets: OnsetDetector
    private var periods: PeriodMeter?

    /// - Precondition: 1 ... 64 channels, 16 Hz ... 2.8 MHz.
    public init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        func reaches(_ band: ClosedRange<Double>) -> Bool { band.upperBound <= Double(sampleRate) / 2 }
        kurtoses = RainStatistic.kurtoses.compactMap(\.band).map {
            reaches($0) ? KurtosisMeter(sampleRate: sampleRate, channelCount: channelCount, band: $0) : nil
        }
        bursts = reaches(BurstMeter.band) ? BurstMeter(sampleRate: sampleRate, channelCount: channelCount) : nil
        envelopes =
            reaches(EnvelopeCorrelationMeter.band)
            ? EnvelopeCorrelationMeter(sampleRate: sampleRate, channelCount: channelCount) : nil
        spectrum = WelchEstimator(sampleRate: sampleRate)
        coherence = channelCount >= 2 ? CoherenceEstimator(sampleRate: sampleRate) : nil
        levels = LevelMeter(sampleRate: sampleRate, channelCount: channelCount)
        onsets = OnsetDetector(sampleRate: sampleRate, channelCount: channelCount, settings: .drops)
        periods = reaches(PeriodMeter.band) ? PeriodMeter(sampleRate: sampleRate, channelCount: channelCount) : nil
    }

    /// Takes the next block.
    public mutating func add(_ block: Sound) {
        for index in kurtoses.indices { kurtoses[index]?.add(block) }
        bursts?.add(block)
        envelopes?.add(block)
        spectrum.add(block)
        coherence?.add(block)
        levels.add(block)
        onsets.add(block)
        periods?.add(block)
    }

    /// Ends the stream and returns the report.
    public mutating func finish() -> RainReport {
        let levels = self.levels.levels
        let duration = levels.duration
        let spectrum = self.spectrum.spectrum
        let coherence = self.coherence?.coherence
        let period = reason(.periodStrength, duration: duration) == nil ? periods?.period : nil
        let reference = RainStatistic.octave2000.band.map { spectrum?.power(from: $0.lowerBound, to: $0.upperBound) ?? 0 } ?? 0
        let rows = RainStatistic.allCases.map { statistic in
            if let reason = reason(statistic, duration: duration) { return RainReport.Row(statistic: statistic, outcome: .leftOut(reason)) }
            let value: Double? =
                switch statistic {
                case .kurtosis500: kurtoses[0]?.kurtosis
                case .kurtosis2000: kurtoses[1]?.kurtosis
                case .kurtosis4000: kurtoses[2]?.kurtosis
                case .burstLevel: bursts?.burstLevel
                case .peakRate: bursts?.peakRate
                case .levelDeviation: bursts?.levelDeviation
                case .envelopeCorrelation: envelopes?.correlation
                case .octave125, .octave250, .octave500, .octave1000, .octave2000, .octave4000, .octave8000:
                    statistic.band.flatMap { band in
                        spectrum.map { decibels(power: $0.power(from: band.lowerBound, to: band.upperBound) / reference) }
                    }
                case .coherence250, .coherence500, .coherence1000, .coherence2000, .coherence4000, .coherence8000:
                    statistic.band.flatMap { band in coherence?.mean(in: band) }
                case .loudness: levels.integratedLoudness
                case .truePeak: decibels(amplitude: levels.truePeak)
                case .onsetRate: levels.peak > 0 ? Double(onsets.finish().count) / duration : nil
                case .periodStrength: period?.strength
                case .periodLag: period?.lag
                }
            let outcome = value.flatMap { $0.isFinite ? RainReport.Outcome.value($0) : nil } ?? .leftOut(.silent)
            return RainReport.Row(statistic: statistic, outcome: outcome)
        }
        return RainReport(sampleRate: sampleRate, channelCount: channelCount, duration: duration, rows: rows)
    }

    /// Why a figure cannot be measured on this stream, silence excepted.
    private func reason(_ statistic: RainStatistic, duration: Double) -> RainReport.Reason? {
        if statistic.needsTwoChannels, channelCount < 2 { return .oneChannel }
        if let band = statistic.band, band.upperBound > Double(sampleRate) / 2 {
            return .rateTooLow(needed: Int(2 * band.upperBound))
        }
        return duration < statistic.shortest ? .tooShort(needed: statistic.shortest) : nil
    }
}
