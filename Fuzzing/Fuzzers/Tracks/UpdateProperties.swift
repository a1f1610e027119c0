// SPDX-License-Identifier: MIT
import Foundation
import Tracking

/// Properties of every update of a tracker, and of the line that `track` prints for it.
enum UpdateProperties {
    static func check(_ update: TrackerUpdate) {
        var names = Set<String>()
        for (name, value) in update.channels.entries {
            expect(names.insert(name).inserted, "the channel \(name) comes twice")
            if let number = value.number { expect(number.isFinite, "\(name) is \(number)") }
        }
        var line: [UInt8] = []
        TrackLine.write(update, to: &line)
        let value = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        expect(value != nil && line.last == 10, "no JSON: \(String(decoding: line, as: UTF8.self))")
    }
}
