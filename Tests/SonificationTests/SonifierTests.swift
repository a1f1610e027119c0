// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import TestTraits
import Testing
import Tracking

@testable import Sonification

@Suite(.computing) struct SonifierTests {
    private static let speedToRate = """
        map:
          - { from: speed, unit: km/h, to: drops.rate, domain: [0, 120], range: [240, 3600], curve: log, smooth: { attack: 0.4, release: 1.0 } }
        """

    @Test(arguments: EngineConfiguration.sampleRates)
    func gridIsTwentyMilliseconds(rate: Int) throws {
        var sonifier = Sonifier(preset: try Made.preset(SonifierTests.speedToRate), sampleRate: rate)
        let emitted = sonifier.run([(0.013, Made.update(0, [("speed", 20)]))], to: 3)
        #expect(sonifier.gridStep * 50 == Int64(rate))
        #expect(emitted.sets.first?.sample == sonifier.gridStep)
        #expect(emitted.sets.allSatisfy { $0.sample % sonifier.gridStep == 0 && Int64($0.glide) == sonifier.gridStep })
    }

    /// A step up covers 90 % of the way in `attack`, a step down in `release`, measured in the curve's own domain.
    @Test func smoothingTakesItsTime() throws {
        var sonifier = try Made.sonifier(SonifierTests.speedToRate)
        let emitted = sonifier.run(
            [(0, Made.update(0, [("speed", 0)])), (10, Made.update(10, [("speed", 120 / 3.6)])), (20, Made.update(20, [("speed", 0)]))],
            to: 40)
        func logShare(_ second: Double) throws -> Double {
            // A set is reached one grid step after its sample.
            let rate = try #require(emitted.value(.dropsRate, at: Int64((second - 0.02) * 48_000)))
            return log(Double(rate) / 240) / log(15)
        }
        #expect(abs(try logShare(10.4) - 0.9) < 1e-4)
        #expect(abs(try logShare(10.2) - (1 - pow(10, -0.5))) < 1e-4)
        #expect(abs(try logShare(21) - 0.1) < 1e-4)
        #expect(emitted.value(.dropsRate, at: 19 * 48_000) == 3600)
        #expect(emitted.value(.dropsRate, at: 39 * 48_000) == 240)
    }

    @Test func nothingIsEmittedWhileNothingMoves() throws {
        var sonifier = try Made.sonifier(SonifierTests.speedToRate)
        let updates = (0..<600).map { (Double($0), Made.update(Double($0), [("speed", 10)])) }
        let emitted = sonifier.run(updates, to: 600)
        #expect(emitted.lines.count < 150)
        #expect(zip(emitted.sets, emitted.sets.dropFirst()).allSatisfy { $0.values != $1.values })
    }

