// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("The engine's timeline", .computing)
struct EngineTimelineTests {
    static func set(_ sample: Int64, _ changes: [ParameterID: Float], generation: UInt32 = 0, glide: Int32 = 0)
        -> TimelineEntry
    {
        TimelineEntry(
            sample: sample, generation: generation, payload: .parameters(SynthParameters(changes), glide: glide))
    }

    @Test("a set acts at its own sample and not before")
    func onTheSample() throws {
        for stamp in [1024, 1025, 1060, 1087, 2001] {
            var still = try EngineFixture(parameters: SynthParameters([.dropsRate: 0]))
            let expected = still.render(4000)
            var moved = try EngineFixture(parameters: SynthParameters([.dropsRate: 0]))
            moved.push([Self.set(Int64(stamp), [.dropsRate: 0, .masterLevel: -12])])
            let sound = moved.render(4000)
            let first = sound.indices.first { sound[$0] != expected[$0] }.map { $0 / 2 }
            // The frame of the stamp still has the old value; a ramp starts with the next one.
            #expect(first == stamp + 1 + moved.engine.latency)
            let report = moved.report()
            #expect(report.lateEntries == 0)
        }
    }

    @Test("a set stamped before the quantum acts at its first frame and is counted")
    func late() throws {
        var punctual = try EngineFixture()
        punctual.push([Self.set(640, [.masterLevel: -20])])
        let expected = punctual.render(4096)
        var tardy = try EngineFixture()
        var sound = tardy.render(640)
        tardy.push([Self.set(100, [.masterLevel: -20])])
        sound += tardy.render(4096 - 640)
        #expect(sound == expected)
        let tardyReport = tardy.report()
        #expect(tardyReport.lateEntries == 1)
        let punctualReport = punctual.report()
        #expect(punctualReport.lateEntries == 0)
    }

    @Test("entries of an older generation are discarded, counted, and change nothing")
    func olderGeneration() throws {
        var knobs = Knobs()
        knobs.generation = 5
        var plain = try EngineFixture(knobs: knobs)
        let expected = plain.render(9600)
        var fixture = try EngineFixture(knobs: knobs)
        fixture.push((0..<100).map { Self.set(Int64($0 * 50), [.masterLevel: -60], generation: 4) })
        let sound = fixture.render(9600)
        #expect(sound == expected)
        let report = fixture.report()
        #expect(report.discardedEntries == 100)
        #expect(report.lateEntries == 0)
        #expect(report.generation == 5)
    }

    @Test("a new generation takes over at a quantum's border and clears what waits for later")
    func takeOver() throws {
        var fixture = try EngineFixture()
        fixture.push((0..<1000).map { Self.set(Int64(1_000_000 + $0), [.masterLevel: -60]) })
        _ = fixture.render(1000)
        var knobs = Knobs()
        knobs.generation = 1
        fixture.knobs.publish(knobs)
        fixture.push([Self.set(2000, [.masterLevel: 0], generation: 1)])
        _ = fixture.render(1000)
        let report = fixture.report()
        #expect(report.generation == 1)
        #expect(report.generationSample == 1024)
        #expect(report.discardedEntries == 1000)
        #expect(report.lateEntries == 0)
    }

    @Test("an entry newer than the knobs waits for them")
    func newerGeneration() throws {
        var fixture = try EngineFixture(parameters: .silent)
        fixture.push([Self.set(0, [.bedPink: 0.1], generation: 1)])
        let sound = fixture.render(640)
        #expect(sound.allSatisfy { $0 == 0 })
        var report = fixture.report()
        #expect(report.generation == 0)
        var knobs = Knobs()
        knobs.generation = 1
        fixture.knobs.publish(knobs)
        let later = fixture.render(640)
        #expect(later.contains { $0 != 0 })
        report = fixture.report()
        #expect(report.lateEntries == 1)
        #expect(report.generationSample == 640)
    }

    @Test("generations may wrap")
    func wrapping() throws {
        var knobs = Knobs()
        knobs.generation = .max
        var fixture = try EngineFixture(knobs: knobs)
        fixture.push([Self.set(0, [.masterLevel: -20], generation: .max)])
        _ = fixture.render(64)
        knobs.generation = 0
        fixture.knobs.publish(knobs)
        fixture.push([Self.set(0, [:], generation: .max), Self.set(64, [:], generation: 0)])
        _ = fixture.render(64)
        let report = fixture.report()
        #expect(report.generation == 0)
        #expect(report.discardedEntries == 1)
        #expect(report.lateEntries == 0)
    }

    @Test("work in a quantum is bounded: what does not fit acts in the next, in order, and counts as late")
    func bounded() throws {
        var fixture = try EngineFixture()
        fixture.push((0..<600).map { Self.set(0, [.masterLevel: $0 == 599 ? 0 : -30]) })
        _ = fixture.render(64)
        let room0 = fixture.room()
        #expect(room0 == 4096 - 344)
        _ = fixture.render(64)
        let room1 = fixture.room()
        #expect(room1 == 4096 - 88)
        _ = fixture.render(64)
        let room2 = fixture.room()
        #expect(room2 == 4096)
        let report = fixture.report()
        #expect(report.lateEntries == 344)
    }

    @Test("a full ring refuses, and says so")
    func overflow() throws {
        var fixture = try EngineFixture(capacity: 8)
        let accepted = (0..<12).map { index in fixture.timeline.push(Self.set(Int64(index), [:])) }
        #expect(accepted == (0..<12).map { $0 < 8 })
        #expect(fixture.queue.overflowCount == 4)
        _ = fixture.render(64)
        let acceptedAgain = fixture.timeline.push(Self.set(64, [:]))
        #expect(acceptedAgain)
    }
}
