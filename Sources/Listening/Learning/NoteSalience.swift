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
        values = [Float](repeating: 0, count: notes.middle.count)
        // The median of the two seconds around, anew every half second.
        let step = 25, reach = 50
        for band in 0..<bands {
            let levels = (0..<frames).map { 10 * log10f(notes.middle[$0 * notes.bands + band] + 1e-11) }
            for start in stride(from: 0, to: frames, by: step) {
                var around = Array(levels[max(0, start + step / 2 - reach)..<min(frames, start + step / 2 + reach)])
                let floor = around.select(around.count / 2) + Self.margin
                for frame in start..<min(start + step, frames) {
                    values[frame * bands + band] = min(max(levels[frame] - floor, 0), Self.ceiling)
                }
            }
        }
    }

    /// Removes what a template explains whose event begins at a frame.
    mutating func remove(_ template: NoteTemplate, at frame: Int) {
        for place in template.places { values[frame * bands + place] = 0 }
    }
}