    /// One seeded ride with everything, and several ways to call `advance`.
    @Test func timelineDoesNotDependOnHowAdvanceIsCalled() throws {
        let preset = try Made.preset(
            """
            map:
              - { from: speed, unit: km/h, to: drops.rate, domain: [0, 120], range: [240, 3600], curve: sqrt }
              - { from: speed, to: drops.level, domain: [0, 30], range: [-12, 0], curve: { power: 2 } }
              - { from: accuracy, to: wash.level, domain: [5, 50], range: [0, 0.1], missing: { hold: 1, then: 0.05 } }
            events:
              - { on: speed crosses 15 m/s up, play: { voice: wood, notes: [e4, b4] }, priority: 3 }
              - { on: every 100 m, play: { voice: bell, notes: [a4] }, priority: 9 }
              - { on: fix lost, play: { voice: glass, notes: [c5, e5, g5], gap: 0.2 }, cooldown: 1 }
            """)
        var random = SplitMix(seed: 7)
        var updates: [(Int64, TrackerUpdate)] = []
        var way = 0.0
        for tick in 0..<400 {
            let seconds = Double(tick) / 4
            let speed = 15 + 14 * sin(seconds / 3)
            way += speed / 4
            var channels = [("speed", speed), ("distance", way)]
            if tick % 40 < 30 { channels.append(("accuracy", Double(5 + tick % 45))) }
            updates.append(
                (
                    Int64(seconds * 48_000) + Int64(tick * 37 % 480),
                    Made.update(seconds, channels, events: tick % 9 == 0 ? ["fix lost"] : [])
                ))
        }
        func play(_ pattern: (Int64) -> Int64, early: Bool) -> Emitted {
            var sonifier = Sonifier(preset: preset, sampleRate: 48_000)
            var emitted = Emitted()
            var next = 0
            if early {
                for (sample, update) in updates { sonifier.receive(update, at: sample) }
                next = updates.count
            }
            var now: Int64 = 0
            while now < 5_000_000 {
                let end = now + max(1, pattern(now))
                while next < updates.count, updates[next].0 <= end {
                    sonifier.receive(updates[next].1, at: updates[next].0)
                    next += 1
                }
                sonifier.advance(to: end) { emitted.add($0) }
                now = end
            }
            sonifier.advance(to: 5_100_000) { emitted.add($0) }
            return emitted
        }
        let whole = play({ _ in 5_000_000 }, early: true)
        #expect(whole.sets.count > 1000 && whole.strikes.count > 20)
        #expect(play({ _ in 64 }, early: false) == whole)
        #expect(play({ _ in 960 }, early: false) == whole)
        #expect(play({ _ in 4097 }, early: true) == whole)
        #expect(play({ _ in Int64.random(in: 1...100_000, using: &random) }, early: false) == whole)
        #expect(zip(whole.lines, whole.lines.dropFirst()).allSatisfy { $0.sample <= $1.sample })
    }

    @Test func missingValuesHoldThenRest() throws {
        let preset = try Made.preset(
            """
            base: { drops.rate: 300 }
            map:
              - { from: speed, to: drops.rate, domain: [0, 10], range: [1000, 2000], smooth: 0, missing: { hold: 3, then: base } }
              - { from: speed, to: drops.level, domain: [0, 10], range: [-20, 0], smooth: 0, missing: { hold: 1, then: -40 } }
              - { from: speed, to: drops.brightness, domain: [0, 10], range: [0, 1], smooth: 0, missing: { hold: 0, then: hold } }
            """)
        // Ten times faster than the track: hold counts track seconds.
        var sonifier = Sonifier(preset: preset, sampleRate: 48_000)
        var updates = [(0.0, Made.update(100, [("speed", 10)]))]
        for tick in 1...60 { updates.append((Double(tick) / 100, Made.update(100 + Double(tick) / 10))) }
        let emitted = sonifier.run(updates, to: 2)
        func at(_ second: Double, _ id: ParameterID) -> Float? { emitted.value(id, at: Int64(second * 48_000)) }
        #expect(at(0.08, .dropsLevel) == 0)
        #expect(at(0.12, .dropsLevel) == -40)
        #expect(at(0.28, .dropsRate) == 2000)
        #expect(at(0.32, .dropsRate) == 300)
        #expect(at(1.9, .dropsBrightness) == 1)
    }

    @Test func unusableNumbersAreMissing() throws {
        var sonifier = try Made.sonifier(SonifierTests.speedToRate)
        let emitted = sonifier.run(
            [(0, Made.update(0, [("speed", 10)])), (5, Made.update(5, [("speed", .nan)])), (9, Made.update(9, [("speed", .infinity)]))],
            to: 20)
        #expect(emitted.sets.allSatisfy { Float(bitPattern: $0.values[0]).isFinite })
        #expect(emitted.value(.dropsRate, at: 19 * 48_000) == 300)
    }

