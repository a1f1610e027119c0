// SPDX-License-Identifier: MIT
import DeterministicMath
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("The engine does not depend on the block", .computing)
struct EngineBlockTests {
    static let frames = 48_000 * 3

    /// Sets at odd samples with odd glides, notes, a stop, a start, every material, and a pool that overflows.
    static func busyTimeline(rain: Bool = false) -> [TimelineEntry] {
        var random = SplitMix64(11)
        func uniform(_ range: ClosedRange<Float>) -> Float {
            range.lowerBound + (range.upperBound - range.lowerBound) * Float(random.next() >> 40) * 0x1p-24
        }
        var entries: [TimelineEntry] = []
        var sample: Int64 = 1
        while sample < frames {
            var set = SynthParameters()
            for spec in ParameterTable.all
            where !spec.fixedAtStart && spec.id != .dropsRate && spec.id != .masterLevel
                && (rain || !["rain", "wind", "thunder", "rails"].contains(spec.name.prefix { $0 != "." }))
            {
                if random.next() % 3 == 0 { set[spec.id] = uniform(spec.range) }
            }
            set[.dropsRate] = uniform(0...2) * uniform(0...60_000)
            set[.masterLevel] = uniform(-30...0)
            let glide = Int32(random.next() % 4000)
            entries.append(TimelineEntry(sample: sample, payload: .parameters(set, glide: glide)))
            if random.next() % 4 == 0 {
                let note = SynthEvent(
                    strike: StrikeVoice.allCases[Int(random.next() % 3)], frequency: uniform(300...700),
                    level: uniform(-20...0), pan: uniform(-1...1), duckBy: uniform(0...12), duckRelease: 0.3)
                entries.append(TimelineEntry(sample: sample, payload: .event(note)))
            }
            sample += Int64(random.next() % 2500)
        }
        for (sample, kind) in [(50_001, SynthEvent.Kind.stop), (62_003, .start), (90_017, .stop), (92_001, .start)] {
            entries.append(TimelineEntry(sample: Int64(sample), payload: .event(SynthEvent(kind: kind))))
        }
        return entries.enumerated().sorted { ($0.element.sample, $0.offset) < ($1.element.sample, $1.offset) }
            .map(\.element)
    }

    static func render(
        blocks: [Int], rate: Int = 48_000, seed: UInt64 = 7, instructionSet: InstructionSet = .standard
    ) throws -> [Float] {
        var fixture = try EngineFixture(
            rate: rate, seed: seed, parameters: SynthParameters([.dropsVoices: 64]), instructionSet: instructionSet)
        fixture.push(busyTimeline())
        let sound = fixture.render(frames, blocks: blocks)
        let report = fixture.report()
        #expect(report.lateEntries == 0)
        #expect(report.yieldedDrops > 0)
        #expect(report.peakActiveDrops == 64)
        #expect(report.strikes > 0)
        return sound
    }

    @Test("1, 64, 480, 4096 and mixed blocks give equal bytes, and so does a second run")
    func equalBytes() throws {
        let expected = try Self.render(blocks: [Self.frames])
        #expect(expected.contains { abs($0) > 0.01 })
        #expect(expected.allSatisfy { $0.isFinite })
        for blocks in [[Self.frames], [1], [64], [480], [4096], [1, 63, 65, 7, 4096, 128, 333]] {
            let sound = try Self.render(blocks: blocks)
            #expect(fingerprint(sound) == fingerprint(expected), "blocks \(blocks)")
        }
        #expect(fingerprint(try Self.render(blocks: [480], seed: 8)) != fingerprint(expected))
    }

    /// Every change of the sound, intended or not, changes this figure: find the reason before updating it.
    @Test("the bytes are those written down")
    func writtenDown() throws {
        let found = fingerprint(try Self.render(blocks: [4096]))
        #expect(found == 16_911_204_098_135_953_990)
    }

    @Test("every rate runs, finite and under the ceiling", arguments: EngineConfiguration.sampleRates)
    func rates(_ rate: Int) throws {
        let sound = try Self.render(blocks: [1024], rate: rate)
        #expect(sound.allSatisfy { $0.isFinite && abs($0) <= 0.8913 })
        #expect(sound.contains { abs($0) > 0.01 })
    }

    @Test("other rates are refused", arguments: [0, -1, 8000, 44_101, 22_050, 384_000])
    func refused(_ rate: Int) {
        #expect(throws: EngineError.unsupportedSampleRate(rate)) { _ = try EngineFixture(rate: rate) }
    }
}
