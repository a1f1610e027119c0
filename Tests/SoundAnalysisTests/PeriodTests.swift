// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import SoundAnalysis

@Suite("Periods of an envelope", .computing)
struct PeriodTests {
    private func period(_ channels: [[Float]]) throws -> EnvelopePeriod {
        var meter = PeriodMeter(sampleRate: 48_000, channelCount: channels.count)
        meter.add(Sound(sampleRate: 48_000, channels: channels))
        return try #require(meter.period)
    }

    @Test("A loop, a pulse and regular drops are found at their period")
    func periods() throws {
        // 2.34 s of rain, repeated.
        let once = TestSignals.rain(rate: 300, seconds: 2.34, seed: 1).channels[0]
        let loop = try period([(0..<48_000 * 30).map { once[$0 % once.count] }])
        #expect(loop.strength > 3 && abs(loop.lag / 2.34 - (loop.lag / 2.34).rounded()) < 0.01)
        let noise = TestSignals.white(rms: 0.1, seconds: 30, seed: 2).channels[0]
        let pulse = try period([noise.indices.map { noise[$0] * Float(1 + 0.3 * sin(2 * .pi * 4 * Double($0) / 48_000)) }])
        #expect(pulse.strength > 3 && abs(pulse.lag * 4 - (pulse.lag * 4).rounded()) < 0.05)
        let drops = try period(TestSignals.drops(rate: 8, shape: 30, seconds: 60, seed: 3).sound.channels)
        #expect(drops.strength > 1.5 && abs(drops.lag - 0.125) < 0.025)
    }

    @Test("Neither Poisson clicks, dense or sparse, nor noise, nor a slow wandering have one, but for one in a hundred", .tags(.sounds))
    func chance() throws {
        var found: [String] = []
        for seed in UInt64(1)...6 {
            for rate in [5.0, 100, 2000] {
                let clicks = TestSignals.clicks(rate: rate, seconds: 30, seed: seed)
                let noise = TestSignals.white(rms: 0.001, seconds: 30, seed: seed &+ 50).channels[0]
                if try period([zip(clicks, noise).map { $0 + $1 }]).strength > 1 { found.append("clicks \(rate), seed \(seed)") }
            }
            let movement = TestSignals.slowMovement(deviation: 1, time: 1.1, seconds: 30, seed: seed)
            let noise = TestSignals.white(rms: 0.1, seconds: 30, seed: seed).channels[0]
            if try period([noise.indices.map { noise[$0] * Float(pow(10, movement[$0 / 480] / 20)) }]).strength > 1 {
                found.append("wandering, seed \(seed)")
            }
            if try period(TestSignals.rain(rate: 300, seconds: 30, seed: seed).channels).strength > 1 { found.append("rain, seed \(seed)") }
        }
        #expect(found.count <= 1, "\(found)")
    }

    @Test("The fast autocorrelation is the plain one")
    func fastAutocorrelation() throws {
        var random = SeededRandom(seed: 4)
        let series = (0..<777).map { _ in random.gaussian() }
        let fast = try #require(FastAutocorrelation(count: 777, maximumLag: 300)(series))
        let plain = try #require(autocorrelation(series, maximumLag: 300))
        #expect(zip(fast, plain).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(FastAutocorrelation(count: 4, maximumLag: 2)([1, 1, 1, 1]) == nil)
    }

    /// The normalised, biased autocorrelation of a series about its mean, by its definition; nil for a constant series.
    private func autocorrelation(_ series: [Double], maximumLag: Int) -> [Double]? {
        let mean = series.reduce(0, +) / Double(series.count)
        let centred = series.map { $0 - mean }
        let variance = centred.reduce(0) { $0 + $1 * $1 }
        guard variance > 0 else { return nil }
        return (0...maximumLag).map { lag in
            zip(centred, centred.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 } / variance
        }
    }
}
