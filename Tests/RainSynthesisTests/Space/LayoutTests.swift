// SPDX-License-Identifier: MIT
import CEBUR128
import Foundation
import SoundAnalysis
import TestTraits
import Testing

@testable import RainSynthesis

/// An engine's sound in one layout, channel by channel.
func sound(
    _ layout: SpeakerLayout, _ values: [ParameterID: Float], _ entries: [TimelineEntry] = [], frames: Int, seed: UInt64 = 1,
    gain: Float = 0
) throws -> [[Float]] {
    var knobs = Knobs()
    knobs.gain = gain
    var fixture = try EngineFixture(seed: seed, parameters: .silent.with(values), knobs: knobs, layout: layout)
    fixture.push(entries)
    let samples = fixture.render(frames)
    let channels = fixture.engine.channels
    return (0..<channels).map { channel in stride(from: channel, to: samples.count, by: channels).map { samples[$0] } }
}

private func power(_ channel: [Float]) -> Double {
    channel.reduce(0) { $0 + Double($1) * Double($1) } / Double(channel.count)
}

private func decibels(_ ratio: Double) -> Double { 10 * log10(ratio) }

@Suite("Layouts of loudspeakers", .computing)
struct LayoutTests {
    /// All surrounding layers, at rest.
    static let weather: [ParameterID: Float] = [
        .rainIntensity: 30, .rainMovement: 0, .bedPink: 0.02, .bedBrown: 0.01, .bedWhite: 0.005, .washLevel: 0.01, .washPulse: 0,
    ]
    static let loudspeakers: [SpeakerLayout] = [.quad, .surround51, .surround71]

