// SPDX-License-Identifier: MIT
import RealtimeExchange
import SoundAnalysis
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Several tracks in one rain", .computing)
struct EnsembleTests {
    private static let frames = 48_000 * 2

    private static func event(_ kind: SynthEvent.Kind, _ sample: Int64) -> TimelineEntry {
        TimelineEntry(sample: sample, payload: .event(SynthEvent(kind: kind)))
    }

    private static func loudness(_ sound: [Float], channels: Int = 2) -> Double {
        let meter = LoudnessMeter(sampleRate: 48_000, channelCount: channels)
        meter.add(Sound(sampleRate: 48_000, interleaved: sound, channelCount: channels))
        return meter.integrated
    }

    @Test("blocks of 1, 64, 480 and mixed sizes give equal bytes", arguments: [SpeakerLayout.stereo, .surround51])
    func blocks(layout: SpeakerLayout) throws {
        let busy = EngineBlockTests.busyTimeline()
        func sound(_ blocks: [Int]) throws -> [Float] {
            let set = SynthParameters([.dropsVoices: 64])
            var fixture = try EngineFixture(
                parameters: set, layout: layout, parts: [set, set.with([.dropsPan: 0.8]), set.with([.dropsMaterial: 3])],
                entries: [
                    busy, [Self.event(.stop, 0), Self.event(.start, 20_011), Self.event(.stop, 70_003)],
                    busy.filter { $0.sample > 9_001 }, busy.filter { $0.sample % 3 == 0 },
                ])
            return fixture.render(Self.frames, blocks: blocks)
        }
        let expected = try sound([Self.frames])
        #expect(expected.contains { $0 != 0 } && expected.allSatisfy { abs($0) < 0.9 })
        for blocks in [[1, 7, 64, 1000], [480], [64], [4096, 3]] {
            #expect(fingerprint(try sound(blocks)) == fingerprint(expected), "\(blocks)")
        }
    }

    /// The reading layer alone, with the soundscape, on single loud drops, and a tone that is identical in all parts.
    private static let rains: [(String, SynthParameters)] = [
        ("reading", SynthParameters([.dropsRate: 1200, .bedPink: 0, .bedBrown: 0, .dropsPan: 0])),
        (
            "commuter",
            SynthParameters([
                .dropsRate: 1500, .dropsLevel: -6, .rainIntensity: 8, .rainBedLevel: 5, .bedPink: 0.02, .washLevel: 0.02, .dropsMaterial: 2,
            ])
        ),
        ("downpour", SynthParameters([.dropsRate: 0, .bedPink: 0, .bedBrown: 0, .rainIntensity: 40])),
        ("even", SynthParameters([.dropsRate: 600, .dropsRegularity: 0, .bedPink: 0, .bedBrown: 0])),
    ]

    @Test("2, 8 and 64 tracks are as loud as one", .tags(.sounds), arguments: rains.indices)
    func loudness(_ index: Int) throws {
        let (name, set) = Self.rains[index]
        var alone = try EngineFixture(parameters: set.with([.masterLevel: -12]))
        let one = Self.loudness(alone.render(Self.frames * 4))
        for count in [1, 2, 8, 64] {
            let quiet = set.with([.masterLevel: -12])
            var fixture = try EngineFixture(parameters: quiet, parts: (0..<count).map { _ in quiet })
            let many = Self.loudness(fixture.render(Self.frames * 4, blocks: [4096]))
            print("\(name): one \(one) LUFS, \(count) \(many - one) LU")
            #expect(abs(many - one) < 1, "\(name), \(count) tracks: \(many - one) LU")
        }
    }

