// SPDX-License-Identifier: MIT
import CEBUR128
import DeterministicMath
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Rain in the engine", .computing)
struct RainEngineTests {
    @Test("0 mm/h is silence, after rain too, and off the rest is what it was") func silence() throws {
        var dry = try EngineFixture(parameters: .silent.with([.rainLevel: 12, .rainSingles: 20_000]))
        #expect(dry.render(48_000).allSatisfy { $0 == 0 })

        var shower = try EngineFixture(parameters: .silent.with([.rainIntensity: 50]))
        shower.push([TimelineEntry(sample: 24_000, payload: .parameters(.silent, glide: 4800))])
        let sound = shower.render(96_000)
        #expect(sound[..<40_000].contains { abs($0) > 0.01 })
        // After the glide, the longest bubble and the limiter: the tail of the DC blocker.
        #expect(sound[100_000...].allSatisfy { abs($0) < 1e-6 })
    }

    /// Rain that changes all its parameters at odd samples, with a stop and a start.
    private static func weather(_ frames: Int) -> [TimelineEntry] {
        var random = SplitMix64(12)
        var entries: [TimelineEntry] = []
        var sample: Int64 = 1
        while sample < frames {
            var set = SynthParameters()
            for spec in ParameterTable.all
            where ["rain", "wind", "thunder"].contains(spec.name.prefix { $0 != "." }) && random.next() % 2 == 0 {
                let part = Float(random.next() >> 40) * 0x1p-24
                set[spec.id] = spec.range.lowerBound + (spec.range.upperBound - spec.range.lowerBound) * part * part
            }
            set[.rainIntensity] = random.next() % 5 == 0 ? 0 : Float(random.next() >> 40) * 0x1p-24 * 100
            set[.rainLevel] = -20
            set[.windLevel] = min(set[.windLevel], -10)
            set[.rainFlowLevel] = min(set[.rainFlowLevel], 0)
            set[.thunderLevel] = -6
            set[.thunderRate] = 20
            entries.append(TimelineEntry(sample: sample, payload: .parameters(set, glide: Int32(random.next() % 4000))))
            sample += Int64(random.next() % 3000)
        }
        for (sample, kind) in [(50_001, SynthEvent.Kind.stop), (62_003, .start)] {
            entries.append(TimelineEntry(sample: Int64(sample), payload: .event(SynthEvent(kind: kind))))
        }
        return entries.enumerated().sorted { ($0.element.sample, $0.offset) < ($1.element.sample, $1.offset) }.map(\.element)
    }

    @Test("Blocks change no byte; another seed does; all is finite", arguments: [44_100, 48_000, 96_000, 192_000])
    func blocks(_ rate: Int) throws {
        let frames = 96_000
        func render(_ blocks: [Int], seed: UInt64 = 3) throws -> [Float] {
            var fixture = try EngineFixture(rate: rate, seed: seed)
            fixture.push(Self.weather(frames))
            return fixture.render(frames, blocks: blocks)
        }
        let expected = try render([frames])
        #expect(expected.allSatisfy { $0.isFinite && abs($0) <= 0.8913 })
        #expect(expected.contains { abs($0) > 0.01 })
        for blocks in [[1], [64], [480], [4096], [1, 63, 65, 7, 4096]] {
            #expect(fingerprint(try render(blocks)) == fingerprint(expected), "\(blocks)")
        }
        #expect(fingerprint(try render([4096], seed: 4)) != fingerprint(expected))
    }

    /// 10 ms steps of a straight line in the logarithm, as from a mapping.
    @Test("As the intensity goes from 1 to 100 mm/h in a minute the loudness never falls back", arguments: [UInt64(1), 2, 3])
    func glide(_ seed: UInt64) throws {
        let rate = 48_000, steps = 3000
        var fixture = try EngineFixture(
            seed: seed, parameters: .silent.with([.rainIntensity: 1, .rainLevel: -6]))
        let entries = (0..<steps).map { step in
            TimelineEntry(
                sample: Int64(step * 60 * rate / steps),
                payload: .parameters(
                    .silent.with([.rainIntensity: Float(pow(100, Double(step + 1) / Double(steps))), .rainLevel: -6]),
                    glide: Int32(60 * rate / steps)))
        }
        fixture.push(entries)
        let meter = try #require(ebur128_init(2, UInt(rate), Int32(EBUR128_MODE_M.rawValue)))
        var handle: UnsafeMutablePointer<ebur128_state>? = meter
        defer { ebur128_destroy(&handle) }
        var loudness: [Double] = []
        for step in 0..<600 {
            let sound = fixture.render(rate / 10)
            ebur128_add_frames_float(meter, sound, rate / 10)
            var momentary = 0.0
            ebur128_loudness_momentary(meter, &momentary)
            if step >= 4 { loudness.append(momentary) }
        }
        // The distance to the nearest monotone curve is half of the largest fall.
        var top = -100.0, fall = 0.0
        for value in loudness {
            top = max(top, value)
            fall = max(fall, top - value)
        }
        #expect(fall / 2 < 0.5, "\(fall / 2) LU")
        #expect(loudness[loudness.count - 1] - loudness[0] > 20)
    }
}