    @Test("All loudspeakers together are as loud as the two of stereo, each pair as the others", arguments: loudspeakers)
    func power(_ layout: SpeakerLayout) throws {
        let frames = 48_000 * 20
        let stereo = try sound(.stereo, Self.weather, frames: frames).map(RainSynthesisTests.power)
        let powers = try sound(layout, Self.weather, frames: frames).map(RainSynthesisTests.power)
        #expect(abs(decibels(powers.reduce(0, +) / stereo.reduce(0, +))) < 0.5)
        let sounding = powers.enumerated().filter { $0.element > 0 }
        let silent: Set<SpeakerPlace> = [.frontCentre, .lowFrequency]
        #expect(sounding.map { layout.speakers[$0.offset] } == layout.speakers.filter { !silent.contains($0) })
        let mean = powers.reduce(0, +) / Double(sounding.count)
        for (_, power) in sounding { #expect(abs(decibels(power / mean)) < 1, "\(powers)") }
    }

    @Test("No pair has anything of another", arguments: loudspeakers)
    func independence(_ layout: SpeakerLayout) throws {
        let channels = try sound(layout, Self.weather, frames: 48_000 * 20)
        let pairs = layout.speakers.indices.filter { $0 % 2 == 0 && channels[$0].contains { $0 != 0 } }
        #expect(pairs.count == (layout == .surround71 ? 3 : 2))
        for first in pairs {
            for second in pairs where second > first {
                for (a, b) in [(first, second), (first + 1, second), (first, second + 1), (first + 1, second + 1)] {
                    var estimator = CoherenceEstimator(sampleRate: 48_000)
                    estimator.add(Sound(sampleRate: 48_000, channels: [channels[a], channels[b]]))
                    let bins = try #require(estimator.coherence?.values)[3..<700].map { $0 ?? 0 }
                    let coherence = bins.reduce(0, +) / Double(bins.count)
                    // About 900 frames, half overlapped: independent channels have 0.0015 or so.
                    #expect(coherence < 0.004)
                }
            }
        }
    }

    @Test("What is read stays in front, bit for bit as in stereo", arguments: loudspeakers)
    func reading(_ layout: SpeakerLayout) throws {
        let values: [ParameterID: Float] = [
            .dropsRate: 1200, .toneLevel: -30, .toneFrequency: 330, .dropsWidth: 0.7, .dropsMaterial: 3, .dropsPan: 0.3,
        ]
        let note = SynthEvent(strike: .wood, frequency: 440, level: -14, pan: -0.5, duckBy: 6, duckRelease: 0.3)
        let entries = [TimelineEntry(sample: 24_000, payload: .event(note))]
        let stereo = try sound(.stereo, values, entries, frames: 96_000)
        let channels = try sound(layout, values, entries, frames: 96_000)
        #expect(fingerprint(channels[0]) == fingerprint(stereo[0]) && fingerprint(channels[1]) == fingerprint(stereo[1]))
        #expect(channels[2...].allSatisfy { $0.allSatisfy { $0 == 0 } })
        #expect(stereo[0].contains { abs($0) > 0.1 })
    }

    @Test(
        "A note on the left is in the left channel alone", arguments: SpeakerLayout.allCases.filter { $0 != .ambisonic && $0 != .binaural })
    func left(_ layout: SpeakerLayout) throws {
        let note = SynthEvent(strike: .bell, frequency: 440, level: -10, pan: -1)
        let channels = try sound(layout, [:], [TimelineEntry(sample: 100, payload: .event(note))], frames: 24_000)
        #expect(RainSynthesisTests.power(channels[0]) > 1e-4)
        for other in channels.dropFirst() { #expect(RainSynthesisTests.power(other) < 1e-14) }
    }

    /// The single drops of 40 seconds, combined over all pairs, by level.
    private func drops(pairs: Int, seed: UInt64) -> [Float] {
        var levels: [Float] = []
        for pair in 0..<pairs {
            var rig = RainRig(
                seed: StreamID.seed(seed, pair: pair), share: 1 / Double(pairs), [.rainIntensity: 20, .rainSingles: 500])
            rig.run(quanta: 750 * 40) { _, _, drops in levels += drops.map(\.level) }
        }
        return levels.sorted()
    }

    @Test("A drop is as rare in surround as in stereo, and as loud", arguments: [2, 3])
    func drops(_ pairs: Int) {
        let stereo = drops(pairs: 1, seed: 5)
        let surround = drops(pairs: pairs, seed: 6)
        #expect(abs(Double(surround.count) / Double(stereo.count) - 1) < 0.03)
        for part in [0.1, 0.5, 0.9] {
            let levels = [stereo, surround].map { Double($0[Int(part * Double($0.count))]) }
            #expect(abs(20 * log10(levels[1] / levels[0])) < 0.5)
        }
    }

    @Test("The rain swells and ebbs everywhere at once") func movement() throws {
        let values: [ParameterID: Float] = [.rainIntensity: 50, .rainMovement: 3, .rainMovementTime: 1, .rainSingles: 0]
        let channels = try sound(.quad, values, frames: 48_000 * 30)
        let levels = [0, 2].map { pair in
            stride(from: 4800, to: 48_000 * 30 - 24_000, by: 24_000).map { start in
                decibels((pair...pair + 1).reduce(0) { $0 + RainSynthesisTests.power(Array(channels[$1][start..<start + 24_000])) })
            }
        }
        let means = levels.map { $0.reduce(0, +) / Double($0.count) }
        let products = zip(levels[0], levels[1]).map { ($0 - means[0]) * ($1 - means[1]) }.reduce(0, +)
        let squares = levels.indices.map { index in levels[index].reduce(0) { $0 + ($1 - means[index]) * ($1 - means[index]) } }
        #expect(products / (squares[0] * squares[1]).squareRoot() > 0.97)
    }

    @Test("1, 64, 480 and mixed blocks give equal bytes", arguments: [SpeakerLayout.surround51, .surround71, .ambisonic, .binaural])
    func blocks(_ layout: SpeakerLayout) throws {
        func render(_ blocks: [Int]) throws -> [Float] {
            var parameters = SynthParameters([.dropsVoices: 64])
            parameters[.rainIntensity] = 40
            var fixture = try EngineFixture(seed: 7, parameters: parameters, layout: layout)
            fixture.push(EngineBlockTests.busyTimeline(rain: true))
            return fixture.render(EngineBlockTests.frames, blocks: blocks)
        }
        let expected = try render([EngineBlockTests.frames])
        #expect(expected.allSatisfy { $0.isFinite && abs($0) <= 0.8913 })
        for blocks in [[1], [64], [480], [1, 63, 65, 7, 4096, 128, 333]] {
            #expect(fingerprint(try render(blocks)) == fingerprint(expected), "blocks \(blocks)")
        }
    }

    @Test("After a stop every channel is exactly silent, and sounds again after a start", arguments: SpeakerLayout.allCases)
    func stop(_ layout: SpeakerLayout) throws {
        let entries = [(20_000, SynthEvent.Kind.stop), (60_000, .start)].map {
            TimelineEntry(sample: $0.0, payload: .event(SynthEvent(kind: $0.1)))
        }
        let channels = try sound(layout, Self.weather, entries, frames: 90_000)
        for (channel, samples) in channels.enumerated() {
            #expect(samples[26_000..<60_000].allSatisfy { $0.bitPattern == 0 }, "channel \(channel)")
            #expect(samples[..<20_000].contains { $0 != 0 } == samples[62_000...].contains { $0 != 0 })
        }
        #expect(channels[0][62_000...].contains { abs($0) > 1e-3 })
    }

    @Test("The levels told are the largest peak of a pair and the power of all") func levels() throws {
        var fixture = try EngineFixture(parameters: .silent.with(Self.weather), layout: .surround71)
        _ = fixture.render(6400)
        let quantum = fixture.render(64)
        let report = fixture.report()
        let left = [0, 4, 6].flatMap { channel in stride(from: channel, to: quantum.count, by: 8).map { quantum[$0] } }
        #expect(report.peakLeft == left.reduce(0) { max($0, abs($1)) })
        #expect(abs(report.powerLeft / (left.reduce(0) { $0 + $1 * $1 } / 64) - 1) < 1e-4)
    }

    @Test("One gain limits all channels, below the ceiling in each", arguments: [SpeakerLayout.surround71, .ambisonic, .binaural])
    func ceiling(_ layout: SpeakerLayout) throws {
        let quiet = try sound(layout, Self.weather, frames: 96_000)
        // 40 dB too loud.
        let loud = try sound(layout, Self.weather, frames: 96_000, gain: 40)
        let handle = try #require(ebur128_init(UInt32(loud.count), 48_000, Int32(EBUR128_MODE_TRUE_PEAK.rawValue)))
        var state: UnsafeMutablePointer<ebur128_state>? = handle
        defer { ebur128_destroy(&state) }
        var interleaved: [Float] = []
        for frame in loud[0].indices { interleaved += loud.map { $0[frame] } }
        try #require(ebur128_add_frames_float(handle, interleaved, loud[0].count) == 0)
        for channel in loud.indices {
            var peak = 0.0
            try #require(ebur128_true_peak(handle, UInt32(channel), &peak) == 0)
            #expect(20 * log10(max(peak, 1e-9)) < -1)
        }
        // Where two channels are loud enough to compare, both have the same gain.
        let sounding = loud.indices.filter { RainSynthesisTests.power(quiet[$0]) > 0 }
        var compared = 0
        for frame in stride(from: 48_000, to: 90_000, by: 7) {
            let gains = sounding.filter { abs(quiet[$0][frame]) > 2e-3 }.map { loud[$0][frame] / quiet[$0][frame] }
            guard let first = gains.first, gains.count > 1 else { continue }
            compared += 1
            for gain in gains { #expect(abs(gain / first - 1) < 1e-4) }
            #expect(first < 100)
        }
        #expect(compared > 100)
    }
}
