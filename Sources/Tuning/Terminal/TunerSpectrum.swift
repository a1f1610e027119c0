import Foundation
import SoundAnalysis

/// The spectrum of what is heard, for a picture: levels on a logarithmic scale that rise at once and sink slowly.
struct TunerSpectrum {
    /// Hz from the left to the right edge.
    static let range = 50.0...20_000.0
    /// dB of full scale in a third octave at the lower and the upper edge of the picture.
    static let floor = -80.0
    static let ceiling = -20.0
    /// dB by which a level sinks from one update to the next.
    private static let sinking = 3.0
    private static let size = 4096

    private(set) var levels: [Double] = []

    /// Takes the newest sound in.
    /// - Parameter columns: how many levels are wanted.
    mutating func update(_ tap: SoundTap, sampleRate: Int, columns: Int) {
        guard columns > 0, sampleRate > 0 else { return levels = [] }
        if levels.count != columns { levels = Array(repeating: Self.floor, count: columns) }
        let newest = tap.newest(2 * Self.size)
        var estimator = WelchEstimator(sampleRate: sampleRate, size: Self.size)
        estimator.add(Sound(sampleRate: sampleRate, channels: [newest.left, newest.right]))
        guard let spectrum = estimator.spectrum else { return }
        for column in 0..<columns {
            // A third octave around each column's frequency.
            let middle = Self.frequency(at: (Double(column) + 0.5) / Double(columns))
            let power = spectrum.power(from: middle * 0.8909, to: middle * 1.1225)
            let level = power > 0 ? 10 * log10(power) : Self.floor
            levels[column] = max(level, levels[column] - Self.sinking, Self.floor)
        }
    }

    /// Hz at a place from the left edge, 0, to the right, 1.
    static func frequency(at place: Double) -> Double { range.lowerBound * pow(range.upperBound / range.lowerBound, place) }

    /// The place of a frequency, 0 ... 1 within the range.
    static func place(of frequency: Double) -> Double {
        log(frequency / range.lowerBound) / log(range.upperBound / range.lowerBound)
    }
}
