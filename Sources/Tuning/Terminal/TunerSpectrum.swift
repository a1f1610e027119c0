// SPDX-License-Identifier: MIT
import Foundation

/// The spectrum of the sound being played, for a picture: levels on a logarithmic scale with fast attack and slow decay.
struct TunerSpectrum {
    /// Hz at the left and right edges.
    private static let range = 50.0...20_000.0
    /// dB of full scale per third octave at the lower and the upper edge of the picture.
    static let floor = -80.0
    static let ceiling = -20.0
    /// dB by which a level decays from one update to the next.
    private static let decay = 3.0
    /// A sixth of a second at 48 kHz.
    private static let frames = 8192

    private(set) var levels: [Double] = []

    /// Updates the levels with the newest sound.
    /// - Parameter columns: the number of levels.
    mutating func update(_ tap: SoundTap, sampleRate: Int, columns: Int) {
        guard columns > 0, sampleRate > 0 else { return levels = [] }
        if levels.count != columns { levels = Array(repeating: Self.floor, count: columns) }
        let bands = (0..<columns).map { column in
            // One third octave around each column's frequency.
            let middle = Self.frequency(at: (Double(column) + 0.5) / Double(columns))
            return middle * 0.8909...middle * 1.1225
        }
        guard let newest = tap.levels(in: bands, frames: Self.frames, sampleRate: sampleRate, floor: Self.floor) else { return }
        for (column, level) in newest.enumerated() { levels[column] = max(level, levels[column] - Self.decay) }
    }

    /// Hz at a position from the left edge, 0, to the right edge, 1.
    private static func frequency(at place: Double) -> Double { range.lowerBound * pow(range.upperBound / range.lowerBound, place) }

    /// The position of a frequency, 0 ... 1 within the range.
    static func place(of frequency: Double) -> Double {
        log(frequency / range.lowerBound) / log(range.upperBound / range.lowerBound)
    }
}