    @Test func mappingsCombine() throws {
        func level(_ combine: String) throws -> Float? {
            var sonifier = try Made.sonifier(
                """
                map:
                  - { from: speed, to: drops.rate, domain: [0, 10], range: [1000, 2000], smooth: 0 }
                  - { from: csv.x, to: drops.rate, domain: [0, 10], range: [0, 3000], smooth: 0, combine: \(combine), missing: { hold: 0, then: base } }
                """)
            let emitted = sonifier.run(
                [(0, Made.update(0, [("speed", 5), ("csv.x", 0.01)])), (1, Made.update(1, [("speed", 5), ("csv.x", 10)]))], to: 2)
            let before = try #require(emitted.value(.dropsRate, at: 40_000))
            return before * 100_000 + (emitted.value(.dropsRate, at: 90_000) ?? 0)
        }
        #expect(try level("add") == 1503 * 100_000 + 4500)
        #expect(try level("multiply") == 4500 * 100_000 + 4_500_000)
        #expect(try level("max") == 1500 * 100_000 + 3000)
        #expect(try level("last") == 3 * 100_000 + 3000)
    }

    /// What is added may be negative, and a factor is none of the parameter's values: a bubble of 0.5 Hz is not possible.
    @Test func amountsAndFactorsAreNoValuesOfTheParameter() throws {
        var sonifier = try Made.sonifier(
            """
            map:
              - { from: speed, to: drops.bubble.frequency, domain: [0, 10], range: [500, 900], smooth: 0 }
              - { from: csv.a, to: drops.bubble.frequency, domain: [0, 10], range: [-100, 0], smooth: 0, combine: add }
              - { from: csv.b, to: drops.bubble.frequency, curve: { table: [[0, 1], [10, 0.5]] }, smooth: 0, combine: multiply }
              - { from: csv.c, to: drops.bubble.frequency, choose: { 1: 0.25 }, otherwise: 1, smooth: 0, combine: multiply, missing: { then: 1 } }
            """)
        let emitted = sonifier.run([(0, Made.update(0, [("speed", 5), ("csv.a", 0), ("csv.b", 10), ("csv.c", 1)]))], to: 1)
        let frequency = try #require(emitted.value(.dropsBubbleFrequency, at: 40_000))
        #expect(abs(frequency - (700 - 100) * 0.5 * 0.25) < 0.001)
    }

    @Test(arguments: ["add", "multiply", "max", "last"])
    func missingTakesNoPart(combine: String) throws {
        var sonifier = try Made.sonifier(
            """
            map:
              - { from: speed, to: drops.rate, domain: [0, 10], range: [1000, 2000], smooth: 0 }
              - { from: csv.x, to: drops.rate, domain: [0, 10], range: [0, 3000], smooth: 0.1, combine: \(combine), missing: { hold: 0, then: base } }
            """)
        let emitted = sonifier.run([(0, Made.update(0, [("speed", 5), ("csv.x", 7)])), (1, Made.update(1, [("speed", 5)]))], to: 3)
        #expect(emitted.value(.dropsRate, at: 130_000) == 1500)
    }

    @Test func lostSilencesAndComesBack() throws {
        let preset = try PresetLibrary(folders: []).load("counter")
        var sonifier = Sonifier(preset: preset, sampleRate: 48_000)
        let emitted = sonifier.run(
            [
                (0, Made.update(0, [("speed", 0), ("lost", 0), ("accuracy", 5)])),
                (10, Made.update(10, [("lost", 1)])), (20, Made.update(20, [("speed", 0), ("lost", 0)])),
            ], to: 40)
        #expect(emitted.value(.dropsRate, at: 9 * 48_000) == nil || emitted.value(.dropsRate, at: 9 * 48_000) == 240)
        #expect(emitted.value(.dropsRate, at: 15 * 48_000) == 0)
        #expect(emitted.value(.washLevel, at: 15 * 48_000) == 0.019)
        #expect(emitted.value(.dropsRate, at: 39 * 48_000) == 240)
        #expect(emitted.value(.washLevel, at: 39 * 48_000) == 0)
    }

