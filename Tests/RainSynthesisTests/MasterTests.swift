// SPDX-License-Identifier: MIT
import RealtimeExchange
import TestTraits
import Testing

@testable import RainSynthesis

/// The engine's handling of invalid values, and of tracks that come and go.
@Suite(.computing) struct MasterTests {
    private static let noise = SynthParameters([.dropsRate: 600, .bedPink: 0.05, .rainIntensity: 5])

    @Test(arguments: [SpeakerLayout.stereo, .quad, .binaural])
    func `a sum that is not a number is silent at once and does not stay`(layout: SpeakerLayout) throws {
        var fixture = try EngineFixture(parameters: Self.noise, layout: layout)
        let before = fixture.render(48_000)
        #expect(before.allSatisfy { $0.isFinite })
        let quantum = EngineConfiguration.quantum
        var wrong = [Float](repeating: .nan, count: quantum) + [Float](repeating: .infinity, count: quantum)
        wrong.withUnsafeMutableBufferPointer {
            guard let base = $0.baseAddress else { return }
            let one = [Float](repeating: 1, count: quantum)
            let isFinite = fixture.engine.parts.first[0].part.pointee.bus.finish(StereoBlock(base), duck: one, gain: one)
            #expect(!isFinite)
        }
        let sound = fixture.render(48_000)
        #expect(sound.allSatisfy { $0.isFinite && abs($0) < 0.9 })
        let report = fixture.report()
        #expect(report.purges == 1)
        // The rain goes on as before.
        let later = sound[(sound.count / 2)...]
        let power = later.reduce(0) { $0 + $1 * $1 } / Float(later.count)
        #expect(power > 1e-5, "\(power)")
    }

    @Test func `grains that find no voice are counted`() {
        var voices = GrainVoices(capacity: 4)
        for _ in 0..<7 { voices.add(row: 0, length: 10, start: 0, gain: 1) }
        let (count, refused) = (voices.count, voices.refused)
        #expect(count == 4 && refused == 3)
        var pair = RainVoicePair(capacity: 1)
        for _ in 0..<3 { pair.add(RainGrain(first: 0, length: 10, phases: 1), places: (0, 0), gains: (1, 1)) }
        let both = pair.refused
        #expect(both == 4)
    }

    @Test func `lightning far beyond what can be asked for is counted too`() {
        var thunder = Thunder(sampleRate: 48_000, seed: 1)
        for _ in 0..<100 {
            thunder.schedule(Segment(first: 0, frames: 64), rate: Ramp(value: 60 * 480), distance: 1000, level: 0)
        }
        let refused = thunder.refused
        #expect(refused > 0)
    }

    @Test func `a track that comes is heard from its start on, and one that leaves is returned and freed`() throws {
        let tone = SynthParameters.silent.with([.toneLevel: -20, .toneFrequency: 500])
        var configuration = EngineConfiguration()
        configuration.parameters = .silent
        configuration.tracks = [.silent]
        configuration.comeAndGo = true
        let timelines = [EventQueue<TimelineEntry>(capacity: 16), EventQueue(capacity: 16)]
        var engine = try RainEngine(
            configuration, timelines: timelines, knobs: LatestValue(Knobs()).takeReader(),
            telemetry: LatestValue(Telemetry()).takeWriter())
        var handoff = engine.takeHandoff()
        func render(_ frames: Int) -> [Float] {
            [Float](unsafeUninitializedCapacity: 2 * frames) { buffer, count in
                if let base = buffer.baseAddress { engine.render(into: base, frames: frames) }
                count = 2 * frames
            }
        }
        #expect(render(6400).allSatisfy { $0 == 0 })
        for round in 0..<3 {
            let sample = Int64(6400 + round * 64_000)
            guard var timeline = handoff.enter(5, tone, capacity: 16) else {
                Issue.record("no room")
                return
            }
            if handoff.enter(5, tone, capacity: 16) != nil { Issue.record("the place is taken") }
            let isPushed = timeline.push(TimelineEntry(sample: sample + 9600, payload: .event(SynthEvent(kind: .start))))
            #expect(isPushed)
            let come = handoff.partCount
            #expect(come == 3)
            let before = render(9600), during = render(19_200)
            #expect(before.allSatisfy { $0 == 0 })
            #expect(during[9600...].contains { abs($0) > 0.05 })
            handoff.leave(5, at: sample + 28_800)
            let end = render(35_200)
            // Its fade takes 100 ms; the limiter's look-ahead is 64 frames.
            #expect(end[(2 * (4800 + 256))...].allSatisfy { $0 == 0 } && end[..<4800].contains { $0 != 0 })
            handoff.sweep()
            let left = handoff.partCount
            #expect(left == 2)
        }
    }
}
