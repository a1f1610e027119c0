// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import SoundAnalysis

@Suite("Onsets", .computing)
struct OnsetTests {
    /// The true onsets with one found within 2.5 ms; each found one is used once.
    private func matches(_ found: [Double], _ truth: [Double]) -> Int {
        var count = 0
        var next = 0
        for time in truth {
            while next < found.count, found[next] < time - 0.0025 { next += 1 }
            if next < found.count, found[next] <= time + 0.0025 {
                count += 1
                next += 1
            }
        }
        return count
    }

    @Test("Classic drops over pink noise are counted at every rate", arguments: [4.0, 8, 15, 30, 45, 60])
    func classicDrops(rate: Double) {
        let (sound, times) = TestSignals.drops(rate: rate, shape: 8, seconds: 20, seed: UInt64(rate))
        let found = OnsetDetector.onsets(in: sound, settings: .bubbles).map(\.time)
        let ratio = Double(found.count) / Double(times.count)
        let hits = matches(found, times.map { $0 + TestSignals.Drop().bubbleStart })
        #expect(abs(ratio - 1) <= 0.02)
        #expect(Double(hits) >= 0.93 * Double(times.count))
    }

    @Test("Short clicks with soft bubbles are counted by their clicks", arguments: [4.0, 15, 30, 60])
    func clicks(rate: Double) {
        var drop = TestSignals.Drop()
        drop.impactDuration = 0.0005
        drop.impactAmplitude = 0.7
        drop.bubbleAmplitude = 0.2
        drop.pause = 0.005
        let (sound, times) = TestSignals.drops(rate: rate, shape: 8, seconds: 20, drop: drop, seed: UInt64(rate) + 9)
        let found = OnsetDetector.onsets(in: sound, settings: .init(bands: [1500...4000, 4000...12_000])).map(\.time)
        let ratio = Double(found.count) / Double(times.count)
        let hits = matches(found, times)
        #expect(abs(ratio - 1) <= 0.02)
        #expect(Double(hits) >= 0.93 * Double(times.count))
    }

    @Test("Without noise under them, and much softer, drops are counted as well")
    func silenceUnder() {
        let (sound, times) = TestSignals.drops(rate: 20, shape: 8, seconds: 10, level: 0.01, pinkRMS: 0, seed: 3)
        let found = OnsetDetector.onsets(in: sound, settings: .bubbles)
        #expect(abs(Double(found.count) / Double(times.count) - 1) <= 0.03)
    }

    @Test("Blocks of any size give the same onsets")
    func blocks() {
        let (sound, _) = TestSignals.drops(rate: 12, shape: 8, seconds: 6, seed: 5)
        let whole = OnsetDetector.onsets(in: sound, settings: .bubbles)
        var detector = OnsetDetector(sampleRate: sound.sampleRate, channelCount: sound.channels.count, settings: .bubbles)
        var start = 0
        var size = 1
        while start < sound.frames {
            let end = min(start + size, sound.frames)
            detector.add(Sound(sampleRate: sound.sampleRate, channels: sound.channels.map { Array($0[start..<end]) }))
            start = end
            size = size * 3 % 7001 + 1
        }
        #expect(detector.finish() == whole)
    }

    @Test("Noise has next to no onsets, fewer on two channels than on one, as many on two equal and two silent ones; silence has none")
    func noise() {
        let pink = (0..<2).map { TestSignals.pink(rms: 0.05, seconds: 30, seed: 40 + $0).map(Float.init) }
        let found = OnsetDetector.onsets(in: Sound(sampleRate: 48_000, channels: pink), settings: .bubbles)
        #expect(found.count <= 3)
        let one = OnsetDetector.onsets(in: Sound(sampleRate: 48_000, channels: [pink[0]]), settings: .bubbles)
        #expect(one.count <= 15)
        let silent = [Float](repeating: 0, count: pink[0].count)
        let alike = OnsetDetector.onsets(in: Sound(sampleRate: 48_000, channels: [pink[0], pink[0], silent, silent]), settings: .bubbles)
        #expect(alike == one)
        let silence = Sound(sampleRate: 48_000, channels: [[Float](repeating: 0, count: 96_000)])
        #expect(OnsetDetector.onsets(in: silence, settings: .bubbles).isEmpty)
    }
}

extension OnsetDetector.Settings {
    /// For the drops of `TestSignals`, whose bubbles dominate: 200 Hz and up, decaying within some 10 ms.
    static let bubbles = Self(bands: [300...1200, 1200...4000, 4000...12_000])
}
