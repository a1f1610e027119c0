// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import Tracking

@testable import Sonification

/// Properties of everything that a preset makes of a track.
enum SonifierProperties {
    private static let rate = 48_000

    /// Runs a preset over values that its channels may have.
    static func check(_ preset: Preset) {
        var sonifier = Sonifier(preset: preset, sampleRate: rate)
        var witness = SonifierProperties.Witness()
        witness.check(sonifier.parameters)
        for (index, value) in [0, 1, 80, -1e6, 1e300].enumerated() {
            var update = TrackerUpdate(time: TrackTime(nanoseconds: Int64(index) * 1_000_000_000), fix: index % 2 == 0 ? Fix() : nil)
            for name in preset.channelNames { update.channels[name] = .number(value) }
            for rule in preset.events { if case .reported(let event) = rule.trigger { update.events.append(event) } }
            sonifier.receive(update, at: Int64(index * rate))
        }
        var told = 0
        sonifier.advance(
            to: Int64(6 * rate), emit: { witness.check($0) },
            record: { record in
                told += 1
                if told < 4 { check(record) }
            })
        for index in preset.events.indices.prefix(2) { sonifier.strike(rule: index) }
        sonifier.advance(to: Int64(7 * rate)) { witness.check($0) }
    }

    static func check(_ record: StateRecord) {
        let value = try? JSONSerialization.jsonObject(with: Data(record.json.utf8)) as? [String: Any]
        expect(value != nil, "no JSON: \(record.json)")
    }

    /// Checks the entries as they pass.
    struct Witness {
        private var last = Int64.min

        mutating func check(_ entry: TimelineEntry) {
            expect(entry.sample >= last, "the entry for \(entry.sample) comes after that for \(last)")
            last = entry.sample
            switch entry.payload {
            case .parameters(let set, let glide):
                expect(glide >= 0, "a glide over \(glide)")
                check(set)
            case .event(let event):
                for number in [event.frequency, event.level, event.pan, event.duckBy, event.duckRelease] {
                    expect(number.isFinite, "\(event)")
                }
            case .volume: break
            }
        }

        func check(_ set: SynthParameters) {
            for spec in ParameterTable.all {
                let value = set[spec.id]
                // A choice may lie between two options.
                expect(value.isFinite && spec.range.contains(value), "\(spec.name) is \(value), outside \(spec.range)")
            }
        }
    }
}
