// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import TestTraits
import Testing
import Tracking

@testable import Sonification

@Suite(.computing) struct StateAndKeyTests {
    @Test func stateLinesAreJSON() throws {
        let preset = try Made.preset(
            """
            base: { drops.material: tin }
            map:
              - { from: speed, to: drops.rate, domain: [0, 10], range: [1000, 2000] }
            events:
              - { on: fix back, play: { voice: wood, notes: [e4] }, say: 'Say "so"' }
            """)
        var sonifier = Sonifier(preset: preset, sampleRate: 48_000)
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 1_777_624_200_250_000_000), fix: Fix())
        update.channels["speed"] = .number(2.5)
        update.channels["csv.\n\u{1}x"] = .number(.nan)
        update.channels["line"] = .category("山手線 \"JY\"")
        update.events = [TrackEvent(.fixBack)]
        sonifier.receive(update, at: 100)
        var records: [StateRecord] = []
        var sets = 0
        sonifier.advance(to: 200_000, emit: { if case .parameters = $0.payload { sets += 1 } }, record: { records.append($0) })
        #expect(records.count == sets + 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(records[0].json.utf8)) as? [String: Any])
        #expect(object["sample"] as? Int == 100)
        #expect(object["time"] as? String == "2026-05-01T08:30:00.250Z")
        let channels = try #require(object["channels"] as? [String: Any])
        #expect(channels["speed"] as? Double == 2.5)
        #expect(channels["line"] as? String == "山手線 \"JY\"")
        #expect(channels["csv.\n\u{1}x"] is NSNull)
        let events = try #require(object["events"] as? [[String: Any]])
        #expect(events.first?["name"] as? String == "fix back")
        #expect(events.first?["say"] as? String == "Say \"so\"")
        #expect(events.first?["onset"] as? Int == 100)
        let parameters = try #require(
            (try JSONSerialization.jsonObject(with: Data(records[records.count - 1].json.utf8)) as? [String: Any])?["parameters"]
                as? [String: Any])
        #expect(parameters.count == ParameterID.allCases.count)
        #expect(parameters["drops.material"] as? String == "tin")
        #expect(parameters["drops.rate"] as? Double == 1250)
    }

    @Test(arguments: [Int64(0), 951_782_399, 951_868_800, 4_102_444_799, -1, -2_208_988_800, 1_709_164_800])
    func timesAreThoseOfTheCalendar(seconds: Int64) throws {
        let record = StateRecord(
            sample: 0, time: TrackTime(nanoseconds: seconds * 1_000_000_000), channels: ChannelValues(), parameters: SynthParameters(),
            events: [])
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions.insert(.withFractionalSeconds)
        #expect(record.json.contains("\"\(formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))\""))
    }

    @Test(arguments: ["classic", "commuter", "hiker", "tone"])
    func keyPlaysEachMappingAndEventOnce(name: String) throws {
        let preset = try PresetLibrary(folders: []).load(name)
        let key = AudioKey(preset: preset, sampleRate: 48_000)
        #expect(zip(key.entries, key.entries.dropFirst()).allSatisfy { $0.sample <= $1.sample })
        #expect(key.entries.allSatisfy { $0.sample < key.frames })
        #expect(Double(key.frames) / 48_000 <= AudioKey.usualLength)
        #expect(key.cues.first?.start == 0 && key.cues.last?.end == key.frames)
        // A silence of 0.3 s between two stretches, none between two steps of one.
        #expect(zip(key.cues, key.cues.dropFirst()).allSatisfy { [0, 14_400].contains($1.start - $0.end) })
        // Every channel is played at several values, by name or by number.
        for channel in preset.mappings.map(\.channel.name) {
            let told = key.cues.flatMap { $0.label.split(separator: "; ") }.filter { $0.hasPrefix(channel + " ") }
            #expect(Set(told).count >= 2, "\(channel): \(Set(told))")
        }
        // Each event over a low and over a high value of the main number.
        let passes = preset.mappings.contains { !ChannelTable.isClass($0.channel.name) } ? 2 : 1
        for rule in preset.events {
            let told = key.cues.map(\.label).filter { $0 == "event \(rule.trigger.name)" || $0.hasPrefix("event \(rule.trigger.name); ") }
            #expect(told.count == passes && Set(told).count == passes, "\(told)")
        }
        let strikes = key.entries.count { if case .event(let event) = $0.payload { event.kind == .strike } else { false } }
        #expect(strikes == passes * preset.events.reduce(0) { $0 + $1.play.notes.count })
        // Each mapped parameter reaches both ends of its range.
        for mapping in preset.mappings
        where mapping.combine == nil && preset.mappings.count(where: { $0.parameter == mapping.parameter }) == 1 {
            guard case .scale(.values(let first, let last), let range, _) = mapping.rule else { continue }
            var heard = key.entries.compactMap { entry -> Double? in
                if case .parameters(let set, _) = entry.payload { Double(set[mapping.parameter]) } else { nil }
            }
            heard.append(Double(preset.restingParameters[mapping.parameter]))
            let low = try #require(heard.min())
            let high = try #require(heard.max())
            let width = abs(range.1 - range.0)
            let slack = width * (0.01 + mapping.hysteresis / abs(last - first))
            #expect(abs(low - min(range.0, range.1)) <= slack, "\(low)")
            #expect(abs(high - max(range.0, range.1)) <= slack, "\(high)")
        }
        if let speed = key.cues.dropFirst().prefix(5).last(where: { $0.text.hasPrefix("speed") && !$0.label.contains(";") }) {
            #expect(speed.label == "speed \(name == "hiker" ? "7" : "120") km/h")
        }
    }

    /// Every name that sounds different is played at three values of the main number, including those that only a hash picks, by
    /// a name or by a number; the other names change with it.
    @Test(arguments: [
        "line, to: drops.material, choose: { 1: wood, 2: tin, 3: wood }",
        "csv.gear, to: drops.material, choose: { 1: wood, 2: tin, 3: wood }",
    ])
    func keyPlaysEachNameAtThreeSpeeds(_ mapping: String) throws {
        let preset = try Made.preset(
            """
            map:
              - { from: speed, unit: km/h, to: drops.rate, domain: [0, 100], range: [100, 2000] }
              - { from: \(mapping), otherwise: hash }
              - { from: phase, to: bed.brown, choose: { approaching: 0.03, visiting: 0.01 } }
            """)
        let key = AudioKey(preset: preset, sampleRate: 48_000)
        let channel = String(mapping.prefix { $0 != "," }) + " "
        let materials = ParameterTable.spec(.dropsMaterial).choices
        func parameters(_ cue: AudioKey.Cue) -> SynthParameters? {
            let set = key.entries.last { if case .parameters = $0.payload { $0.sample < cue.end } else { false } }
            if case .parameters(let parameters, _)? = set?.payload { return parameters }
            return nil
        }
        var taught: [String: Set<String>] = [:]
        var phases: Set<String> = []
        for cue in key.cues where cue.label.hasPrefix(channel) {
            let parts = cue.label.split(separator: "; ")
            let material = try #require(materials.first { parts[0].hasSuffix("(\($0))") || parts[0].contains("(\($0),") })
            #expect(parameters(cue)?[.dropsMaterial] == materials.firstIndex(of: material).map(Float.init), "\(cue.label)")
            taught[material, default: []].insert(String(parts[1]))
            phases.insert(String(parts[2]))
        }
        #expect(taught.count == materials.count)
        #expect(taught.values.allSatisfy { $0 == ["speed 0 km/h", "speed 50 km/h", "speed 100 km/h"] }, "\(taught)")
        #expect(phases == ["phase approaching", "phase visiting", "phase any other name"])
        #expect(key.cues.contains { $0.label.hasPrefix("\(channel)1 (wood, also 3); ") })
    }

    /// Names that no mapping lists are played as names, not as a number.
    @Test func namesThatOnlyAHashPicksAreHeard() throws {
        let preset = try Made.preset("map:\n  - { from: line, to: drops.material, otherwise: hash }")
        let key = AudioKey(preset: preset, sampleRate: 48_000)
        let materials = ParameterTable.spec(.dropsMaterial).choices
        for material in materials {
            #expect(key.cues.contains { $0.label == "line any other name (\(material))" }, "\(key.cues.map(\.label))")
        }
        #expect(MappedChannel.all(of: preset).first?.values.count == materials.count)
    }

    /// The same preset and seed give the same ride; its state says what the mappings did.
    @Test func aRideThroughAPresetMovesEverythingItMaps() throws {
        let preset = try PresetLibrary(folders: []).load("commuter")
        let ride = PresetRide(preset: preset, seconds: 120, seed: 3, sampleRate: 48_000)
        let again = PresetRide(preset: preset, seconds: 120, seed: 3, sampleRate: 48_000)
        #expect(ride.records.map(\.json) == again.records.map(\.json))
        #expect(ride.records.map(\.json) != PresetRide(preset: preset, seconds: 120, seed: 4, sampleRate: 48_000).records.map(\.json))
        #expect(zip(ride.entries, ride.entries.dropFirst()).allSatisfy { $0.sample <= $1.sample })
        for name in Set(preset.mappings.map(\.channel.name)) {
            let values = Set(ride.records.compactMap { $0.channels[name]?.text })
            #expect(values.count >= 2, "\(name): \(values)")
        }
        #expect(ride.records.contains { !$0.events.isEmpty })
    }

    /// A switch is heard on at values of the main number from end to end, with other names each time.
    @Test func aSwitchIsOnAtEverySpeed() throws {
        let key = AudioKey(preset: try PresetLibrary(folders: []).load("commuter"), sampleRate: 48_000)
        func words(_ label: String) -> [Substring] {
            key.cues.filter { $0.label.hasPrefix(label) }.compactMap { $0.label.split(separator: "; ").dropFirst().first }
        }
        for name in ["offTrain", "estimated", "lost"] {
            #expect(words("\(name) on") == [0, 40, 80, 120].map { "speed \($0) km/h" }, "\(name)")
            #expect(words("\(name) off") == ["speed 0 km/h", "speed 80 km/h"], "\(name)")
        }
        // The events run through the speeds once, from end to end.
        let speeds = key.cues.filter { $0.label.hasPrefix("event ") }.compactMap { cue in
            cue.label.split(separator: "; ").first { $0.hasPrefix("speed ") }.flatMap { Double($0.split(separator: " ")[1]) }
        }
        #expect(speeds == speeds.sorted() && speeds.first == 0 && speeds.last == 120 && Set(speeds).count == 12)
    }

    /// What sounds together is not in step: every pair of direction and phase, and of direction and a low, middle or high speed, is
    /// heard.
    @Test func noFactIsTheCompanionOfAnother() throws {
        let key = AudioKey(preset: try PresetLibrary(folders: []).load("commuter"), sampleRate: 48_000)
        var seconds: [String: Double] = [:]
        for cue in key.cues where cue.label.contains("direction.side") {
            let words = cue.label.split(separator: "; ")
            func word(_ name: String) -> Substring { words.first { $0.hasPrefix(name + " ") } ?? "" }
            let speed = Double(word("speed").split(separator: " ").dropFirst().first ?? "") ?? 0
            for other in [word("phase"), "speed third \(min(2, Int(speed / 40)))"] {
                seconds["\(word("direction.side")), \(other)", default: 0] += Double(cue.end - cue.start) / 48_000
            }
        }
        #expect(seconds.count == 12 && seconds.values.allSatisfy { $0 > 3 }, "\(seconds)")
    }

    /// A preset with many parts takes the time it needs, and no step is left out.
    @Test func aLongKeyIsStillWhole() throws {
        let events = (1...60).map { "  - { on: speed crosses \($0) km/h up, play: { voice: wood, notes: [e4, e4, e4], gap: 0.5 } }" }
        let preset = try Made.preset("events:\n" + events.joined(separator: "\n") + "\n")
        let key = AudioKey(preset: preset, sampleRate: 44_100)
        #expect(key.cues.count == 62)
        let strikes = key.entries.count { if case .event(let event) = $0.payload { event.kind == .strike } else { false } }
        #expect(strikes == 180)
        #expect(Double(key.frames) / 44_100 > AudioKey.usualLength)
    }

    /// A domain that depends on the track is swept all the same.
    @Test func anOpenDomainIsSweptFromEndToEnd() throws {
        let preset = try Made.preset("map:\n  - { from: csv.heart, to: tone.frequency, domain: auto, range: [200, 800], smooth: 0 }\n")
        let key = AudioKey(preset: preset, sampleRate: 48_000)
        let heard = key.entries.compactMap { entry -> Float? in
            if case .parameters(let set, _) = entry.payload { set[.toneFrequency] } else { nil }
        }
        #expect(heard == heard.sorted() && heard.first == 200 && heard.last == 800)
        #expect(key.cues.map(\.label).dropFirst().first == "csv.heart at its least")
    }
}