    @Test("the sum is that of the parts alone, turned down, and of the soundscape")
    func sum() throws {
        let set = SynthParameters([.dropsRate: 3000, .rainIntensity: 5, .toneLevel: -30])
        let parts = [set.with([.dropsPan: -0.5]), set.with([.dropsPan: 0.5, .toneFrequency: 500])]
        var fixture = try EngineFixture(parameters: set, limits: false, parts: parts)
        let mixed = fixture.render(48_000, blocks: [480])
        /// One part alone, quantum by quantum.
        func part(_ set: SynthParameters, _ layers: SoundLayers, seed: UInt64, tonePhase: Double = 0) -> [Float] {
            let engine = EngineConfiguration()
            let configuration = PartConfiguration(
                engine: engine, seed: seed, parameters: set, layers: layers, tonePhase: tonePhase)
            var part = RainPart(configuration, timeline: EventQueue<TimelineEntry>(capacity: 1).takeConsumer())
            let bus = MasterBus(SurroundPlan(.stereo), sampleRate: engine.sampleRate)
            var now = QuantumStart(), onsets: EventQueueProducer<SoundOnset>?
            var sound: [Float] = []
            while sound.count < 96_000 {
                part.renderQuantum(now, &onsets)
                bus.clear()
                part.add(to: bus)
                for frame in 0..<64 { sound += [bus.planes[0][frame], bus.planes[1][frame]] }
                now.clock += 64
            }
            return sound
        }
        let voices = Float(32_768)
        let first = part(
            parts[0].with([.dropsVoices: voices]), .read, seed: StreamID.seed(1, part: 0),
            tonePhase: EngineConfiguration.tonePhase(0, of: 2))
        let second = part(
            parts[1].with([.dropsVoices: voices]), .read, seed: StreamID.seed(1, part: 1),
            tonePhase: EngineConfiguration.tonePhase(1, of: 2))
        let scape = part(set, SoundLayers.all.subtracting(.read), seed: 1)
        let worst =
            mixed.indices.map { abs(Double(mixed[$0]) - (Double(first[$0]) + Double(second[$0])) / 2.0.squareRoot() - Double(scape[$0])) }
            .max() ?? 1
        #expect(worst < 1e-6, "\(worst)")
    }

    @Test("a part that comes or goes changes nothing suddenly, and all that stop are silent")
    func comingAndGoing() throws {
        let tone = SynthParameters([.dropsRate: 0, .bedPink: 0, .bedBrown: 0, .toneLevel: -20, .toneFrequency: 200])
        var fixture = try EngineFixture(
            parameters: tone, parts: [tone, tone.with([.toneFrequency: 203])],
            entries: [
                [Self.event(.stop, 90_000)], [Self.event(.stop, 0), Self.event(.start, 24_007), Self.event(.stop, 60_001)],
                [Self.event(.stop, 90_000)],
            ])
        let sound = fixture.render(110_000, blocks: [256])
        let left = stride(from: 0, to: sound.count, by: 2).map { sound[$0] }
        // A sine of 203 Hz and amplitude 0.1 changes by 0.0027 per sample; both together by less than the square root of two
        // times that.
        let steps = zip(left, left.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        #expect(steps < 0.0054, "\(steps)")
        #expect(left[(90_000 + 4800 + 256)...].allSatisfy { $0 == 0 })
        #expect(left[85_000..<90_000].contains { abs($0) > 0.05 })
        let report = fixture.report()
        #expect(report.limiterGain == 1 && report.peakLeft == 0 && report.sample >= 110_000)
    }

    @Test("one limiter holds 64 loud parts that strike at once")
    func limiter() throws {
        let set = SynthParameters([.dropsRate: 6000, .dropsLevel: 12, .masterLevel: 6])
        let strike = TimelineEntry(sample: 10_000, payload: .event(SynthEvent(strike: .bell, frequency: 523, level: 0)))
        var fixture = try EngineFixture(parameters: set, parts: (0..<64).map { _ in set }, entries: (0..<64).map { _ in [strike] })
        let sound = fixture.render(48_000, blocks: [256])
        let meter = LoudnessMeter(sampleRate: 48_000, channelCount: 2)
        meter.add(Sound(sampleRate: 48_000, interleaved: sound, channelCount: 2))
        let peak = max(meter.truePeak(channel: 0), meter.truePeak(channel: 1))
        #expect(peak <= 0.8913 && peak > 0.5, "\(peak)")
        #expect(fixture.report().strikes == 64)
        #expect(fixture.report().limiterGain < 1)
    }

    @Test("a new generation rules all parts from the same sample")
    func generations() throws {
        let set = SynthParameters()
        let new = TimelineEntry(sample: 12_800, generation: 1, payload: .parameters(set.with([.dropsRate: 9000]), glide: 960))
        let old = TimelineEntry(sample: 12_800, payload: .parameters(set.with([.dropsRate: 0]), glide: 960))
        var fixture = try EngineFixture(parameters: set, parts: [set, set, set], entries: (0..<4).map { _ in [old, new] })
        _ = fixture.render(6400, blocks: [256])
        var knobs = Knobs()
        knobs.generation = 1
        knobs.gain = -6
        fixture.knobs.publish(knobs)
        _ = fixture.render(25_600, blocks: [256])
        let report = fixture.report()
        #expect(report.generation == 1 && report.generationSample == 6400)
        #expect(report.discardedEntries == 4 && report.lateEntries == 0)
    }
}
