// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis

/// What stands out of the rain: the level of each band in each frame above its usual one, in dB (0 to 24).
struct NoteSalience {
    /// Up to this far above the median a level is usual, in dB.
    private static let margin: Float = 6
    private static let ceiling: Float = 24

    let bands: Int
    let frames: Int
    private(set) var values: [Float]

    init(_ notes: BandSpectrogram) {
        bands = notes.bands
        frames = notes.frames
        let (bands, frames) = (bands, frames)
        let levels = notes.middle.map { 10 * log10f($0 + 1e-11) }
        values = [Float](repeating: 0, count: levels.count)
        // The median of the two seconds around, anew every half second.
        let step = 25, reach = 50
        var seen: [Float] = []
        for start in stride(from: 0, to: frames, by: step) {
            let around = max(0, start + step / 2 - reach)..<min(frames, start + step / 2 + reach)
            for band in 0..<bands {
                seen.removeAll(keepingCapacity: true)
                for frame in around { seen.append(levels[frame * bands + band]) }
                seen.sort()
                let floor = seen[seen.count / 2] + Self.margin
                for frame in start..<min(start + step, frames) {
                    values[frame * bands + band] = min(max(levels[frame * bands + band] - floor, 0), Self.ceiling)
                }
            }
        }
    }

    /// Removes what a template explains whose event begins at a frame.
    mutating func remove(_ template: NoteTemplate, at frame: Int) {
        for place in template.places { values[frame * bands + place] = 0 }
    }
}
