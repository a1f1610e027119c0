// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import TestTraits
import Testing
import Tracking

@testable import Sonification

@Suite(.computing) struct EventTests {
    private func rule(_ on: String, _ more: String = "") -> String {
        "events:\n  - { on: \(on), play: { voice: wood, notes: [a4] }\(more) }"
    }

    @Test func crossingsIgnoreNoise() throws {
        // A slow triangle from 10 to 30 m/s and back, with noise of +-1 m/s, 10 Hz.
        var noise = SplitMix(seed: 1)
        var updates: [(Double, TrackerUpdate)] = []
        for tick in 0..<4000 {
            let phase = Double(tick % 2000) / 1000
            let speed = 10 + 20 * (phase < 1 ? phase : 2 - phase) + Double.random(in: -1...1, using: &noise)
            updates.append((Double(tick) / 10, Made.update(Double(tick) / 10, [("speed", speed)])))
        }
        var up = try Made.sonifier(rule("speed crosses 20 m/s up", ", hysteresis: 2.5"))
        #expect(up.run(updates, to: 401).strikes.count == 2)
        var down = try Made.sonifier(rule("speed crosses 72 km/h down", ", hysteresis: 9"))
        #expect(down.run(updates, to: 401).strikes.count == 2)
        var bare = try Made.sonifier(rule("speed crosses 20 m/s up", ", hysteresis: 0"))
        _ = bare.run(updates, to: 401)
        #expect(bare.counts.struck + bare.counts.dropped > 4)
    }

    @Test func aFormHasTheUnitOfACrossing() throws {
        let event = try #require(try Made.preset(rule("speed crosses 80 km/h up")).events.first)
        let units = PresetForm.fields(of: event).compactMap { field in
            if case .number(let number) = field.kind, number.key == "hysteresis" { number.unit } else { nil }
        }
        #expect(units == ["km/h"])
    }

