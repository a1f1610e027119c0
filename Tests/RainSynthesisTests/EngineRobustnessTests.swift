// SPDX-License-Identifier: MIT
import RealtimeExchange
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("The engine bears any value", .computing)
struct EngineRobustnessTests {
    static let evil: [Float] = [
        .nan, .infinity, -.infinity, .signalingNaN, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude, -0.0, 1e-30, -1,
    ]

    @Test("NaN, infinities and huge values in every parameter leave it finite and bounded, and it recovers")
    func parameters() throws {
        var fixture = try EngineFixture(parameters: SynthParameters([.dropsVoices: 256]))
        var entries: [TimelineEntry] = []
        var sample: Int64 = 0
        for value in Self.evil {
            for id in ParameterID.allCases where id != .dropsRate || !(value > 1e6) {
                sample += 97
                let set = SynthParameters([id: value])
                entries.append(TimelineEntry(sample: sample, payload: .parameters(set, glide: 50)))
            }
            sample += 97
            var all = SynthParameters()
            for id in ParameterID.allCases where id != .dropsRate { all[id] = value }
            entries.append(TimelineEntry(sample: sample, payload: .parameters(all, glide: 0)))
        }
        let last = Int(sample) + 97
        entries.append(TimelineEntry(sample: Int64(last), payload: .parameters(.silent, glide: -5)))
        fixture.push(entries)
        let sound1 = fixture.render(last + 48_000)
        #expect(sound1.allSatisfy { $0.isFinite && abs($0) <= 0.8913 })
        let tail = fixture.render(48_000 * 40)
        #expect(tail[(tail.count - 9600)...].allSatisfy { abs($0) < 1e-3 })
    }

    @Test("so in events and knobs")
    func events() throws {
        var fixture = try EngineFixture()
        var sample: Int64 = 0
        for value in Self.evil {
            for voice in StrikeVoice.allCases {
                sample += 20_000
                let event = SynthEvent(
                    strike: voice, frequency: value, level: value, pan: value, duckBy: value, duckRelease: value)
                fixture.push([TimelineEntry(sample: sample, payload: .event(event))])
            }
        }
        var finite = true
        for index in 0..<Int(sample) / 480 {
            var knobs = Knobs()
            knobs.gain = Self.evil[index % Self.evil.count]
            if index % 50 == 0 { fixture.knobs.publish(knobs) }
            finite = finite && fixture.render(480).allSatisfy { $0.isFinite && abs($0) <= 0.8913 }
        }
        #expect(finite)
    }

    @Test("a configuration of nonsense is clamped to the table")
    func configuration() throws {
        for value in Self.evil where !(value > 1e6) {
            var parameters = SynthParameters()
            for id in ParameterID.allCases { parameters[id] = value }
            var fixture = try EngineFixture(parameters: parameters)
            let sound2 = fixture.render(4800)
            #expect(sound2.allSatisfy { $0.isFinite && abs($0) <= 0.8913 })
        }
    }

    @Test("stamps at the ends of Int64 do no harm")
    func stamps() throws {
        var fixture = try EngineFixture()
        let set = SynthParameters()
        fixture.push([
            TimelineEntry(sample: .min, payload: .parameters(set, glide: .min)),
            TimelineEntry(sample: -1, payload: .parameters(set, glide: .max)),
            TimelineEntry(sample: .max, payload: .parameters(set, glide: 0)),
        ])
        _ = fixture.render(4800)
        let report = fixture.report()
        #expect(report.lateEntries == 2)
        let room = fixture.room()
        #expect(room == 4095)
    }

    @Test("more tracks than an engine has room for stop the program instead of overwriting memory")
    func tooManyTracks() async {
        await #expect(processExitsWith: .failure) {
            var configuration = EngineConfiguration()
            configuration.tracks = Array(repeating: .silent, count: EngineConfiguration.mostTracks + 1)
            let timelines = (0...configuration.tracks.count).map { _ in EventQueue<TimelineEntry>(capacity: 1) }
            _ = try RainEngine(
                configuration, timelines: timelines, knobs: LatestValue(Knobs()).takeReader(),
                telemetry: LatestValue(Telemetry()).takeWriter())
        }
    }
}
