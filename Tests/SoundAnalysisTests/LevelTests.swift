// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import SoundAnalysis

@Suite("Levels", .computing)
struct LevelTests {
    @Test("997 Hz at full scale on one channel reads -3.01 LUFS (BS.1770), on two channels at -6.02 dBFS -6.02")
    func loudnessReference() {
        let mono = Levels(of: TestSignals.sine(997, amplitude: 1, seconds: 20))
        #expect(abs(mono.integratedLoudness + 3.01) < 0.02)
        let soft = Levels(of: TestSignals.sine(997, amplitude: 0.5, seconds: 20))
        #expect(abs(soft.integratedLoudness + 9.03) < 0.02)
        let stereo = Levels(of: TestSignals.sine(997, amplitude: 0.5, seconds: 20, channels: 2))
        #expect(abs(stereo.integratedLoudness + 6.02) < 0.02)
    }

    @Test("Of 7.1 the sides count 1.5 dB more (BS.1770), front and rear as they are, and LFE not at all", arguments: 0..<8)
    func surroundLoudness(_ channel: Int) {
        let tone = TestSignals.sine(997, amplitude: 0.5, seconds: 5).channels[0]
        let silence = [Float](repeating: 0, count: tone.count)
        let loudness = Levels(
            of: Sound(sampleRate: 48_000, channels: (0..<8).map { $0 == channel ? tone : silence })
        ).integratedLoudness
        if channel == 3 {
            #expect(loudness == -.infinity)
        } else {
            #expect(abs(loudness + 9.03 - (channel >= 6 ? 10 * log10(1.41) : 0)) < 0.02)
        }
    }

    @Test("Every channel counts, however many there are; of 6.1 all but the LFE", arguments: [7, 9, 12, 16, 64])
    func manyChannels(_ count: Int) {
        let tone = TestSignals.sine(997, amplitude: 0.1, seconds: 2).channels[0]
        let loudness = Levels(of: Sound(sampleRate: 48_000, channels: [[Float]](repeating: tone, count: count))).integratedLoudness
        let loudspeakers = count == 7 ? 4 + 2 * 1.41 : Double(count)
        #expect(abs(loudness + 23.01 - 10 * log10(loudspeakers)) < 0.02)
    }

    @Test("EBU Tech 3341 case 1: 1 kHz at -23 dBFS on both channels reads -23 LUFS")
    func techCases() {
        var meter = LevelMeter(sampleRate: 48_000, channelCount: 2)
        meter.add(TestSignals.sine(1000, amplitude: pow(10, -23 / 20), seconds: 20, channels: 2))
        #expect(abs(meter.levels.integratedLoudness + 23) < 0.1)
    }

    @Test("A sound measures the same at once as in blocks")
    func blocks() {
        let sound = TestSignals.sine(997, amplitude: 0.5, seconds: 3, channels: 2)
        var meter = LevelMeter(sampleRate: 48_000, channelCount: 2)
        for start in stride(from: 0, to: sound.frames, by: 1000) {
            let block = start..<min(start + 1000, sound.frames)
            meter.add(Sound(sampleRate: 48_000, channels: sound.channels.map { Array($0[block]) }))
        }
        let (whole, blocks) = (Levels(of: sound), meter.levels)
        #expect(whole.integratedLoudness == blocks.integratedLoudness && whole.truePeak == blocks.truePeak)
    }

    @Test("Silence has no loudness and no peak")
    func silence() {
        let levels = Levels(of: Sound(sampleRate: 48_000, channels: [[Float](repeating: 0, count: 96_000)]))
        #expect(levels.integratedLoudness == -.infinity)
        #expect(levels.peak == 0 && levels.truePeak == 0)
        var distribution = LevelDistribution(sampleRate: 48_000, window: 0.001)
        distribution.add(Sound(sampleRate: 48_000, channels: [[Float](repeating: 0, count: 96_000)]))
        #expect(distribution.median == nil && distribution.silent == 2000)
    }

