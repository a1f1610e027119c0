// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Start, stop, volume and mute", .computing)
struct EngineStopTests {
    /// Everything that can sound, loud.
    static let everything = SynthParameters([
        .dropsRate: 6000, .dropsMaterial: 3, .bedWhite: 0.05, .bedPink: 0.05, .bedBrown: 0.1, .washLevel: 0.1,
        .toneLevel: -20, .toneFrequency: 333, .masterLevel: 6,
    ])

    static func event(_ kind: SynthEvent.Kind, at sample: Int) -> TimelineEntry {
        TimelineEntry(sample: Int64(sample), payload: .event(SynthEvent(kind: kind)))
    }

    @Test("200 ms after a stop everything is exact silence, until a start", arguments: EngineConfiguration.sampleRates)
    func stop(_ rate: Int) throws {
        var fixture = try EngineFixture(rate: rate, parameters: Self.everything)
        let bell = SynthEvent(strike: .bell, frequency: 440, level: -3)
        let stop = rate + 37
        let start = 2 * rate + 11
        fixture.push([
            TimelineEntry(sample: Int64(rate), payload: .event(bell)), Self.event(.stop, at: stop),
            Self.event(.start, at: start),
        ])
        let sound = fixture.render(3 * rate)
        let latency = fixture.engine.latency
        let quiet = sound[2 * (stop + rate / 5)..<2 * (start + latency)]
        #expect(quiet.allSatisfy { $0.bitPattern == 0 })
        #expect(sound[2 * (stop - 1000)..<2 * stop].contains { abs($0) > 0.01 })
        #expect(sound[2 * (start + rate / 10)..<2 * (start + rate / 2)].contains { abs($0) > 0.01 })
        // The fade itself does not click: nothing in its second half is louder than the sound before it.
        let before = sound[2 * (stop - rate / 10)..<2 * stop].reduce(0) { max($0, abs($1)) }
        let after = sound[2 * (stop + latency + rate / 15)..<2 * (stop + rate / 5)].reduce(0) { max($0, abs($1)) }
        #expect(after < before)
    }

    @Test("after stop and start nothing of the past is heard")
    func forgets() throws {
        var fixture = try EngineFixture(parameters: Self.everything)
        fixture.push([
            Self.event(.stop, at: 48_000),
            TimelineEntry(sample: 60_000, payload: .parameters(.silent, glide: 0)),
            Self.event(.start, at: 72_000),
        ])
        let sound = fixture.render(96_000)
        #expect(sound[2 * 60_000..<2 * 96_000].allSatisfy { $0.bitPattern == 0 })
    }

    @Test("a note struck while all is stopped is not heard, nor kept for later")
    func struckWhileStopped() throws {
        var fixture = try EngineFixture(parameters: .silent)
        fixture.push([
            Self.event(.stop, at: 0),
            TimelineEntry(
                sample: 24_000, payload: .event(SynthEvent(strike: .wood, frequency: 440, level: 0))),
            Self.event(.start, at: 25_000),
        ])
        let sound1 = fixture.render(48_000)
        #expect(sound1.allSatisfy { $0 == 0 })
        let fixtureStrikes = fixture.report()
        #expect(fixtureStrikes.strikes == 0)
    }

    @Test("mute is exact silence after its 20 ms, and comes back")
    func mute() throws {
        var fixture = try EngineFixture(parameters: Self.everything)
        _ = fixture.render(9600)
        var knobs = Knobs()
        knobs.muted = true
        fixture.knobs.publish(knobs)
        _ = fixture.render(960 + 128 + fixture.engine.latency)
        let sound2 = fixture.render(4800)
        #expect(sound2.allSatisfy { $0.bitPattern == 0 })
        knobs.muted = false
        fixture.knobs.publish(knobs)
        let sound3 = fixture.render(4800)
        #expect(sound3.contains { abs($0) > 0.01 })
    }

    @Test("the volume knob is a plain gain")
    func volume() throws {
        let quiet = SynthParameters([.dropsRate: 0, .bedPink: 0.02, .bedBrown: 0])
        var knobs = Knobs()
        knobs.gain = -6.0206
        var full = try EngineFixture(parameters: quiet)
        var half = try EngineFixture(parameters: quiet, knobs: knobs)
        let pairs = zip(full.render(48_000), half.render(48_000))
        #expect(pairs.allSatisfy { abs($0 * 0.5 - $1) < 1e-6 })
    }
}
