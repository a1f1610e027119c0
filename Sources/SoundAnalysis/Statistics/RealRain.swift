// SPDX-License-Identifier: MIT
/// The distribution of one statistic over recordings of real rain: extremes, quartiles and median.
public struct RealRainRow: Equatable, Sendable {
    public let median: Double
    public let quartiles: ClosedRange<Double>
    /// Nil where only the quartiles are known.
    public let extremes: ClosedRange<Double>?

    /// Returns the place of a value in the distribution.
    func place(of value: Double) -> RealRainPlace {
        if quartiles.contains(value) { return .betweenQuartiles }
        guard let extremes else { return .beyondQuartiles }
        return extremes.contains(value) ? .betweenExtremes : .out
    }
}

/// The place of a value among those of real rain.
public enum RealRainPlace: String, Sendable {
    /// Within the middle half of the recordings.
    case betweenQuartiles = "quartiles"
    /// Within the range of the recordings, but outside the middle half.
    case betweenExtremes = "in"
    /// Outside the range of the recordings.
    case out
    /// Outside the middle half; the extremes are not known.
    case beyondQuartiles = "beyond quartiles"
}

/// Measurements of 23 recordings of real rain: the project's reference table, kept in code only here.
///
/// The recordings range from dense rain (low kurtosis, few peaks) to sparse drops on a tent (high). For the octaves the table
/// gives medians and interquartile ranges of 4 to 14 dB below 500 Hz and 4 to 8 dB above; the widest of each is used, half of it
/// on each side. For the coherence it gives medians; 0.15 on each side counts as near. Neither has extremes.
public enum RealRain {
    /// The number of recordings.
    public static let recordings = 23

    /// Returns the row of a statistic; nil for those without a reference.
    public static func row(_ statistic: RainStatistic) -> RealRainRow? {
        switch statistic {
        case .kurtosis500: measured(3.05, 3.3, 4.0, 9.3, 89)
        case .kurtosis2000: measured(3.15, 4.2, 6.0, 16, 215)
        case .kurtosis4000: measured(3.9, 9.2, 15, 59, 1300)
        case .burstLevel: measured(5.0, 6.7, 8.9, 12, 21)
        case .peakRate: measured(2.0, 9.5, 24, 30, 98)
        case .levelDeviation: measured(0.28, 0.50, 0.81, 1.0, 3.3)
        case .envelopeCorrelation: measured(0.17, 0.24, 0.38, 0.50, 0.80)
        case .octave125: median(1, within: 7)
        case .octave250: median(3, within: 7)
        case .octave500: median(5, within: 4)
        case .octave1000: median(3, within: 4)
        case .octave4000: median(-3.5, within: 4)
        case .octave8000: median(-11, within: 4)
        case .coherence250: median(0.57, within: 0.15)
        case .coherence500: median(0.58, within: 0.15)
        case .coherence1000: median(0.45, within: 0.15)
        case .coherence2000: median(0.31, within: 0.15)
        // A coherence is never less than 0.
        case .coherence4000: RealRainRow(median: 0.10, quartiles: 0...0.25, extremes: nil)
        case .coherence8000: RealRainRow(median: 0.06, quartiles: 0...0.21, extremes: nil)
        // 0 by definition: it is the reference for the others.
        case .octave2000: nil
        case .loudness, .truePeak, .onsetRate, .periodStrength, .periodLag: nil
        }
    }

    private static func measured(
        _ minimum: Double, _ lower: Double, _ median: Double, _ upper: Double, _ maximum: Double
    ) -> RealRainRow {
        RealRainRow(median: median, quartiles: lower...upper, extremes: minimum...maximum)
    }

    private static func median(_ median: Double, within reach: Double) -> RealRainRow {
        RealRainRow(median: median, quartiles: median - reach...median + reach, extremes: nil)
    }
}