    /// A column that does not exist is reported once, whether mappings or events use it.
    @Test func aMissingColumnOfAnEventIsReported() throws {
        let preset = try Made.preset(
            "map:\n  - { from: csv.wind, to: drops.rate, domain: [0, 9], range: [100, 900] }\n" + rule("csv.rian crosses 5 up")
                + "\n  - { on: csv.wind crosses 5 up, play: { voice: wood, notes: [a4] } }\n")
        #expect(
            preset.missingColumns(in: ["rain (mm)", "gust"]) == [
                "the track has no column wind: its columns are rain (mm), gust",
                "the track has no column rian: its columns are rain (mm), gust; did you mean csv.rain (mm)?",
            ])
        #expect(preset.missingColumns(in: ["rian", "wind"]).isEmpty)
    }

    @Test func noCrossingAtTheFirstValue() throws {
        var sonifier = try Made.sonifier(rule("speed crosses 5 m/s up"))
        let emitted = sonifier.run(
            [
                (0, Made.update(0, [("speed", 9)])), (1, Made.update(1, [("speed", 10)])), (2, Made.update(2, [("speed", 1)])),
                (3, Made.update(3, [("speed", 6)])),
            ], to: 9)
        #expect(emitted.strikes.count == 1)
    }

    @Test(arguments: [0.1, 0.9, 3.3, 7])
    func everyKilometreOnce(pace: Double) throws {
        var sonifier = try Made.sonifier(rule("every 1 km"))
        var updates: [(Double, TrackerUpdate)] = []
        var way = 0.0
        var second = 0.0
        while way < 12_500 {
            // Standing still and a metre backwards do not count twice.
            for shift in [0.0, -1, 0] {
                updates.append((second, Made.update(second, [("distance", way + shift)])))
                second += 1
            }
            way += pace * 100
        }
        let emitted = sonifier.run(updates, to: second + 30)
        #expect(emitted.strikes.count == Int((way - pace * 100) / 1000))
        #expect(emitted.strikes.count >= 11)
    }

    @Test func everyTimeCountsTrackSeconds() throws {
        var sonifier = try Made.sonifier(rule("every 5 min"))
        // Sixty times faster than the track.
        let updates = (0...3600).map { (Double($0) / 60, Made.update(1000 + Double($0))) }
        let emitted = sonifier.run(updates, to: 62)
        #expect(emitted.strikes.map { Double($0.sample) / 48_000 } == (1...12).map { Double($0) * 5 })
    }

    /// `--on` and OSC messages must name an event as the preset does, and no other event may have the same name.
    @Test func aTriggerIsNamedByAllDigitsOfItsNumber() throws {
        let written = ["csv.pressure crosses 1013.2 up", "csv.pressure crosses 1013.4 up", "distance crosses 1000 m up", "every 1500 m"]
        let preset = try Made.preset("events:\n" + written.map { "  - { on: \($0), play: { voice: wood, notes: [e4] } }\n" }.joined())
        #expect(preset.events.map(\.trigger.name) == written)
    }

    @Test func cooldownCountsHeardSeconds() throws {
        var sonifier = try Made.sonifier(rule("fix lost", ", cooldown: 5"))
        let updates = (0..<20).map { (Double($0), Made.update(Double($0) * 50, events: ["fix lost"])) }
        let emitted = sonifier.run(updates, to: 25)
        #expect(emitted.strikes.map { $0.sample / 48_000 } == [0, 5, 10, 15])
        #expect(sonifier.counts.struck == 4 && sonifier.counts.dropped == 0)
    }

    @Test func priorityDecidesAndSpacingHolds() throws {
        var sonifier = try Made.sonifier(
            """
            events:
              - { on: passed, play: { voice: wood, notes: [c4] }, priority: 1 }
              - { on: arrived, play: { voice: wood, notes: [d4] }, priority: 5 }
              - { on: fix lost, play: { voice: wood, notes: [e4] }, priority: 9 }
              - { on: departed, play: { voice: wood, notes: [f4] }, priority: 5 }
            """)
        let all = ["passed", "arrived", "fix lost", "departed"]
        let emitted = sonifier.run([(1, Made.update(1, events: all))], to: 10)
        let names = emitted.strikes.map { strike in
            ["c4", "d4", "e4", "f4"].first { abs(Note($0)!.frequency - Double(strike.frequency)) < 0.01 }
        }
        // Each rings 0.6 s and two sound at once: onsets at 0, 0.3, 0.6 and 0.9 s, in the order of priority.
        #expect(names == ["e4", "d4", "f4", "c4"])
        #expect(emitted.strikes.map(\.sample) == [48_000, 62_400, 76_800, 91_200])
    }

    @Test func aHigherEventOvertakesOnesThatWait() throws {
        var sonifier = try Made.sonifier(
            """
            events:
              - { on: passed, play: { voice: wood, notes: [c4] }, priority: 1 }
              - { on: fix lost, play: { voice: bell, notes: [e4] }, priority: 9 }
            """)
        let emitted = sonifier.run(
            [(0, Made.update(0, events: ["passed", "passed"])), (0.1, Made.update(0.1, events: ["fix lost"]))], to: 5)
        #expect(emitted.strikes.map { $0.values[0] } == [0, 2, 0])
    }

    /// In any case onsets are 300 ms apart, at most two events sound, and none waits more than a second.
    @Test func crowdsAreThinned() throws {
        let names = ["fix lost", "fix back", "arrived", "passed", "departed", "approaching"]
        let rules = names.enumerated().map { "  - { on: \($1), play: { voice: bell, notes: [a4, b4, c5], gap: 0.25 }, priority: \($0) }" }
        var sonifier = try Made.sonifier("events:\n" + rules.joined(separator: "\n"))
        for tick in 0..<500 {
            sonifier.receive(Made.update(Double(tick) / 20, events: [names[tick % 6], names[tick * 7 % 6]]), at: Int64(tick) * 2400)
        }
        var heard: [EventRecord] = []
        sonifier.advance(to: 10 * 48_000, emit: { _ in }, record: { heard += $0.events })
        #expect(sonifier.counts.waiting > 0)
        sonifier.advance(to: 60 * 48_000, emit: { _ in }, record: { heard += $0.events })
        #expect(heard.count > 30)
        #expect(Int64(heard.count) == sonifier.counts.struck)
        #expect(sonifier.counts.struck + sonifier.counts.dropped == 1000 && sonifier.counts.waiting == 0)
        for (one, next) in zip(heard, heard.dropFirst()) { #expect(next.onset - one.onset >= 14_400) }
        let length = Int64(48_000 * (0.5 + 0.6))
        for event in heard {
            #expect(heard.count { $0.onset <= event.onset && $0.onset + length > event.onset } <= 2)
            #expect(event.onset - event.due <= 48_000 && event.onset >= event.due)
        }
    }

    @Test func strikesCarryTheRule() throws {
        var sonifier = Sonifier(
            preset: try Made.preset(
                "events:\n  - { on: entered Old Town, play: { voice: glass, notes: [e4, 500], gap: 0.2, level: -9, pan: -0.5 }, duck: { by: 6, release: 0.8 }, say: Old town. }"
            ), sampleRate: 44_100, generation: 4)
        sonifier.receive(Made.update(0, events: ["entered Old Town"]), at: 1001)
        var events: [(Int64, SynthEvent)] = []
        var said: [EventRecord] = []
        sonifier.advance(
            to: 100_000,
            emit: { entry in
                #expect(entry.generation == 4)
                if case .event(let event) = entry.payload { events.append((entry.sample, event)) }
            }, record: { said += $0.events })
        #expect(events.map(\.0) == [1001, 1001 + 8820])
        #expect(events.map(\.1.frequency) == [329.62756, 500])
        #expect(
            events.allSatisfy {
                $0.1.kind == .strike && $0.1.voice == .glass && $0.1.level == -9 && $0.1.pan == -0.5 && $0.1.duckBy == 6
                    && $0.1.duckRelease == 0.8
            })
        #expect(said == [EventRecord(name: "entered Old Town", say: "Old town.", subject: "Old Town", due: 1001, onset: 1001)])
    }
}