    @Test func namesChooseAndHash() throws {
        let preset = try Made.preset(
            """
            map:
              - { from: line, to: drops.material, choose: { Yamanote: wood, Chuo: tin }, otherwise: hash }
              - { from: direction, to: drops.brightness, choose: { up: 1, down: -1 }, otherwise: 0, smooth: 0 }
            """)
        var sonifier = Sonifier(preset: preset, sampleRate: 48_000)
        func heard(_ line: String, _ direction: String) -> (Int, Float) {
            var update = Made.update(0)
            update.channels["line"] = .category(line)
            update.channels["direction"] = .category(direction)
            sonifier.receive(update, at: 0)
            sonifier.advance(to: sonifier.gridStep * 1000) { _ in }
            return (Int(sonifier.parameters[.dropsMaterial]), sonifier.parameters[.dropsBrightness])
        }
        #expect(heard("Yamanote", "up") == (2, 1))
        sonifier = Sonifier(preset: preset, sampleRate: 48_000)
        #expect(heard("Chuo", "down") == (4, -1))
        sonifier = Sonifier(preset: preset, sampleRate: 48_000)
        // 0x85944171f73967e8 mod 8
        #expect(heard("foobar", "?") == (0, 0))
    }

    @Test func numbersChooseLikeNames() throws {
        let preset = try Made.preset(
            "map:\n  - { from: csv.gear, to: drops.brightness, choose: { 0: 1, 2.5: -1 }, otherwise: 2, smooth: 0 }")
        for (gear, brightness) in [(0.0, Float(1)), (-0.0, 1), (2.5, -1), (2.4999, 2), (7, 2), (.nan, 0)] {
            var sonifier = Sonifier(preset: preset, sampleRate: 48_000)
            sonifier.receive(Made.update(0, [("csv.gear", gear)]), at: 0)
            sonifier.advance(to: sonifier.gridStep * 1000) { _ in }
            #expect(sonifier.parameters[.dropsBrightness] == brightness, "\(gear)")
        }
    }

    @Test func hysteresisIgnoresSmallMoves() throws {
        var sonifier = try Made.sonifier(
            "map:\n  - { from: climb, unit: m/h, to: drops.brightness, domain: [-100, 100], range: [-1, 1], hysteresis: 20, smooth: 0 }"
        )
        var heard: [Float] = []
        for (second, climb) in [50.0, 60, 69, 71, 60, 51, 50].enumerated() {
            sonifier.receive(Made.update(Double(second), [("climb", climb / 3600)]), at: Int64(second) * 48_000)
            sonifier.advance(to: Int64(second + 1) * 48_000) { _ in }
            heard.append(sonifier.parameters[.dropsBrightness])
        }
        #expect(zip(heard, [0.5, 0.5, 0.5, 0.71, 0.71, 0.51, 0.51]).allSatisfy { abs($0 - $1) < 1e-5 }, "\(heard)")
    }

    @Test func openDomainsAreResolvedAndSaid() throws {
        let preset = try Made.preset(
            """
            map:
              - { from: csv.heart, to: drops.rate, domain: auto, range: [100, 1000] }
              - { from: csv.heart, to: drops.level, domain: [p5, p95], range: [-20, 0] }
              - { from: csv.none, to: drops.pan, domain: auto, range: [-1, 1] }
            """)
        var survey = ChannelSurvey(preset)
        for step in 0...200 { survey.add(Made.update(Double(step), [("csv.heart", Double((step * 73) % 201))])) }
        let (resolved, said) = survey.resolve(preset)
        #expect(
            said == [
                "domain auto of csv.heart is 0 to 200", "domain [p5, p95] of csv.heart is 10 to 190",
                "csv.none is not in this track: its mapping has no effect.",
            ])
        guard case .scale(.values(let low, let high), _, _) = resolved.mappings[1].rule else { return #expect(Bool(false)) }
        #expect(abs(low - 10) < 1e-9 && abs(high - 190) < 1e-9)
    }

