// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits

/// Presets whose sound a test can compute.
enum MeasuredPreset {
    static let head = "preset: 1\ntitle: Test\nplace: abstract\n"
    static let tone = head + "base: { drops.rate: 0, bed.pink: 0, bed.brown: 0, tone.level: -40, tone.frequency: 997 }\n"
    /// Impacts only, rarely close together.
    static let sparse =
        head + """
            base:
              drops.rate: 600
              drops.regularity: 8
              drops.bubble.amplitude: 0
              drops.impact.duration: 0.5
              drops.impact.amplitude.variation: 60
              drops.width: 1
              bed.level: -60
            """

    /// The path of a file with the preset.
    static func written(_ text: String, in folder: Folder) throws -> String { try folder.write(text, to: "test.yaml").path }
}

extension Sound {
    /// All of a sound file.
    init(of file: URL) throws {
        var file = try SoundFile(path: file.path)
        self = try file.readAll()
    }
}

extension Data {
    /// The samples of a raw stream of FLOAT_LE.
    var floats: [Float] { withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
}
