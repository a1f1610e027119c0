// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange
import Sonification
import Testing
import Tracking

@testable import Transport

/// The timeline as the engine would receive it.
@Suite struct ConductorTests {
    /// An entry, for comparison.
    struct Line: Equatable {
        var sample: Int64
        var generation: UInt32
        var values: [UInt32]

        init(_ entry: TimelineEntry) {
            sample = entry.sample
            generation = entry.generation
            switch entry.payload {
            case .parameters(let set, let glide):
                values = ParameterID.allCases.map { set[$0].bitPattern } + [UInt32(bitPattern: glide)]
            case .event(let event): values = [UInt32(event.kind.rawValue), event.frequency.bitPattern]
            case .volume(let gain, let muted): values = [gain.bitPattern, muted ? 1 : 0]
            }
        }
    }

    private static func update(_ second: Int) -> TrackerUpdate {
        var update = TrackerUpdate(time: Made.time(Double(second)), fix: Fix())
        update.channels["speed"] = .number(Double(second * 7 % 40))
        return update
    }

    private static func conductor(_ queue: EventQueue<TimelineEntry>) throws -> Conductor {
        Conductor(sonifier: Sonifier(preset: try Made.performance().preset, sampleRate: 48_000), producer: queue.takeProducer())
    }

    /// Twenty seconds of updates, one per second, conducted to each of `ends`, with a stop at 19.5 s.
    private static func entries(_ ends: [Int64]) throws -> [Line] {
        let queue = EventQueue<TimelineEntry>(capacity: 4096)
        var consumer = queue.takeConsumer()
        var conductor = try conductor(queue)
        conductor.stop(at: 936_000)
        var lines: [Line] = []
        var next = 0
        for end in ends {
            while next < 20, Int64(next) * 48_000 < end {
                conductor.receive(update(next), at: Int64(next) * 48_000)
                next += 1
            }
            conductor.advance(to: end)
            #expect(conductor.horizon == end)
            while let entry = consumer.pop() { lines.append(Line(entry)) }
        }
        return lines
    }

    @Test(arguments: [1, 7, 64, 4096, 5_000, 48_000, 333_333] as [Int64])
    func chunksChangeNothing(chunk: Int64) throws {
        let whole = try Self.entries([960_000])
        var ends = Array(stride(from: chunk, to: 960_000, by: Int64.Stride(max(chunk, 64)))) + [960_000]
        if chunk == 1 { ends = (0..<2_000).map { 935_000 + $0 } + [960_000] }
        #expect(try Self.entries(ends) == whole)
        #expect(whole.count > 200)
        #expect(whole.map(\.sample) == whole.map(\.sample).sorted())
        #expect(
            whole.filter { $0.values.first == UInt32(SynthEvent.Kind.stop.rawValue) && $0.values.count == 2 }.map(\.sample) == [936_000])
    }

    @Test func aFullQueueLosesNothing() throws {
        let whole = try Self.entries([960_000])
        let queue = EventQueue<TimelineEntry>(capacity: 8)
        var consumer = queue.takeConsumer()
        var conductor = try Self.conductor(queue)
        conductor.stop(at: 936_000)
        for second in 0..<20 { conductor.receive(Self.update(second), at: Int64(second) * 48_000) }
        var lines: [Line] = []
        conductor.advance(to: 960_000)
        // Complete up to the first entry that no longer fitted, and no further.
        #expect(conductor.horizon == whole[8].sample)
        #expect(conductor.overflowCount == 1)
        while lines.count < whole.count {
            var entry = consumer.pop()
            if entry == nil {
                conductor.advance(to: 960_000)
                entry = consumer.pop()
            }
            lines.append(Line(try #require(entry)))
            if lines.count % 3 == 0 { conductor.advance(to: 960_000) }
        }
        #expect(lines == whole)
        #expect(conductor.horizon == 960_000)
        #expect(conductor.overflowCount > 1)
    }

    @Test func aRestartForgetsWhatWaits() throws {
        let queue = EventQueue<TimelineEntry>(capacity: 8)
        var consumer = queue.takeConsumer()
        var conductor = try Self.conductor(queue)
        let fresh = conductor.sonifier
        for second in 0..<20 { conductor.receive(Self.update(second), at: Int64(second) * 48_000) }
        conductor.advance(to: 960_000)
        while consumer.pop() != nil {}
        conductor.restart(from: fresh, at: 480_000, playedUntil: 470_000, generation: 1)
        #expect(conductor.conducted == 480_000)
        conductor.advance(to: 960_000)
        var lines: [Line] = []
        while let entry = consumer.pop() { lines.append(Line(entry)) }
        #expect(lines.allSatisfy { $0.generation == 1 && $0.sample >= 480_000 })
        // The engine is restarted, in case it has stopped, and gets a complete set.
        #expect(lines.map(\.values.count) == [2, ParameterID.allCases.count + 1])
    }
}