    @Test("A sine of 12 kHz sampled off its crests has its true peak between the samples")
    func truePeak() {
        let samples = (0..<48_000).map { Float(sin(.pi / 2 * Double($0) + .pi / 4)) }
        let levels = Levels(of: Sound(sampleRate: 48_000, channels: [samples]))
        #expect(abs(levels.peak - 0.5.squareRoot()) < 1e-6)
        #expect(abs(decibels(amplitude: levels.truePeak)) < 0.3)
    }

    @Test("Short-term levels: a square wave of alternating seconds has known quantiles")
    func distribution() throws {
        var distribution = LevelDistribution(sampleRate: 44_100, window: 0.001)
        for second in 0..<10 {
            let value: Float = second < 9 ? 0.1 : 1
            distribution.add(Sound(sampleRate: 44_100, channels: [[Float](repeating: value, count: 44_100)]))
        }
        #expect(distribution.count == 10_000)
        #expect(abs(try #require(distribution.median) + 20) <= 0.011)
        #expect(abs(try #require(distribution.percentile(99))) <= 0.011)
        // Nine in ten at -20, one at 0: variance 0.9 * 2^2 + 0.1 * 18^2 = 36.
        #expect(abs(try #require(distribution.standardDeviation) - 6) < 1e-3)
    }

    @Test("Kurtosis: 3 for Gaussian noise, 1.5 for a sine, large for rare clicks")
    func kurtosis() throws {
        func value(_ sound: Sound, _ band: ClosedRange<Double>) throws -> Double {
            var meter = KurtosisMeter(sampleRate: 48_000, channelCount: sound.channels.count, band: band)
            meter.add(sound)
            return try #require(meter.kurtosis)
        }
        #expect(abs(try value(TestSignals.white(rms: 0.1, seconds: 20), 2000...4000) - 3) < 0.06)
        #expect(abs(try value(TestSignals.sine(3000, amplitude: 0.5, seconds: 5), 2000...4000) - 1.5) < 0.001)
        var clicks = [Float](repeating: 0, count: 480_000)
        for index in stride(from: 0, to: clicks.count, by: 4800) { clicks[index] = 0.5 }
        let train = Sound(sampleRate: 48_000, channels: [clicks])
        #expect(try value(train, 4000...10_000) > 100)
    }

    @Test("The band-pass is at -3.01 dB on its edges and falls by 24 dB per octave")
    func bandPass() {
        func gain(_ frequency: Double) -> Double {
            var filter = BandPassFilter(sampleRate: 48_000, band: 500...2000)
            let output = filter.apply(TestSignals.sine(frequency, amplitude: 1, seconds: 2).channels[0])
            let settled = output.suffix(48_000)
            return decibels(power: 2 * settled.reduce(0.0) { $0 + Double($1) * Double($1) } / 48_000)
        }
        #expect(abs(gain(1000)) < 0.1)
        #expect(abs(gain(500) + 3.01) < 0.05 && abs(gain(2000) + 3.01) < 0.05)
        #expect(abs(gain(125) + 48.2) < 0.3)
        #expect(gain(8000) < -48)
    }

    @Test("The envelope's autocorrelation shows the period of a modulated noise")
    func envelope() throws {
        let noise = TestSignals.white(rms: 0.1, seconds: 20).channels[0]
        let modulated = noise.indices.map { noise[$0] * Float(1 + 0.8 * sin(2 * .pi * 4 * Double($0) / 48_000)) }
        var windows = WindowMeans(sampleRate: 48_000, window: 0.01)
        let envelope = windows.powers(Sound(sampleRate: 48_000, channels: [modulated])).map { $0.squareRoot() }
        #expect(envelope.count == 2000)
        let correlation = try #require(FastAutocorrelation(count: 2000, maximumLag: 60)(envelope))
        #expect(abs(correlation[0] - 1) < 1e-9)
        let peak = try #require((10...40).max { correlation[$0] < correlation[$1] })
        #expect(abs(peak - 25) <= 1 && correlation[peak] > 0.8 && correlation[12] < -0.8)
    }
}
