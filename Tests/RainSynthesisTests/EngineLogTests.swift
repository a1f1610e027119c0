// SPDX-License-Identifier: MIT
import RealtimeExchange
import TestTraits
import Testing

@testable import RainSynthesis

/// Rendering the log of what an engine applied gives the bytes that it rendered.
@Suite("The engine's log", .computing)
struct EngineLogTests {
    /// A performance with a randomly delayed control side.
    struct Performance {
        var sound: [Float] = []
        var log: [TimelineEntry] = []
        var report = Telemetry()
        var overflow = 0
    }

    static let frames = 480 * 400

    static func perform(seed: UInt64, logCapacity: Int = 1 << 14) throws -> Performance {
        var performance = Performance()
        let log = EventQueue<TimelineEntry>(capacity: logCapacity)
        var reader = log.takeConsumer()
        var knobs = Knobs()
        knobs.gain = -3.3
        var fixture = try EngineFixture(seed: seed, parameters: dense, knobs: knobs, applied: log.takeProducer())
        var chance = SplitMix(seed: seed)
        var done = 0
        while done < frames {
            untimely(&fixture, &knobs, &chance, at: Int64(done))
            // Blocks of any size, so that entries and knobs arrive within quanta.
            let block = min(1 + Int(chance.uniform() * 700), frames - done)
            performance.sound += fixture.render(block)
            done += block
            if logCapacity > 100 { while let entry = reader.pop() { performance.log.append(entry) } }
        }
        while let entry = reader.pop() { performance.log.append(entry) }
        performance.report = fixture.report()
        performance.overflow = log.overflowCount
        return performance
    }

    private static let dense = SynthParameters([.dropsRate: 6000, .bedPink: 0.03, .toneLevel: -30])

    private static func untimely(
        _ fixture: inout EngineFixture, _ knobs: inout Knobs, _ chance: inout SplitMix, at now: Int64
    ) {
        if chance.uniform() < 0.2 {
            knobs.gain = Float(chance.uniform() * 30 - 24)
            knobs.muted = chance.uniform() < 0.3
            fixture.knobs.publish(knobs)
        }
        if chance.uniform() < 0.02 {
            knobs.generation &+= 1
            fixture.knobs.publish(knobs)
        }
        // An occasional flood: more than one quantum can apply.
        let count = chance.uniform() < 0.01 ? 600 : Int(chance.uniform() * 4)
        var sample = now - 500
        for _ in 0..<count {
            // In order, both late and early.
            sample += count > 4 ? Int64(chance.uniform() * 2) : Int64(chance.uniform() * 900)
            _ = fixture.timeline.push(
                TimelineEntry(sample: sample, generation: knobs.generation, payload: payload(&chance)))
        }
    }

    private static func payload(_ chance: inout SplitMix) -> TimelineEntry.Payload {
        switch chance.uniform() {
        case ..<0.1:
            return .event(SynthEvent(strike: .glass, frequency: Float(300 + 900 * chance.uniform()), level: -12, duckBy: 9))
        case ..<0.12: return .event(SynthEvent(kind: .stop))
        case ..<0.2: return .event(SynthEvent(kind: .start))
        default:
            var set = dense
            set[.dropsRate] = Float(20_000 * chance.uniform())
            set[.masterLevel] = Float(-12 * chance.uniform())
            set[.toneFrequency] = Float(200 + 2000 * chance.uniform())
            set[.dropsMaterial] = Float(Int(chance.uniform() * 7))
            return .parameters(set, glide: Int32(chance.uniform() * 2000))
        }
    }

    @Test("rendering it gives the same bytes, whatever came late and whatever the knobs did", arguments: 1...8 as ClosedRange<UInt64>)
    func replays(seed: UInt64) throws {
        let performance = try Self.perform(seed: seed)
        #expect(performance.overflow == 0)
        #expect(performance.report.lateEntries > 100)
        #expect(performance.report.discardedEntries > 0)
        #expect(performance.log.contains { if case .volume(_, true) = $0.payload { true } else { false } })

        var fixture = try EngineFixture(seed: seed, parameters: Self.dense)
        var next = 0
        var sound: [Float] = []
        while sound.count < 2 * Self.frames {
            let end = Int64(sound.count / 2 + 64)
            while next < performance.log.count, performance.log[next].sample < end {
                fixture.push([performance.log[next]])
                next += 1
            }
            sound += fixture.render(64)
        }
        #expect(sound.map(\.bitPattern) == performance.sound.map(\.bitPattern))
        let report = fixture.report()
        #expect(report.lateEntries == 0)
        #expect(report.strikes == performance.report.strikes)
    }

    @Test("what finds the log full is counted, and the sound goes on the same")
    func full() throws {
        let whole = try Self.perform(seed: 3)
        let cut = try Self.perform(seed: 3, logCapacity: 64)
        #expect(cut.log.count == 64)
        #expect(cut.overflow == whole.log.count - 64)
        #expect(cut.sound == whole.sound)
    }
}
