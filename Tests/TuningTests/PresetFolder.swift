// SPDX-License-Identifier: MIT
import Foundation
import TestTraits

/// A preset's file in a separate folder.
final class PresetFolder {
    private let place: Folder
    var folder: String { place.path("") }
    var path: String { place.path("my.yaml") }

    init(_ text: String = PresetFolder.text) throws {
        place = try Folder()
        try write(text)
    }

    func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    var held: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    static let text = """
        preset: 1  # mine
        title: Mine
        place: abstract
        base:
          drops.rate: 480   # per minute
          bed.pink: 0.025
        map:
          - { from: speed, unit: km/h, to: drops.level, domain: [0, 50], range: [-30, 0] }  # louder
          - { from: turn, to: drops.brightness, domain: [0, 20], range: [-1, 1] }
        events:
          - { on: fix lost, play: { voice: bell, notes: [e4], level: -12 }, priority: 4 }

        """
}