    /// Half way between two numbers whose difference is infinite there is a number.
    @Test func percentilesOfTheLargestNumbersAreNumbers() throws {
        let preset = try Made.preset("map:\n  - { from: csv.x, to: drops.rate, domain: [p5, p50], range: [100, 1000] }")
        var survey = ChannelSurvey(preset)
        for step in 0..<4 { survey.add(Made.update(Double(step), [("csv.x", step % 2 == 0 ? -1.7e308 : 1.7e308)])) }
        #expect(survey.resolve(preset).notes == ["domain [p5, p50] of csv.x is -1.7e+308 to 0"])
    }

    /// A channel that rests for half of a track changes all the same.
    @Test func equalPercentilesAreNoConstantChannel() throws {
        let preset = try Made.preset(
            """
            map:
              - { from: csv.heart, to: drops.rate, domain: [p5, p50], range: [100, 1000] }
              - { from: csv.still, to: drops.level, domain: [p5, p95], range: [-20, 0] }
            """)
        var survey = ChannelSurvey(preset)
        for step in 0...60 { survey.add(Made.update(Double(step), [("csv.heart", Double(max(60, 14 + step))), ("csv.still", 3)])) }
        #expect(
            survey.resolve(preset).notes == [
                "domain [p5, p50] of csv.heart is 60 to 60", "these percentiles of csv.heart are equal: widen the domain",
                "domain [p5, p95] of csv.still is 3 to 3", "csv.still never changes in this track",
            ])
    }

    /// An open domain that was not resolved adapts to the values so far.
    @Test func openDomainLearns() throws {
        var sonifier = try Made.sonifier("map:\n  - { from: csv.x, to: drops.level, domain: auto, range: [-20, 0], smooth: 0 }")
        var heard: [Float] = []
        for (second, x) in [5.0, 7, 6, 3, 5].enumerated() {
            sonifier.receive(Made.update(Double(second), [("csv.x", x)]), at: Int64(second) * 48_000)
            sonifier.advance(to: Int64(second + 1) * 48_000) { _ in }
            heard.append(sonifier.parameters[.dropsLevel])
        }
        #expect(heard == [-20, 0, -10, -20, -10])
    }

    @Test func restartBeginsAGeneration() throws {
        var sonifier = try Made.sonifier(SonifierTests.speedToRate)
        _ = sonifier.run([(0, Made.update(0, [("speed", 10)]))], to: 5)
        sonifier.receive(Made.update(6, [("speed", 30)]), at: 6 * 48_000)
        sonifier.restart(at: 5 * 48_000 + 7, generation: 3)
        var entries: [TimelineEntry] = []
        sonifier.advance(to: 20 * 48_000) { entries.append($0) }
        #expect(entries.map(\.generation) == [3])
        #expect(entries.map(\.sample) == [5 * 48_000 + 960])
    }

    @Test func extremeInputsDoNotTrap() throws {
        let preset = try PresetLibrary(folders: []).load("hiker")
        var sonifier = Sonifier(preset: preset, sampleRate: 192_000)
        for (sample, value) in [(Int64.min, -1e300), (0, 1e300), (5, .nan), (100, -.infinity), (.max, 1e-300)] {
            var update = TrackerUpdate(time: TrackTime(nanoseconds: sample), fix: nil)
            for name in ["speed", "climb", "lost", "distance", "accuracy"] { update.channels[name] = .number(value) }
            sonifier.receive(update, at: sample)
        }
        var finite = true
        sonifier.advance(to: 10_000_000) { entry in
            if case .parameters(let set, _) = entry.payload { finite = finite && ParameterID.allCases.allSatisfy { set[$0].isFinite } }
        }
        #expect(finite)
    }
}
