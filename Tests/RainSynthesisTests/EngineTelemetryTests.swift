// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("The engine's telemetry", .computing)
struct EngineTelemetryTests {
    @Test("levels are those of the quantum put out last")
    func levels() throws {
        var fixture = try EngineFixture(parameters: SynthParameters([.dropsRate: 6000]))
        for quantum in 1...500 {
            let sound = fixture.render(64)
            let report = fixture.report()
            let left = stride(from: 0, to: 128, by: 2).map { sound[$0] }
            let right = stride(from: 1, to: 128, by: 2).map { sound[$0] }
            #expect(report.sample == Int64(quantum * 64))
            #expect(report.peakLeft == left.reduce(0) { max($0, abs($1)) })
            #expect(report.peakRight == right.reduce(0) { max($0, abs($1)) })
            let power = right.reduce(0.0) { $0 + Double($1) * Double($1) } / 64
            #expect(abs(Double(report.powerRight) - power) <= 1e-5 * power + 1e-12)
            #expect(report.activeDrops <= report.peakActiveDrops)
        }
    }

    @Test("drops started agree with the rate, and none yield while there is room")
    func drops() throws {
        var fixture = try EngineFixture(parameters: SynthParameters([.dropsRate: 60_000, .dropsLevel: -40]))
        _ = fixture.render(480_000)
        let report = fixture.report()
        // Poisson of mean 10,000: five standard deviations.
        #expect(abs(report.startedDrops - 10_000) < 500)
        #expect(report.yieldedDrops == 0)
        #expect(report.activeDrops > 10)
        #expect(report.limiterGain == 1)
    }

    @Test("raindrops are counted in all pairs of loudspeakers, among which they are divided")
    func raindrops() throws {
        let counts = try [SpeakerLayout.stereo, .quad, .surround71].map { layout in
            var fixture = try EngineFixture(parameters: SynthParameters([.rainIntensity: 20, .dropsRate: 0]), layout: layout)
            _ = fixture.render(240_000)
            return Double(fixture.report().raindrops)
        }
        #expect(counts[0] > 1000)
        for count in counts { #expect(abs(count / counts[0] - 1) < 0.15, "\(counts)") }
    }

    @Test("the limiter says when it works")
    func limiter() throws {
        var fixture = try EngineFixture(
            parameters: SynthParameters([.dropsRate: 0, .toneLevel: 0, .toneFrequency: 440, .masterLevel: 12]))
        _ = fixture.render(48_000)
        let report = fixture.report()
        #expect(report.limiterGain < 0.3)
        #expect(report.peakLeft > 0.7 && report.peakLeft < 0.8913)
    }

    @Test("a stopped engine reports silence and an advancing clock")
    func stopped() throws {
        var fixture = try EngineFixture()
        fixture.push([TimelineEntry(sample: 0, payload: .event(SynthEvent(kind: .stop)))])
        _ = fixture.render(48_000)
        let report = fixture.report()
        #expect(report.sample == 48_000)
        #expect(report.peakLeft == 0 && report.powerRight == 0 && report.activeDrops == 0)
        #expect(report.limiterGain == 1)
    }
}
