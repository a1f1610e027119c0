// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import Sonification
import Testing
import Tracking

/// Things made for tests.
enum Made {
    /// What is found in a preset's text, which is called `b.yaml`.
    static func check(_ text: String) -> PresetCheck {
        PresetCheck(PresetSource(name: "b", file: "b.yaml", text: text), library: PresetLibrary(folders: []))
    }

    /// A preset from YAML that begins after `place`.
    static func preset(_ body: String) throws -> Preset {
        let text = "preset: 1\ntitle: Test\nplace: abstract\n" + body
        let check = check(text)
        guard let preset = check.preset else { throw PresetError(diagnostics: check.diagnostics) }
        return preset
    }

    static func sonifier(_ body: String) throws -> Sonifier { Sonifier(preset: try preset(body), sampleRate: 48_000) }

    static func time(_ seconds: Double) -> TrackTime { TrackTime(nanoseconds: Int64(seconds * 1e9)) }

    static func update(_ seconds: Double, _ channels: [(String, Double)] = [], events: [String] = []) -> TrackerUpdate {
        var update = TrackerUpdate(time: time(seconds), fix: Fix())
        for (name, value) in channels { update.channels[name] = .number(value) }
        update.events = events.compactMap { TrackEvent(name: $0) }
        return update
    }
}

/// A sonifier's output, in comparable form.
struct Emitted: Equatable {
    struct Line: Equatable {
        var sample: Int64
        var values: [UInt32]
        var glide: Int32
        var frequency: Float
    }
    var lines: [Line] = []

    mutating func add(_ entry: TimelineEntry) {
        switch entry.payload {
        case .parameters(let set, let glide):
            lines.append(.init(sample: entry.sample, values: ParameterID.allCases.map { set[$0].bitPattern }, glide: glide, frequency: 0))
        case .event(let event):
            lines.append(
                .init(
                    sample: entry.sample, values: [UInt32(event.voice.rawValue), event.level.bitPattern], glide: 0,
                    frequency: event.frequency))
        case .volume: break
        }
    }
    var strikes: [Line] { lines.filter { $0.frequency > 0 } }
    var sets: [Line] { lines.filter { $0.frequency == 0 } }
    func value(_ id: ParameterID, at sample: Int64) -> Float? {
        sets.last { $0.sample <= sample }.map { Float(bitPattern: $0.values[Int(id.rawValue)]) }
    }
}

extension Sonifier {
    /// Runs the updates (second of sound, update) at real speed and returns all output up to `seconds`.
    mutating func run(_ updates: [(Double, TrackerUpdate)], to seconds: Double) -> Emitted {
        var emitted = Emitted()
        for (second, update) in updates { receive(update, at: Int64(second * Double(sampleRate))) }
        advance(to: Int64(seconds * Double(sampleRate))) { emitted.add($0) }
        return emitted
    }
}
