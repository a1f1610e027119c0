// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Rain: power, bed and movement", .computing)
struct RainPowerTests {
    private static func power(_ values: [ParameterID: Float], seconds: Int, seed: UInt64 = 1, masks: Bool = true) -> (
        found: Double, told: Double
    ) {
        var rig = RainRig(seed: seed, masks: masks, values)
        var power = 0.0
        rig.run(quanta: seconds * 750) { left, right, _ in
            for frame in 0..<64 { power += Double(left[frame] * left[frame] + right[frame] * right[frame]) }
        }
        return (power / Double(seconds * 48_000), Double(rig.layer.field.power))
    }

    @Test("Single drops and bed have one power, however many are single")
    func voices() {
        let rest: [ParameterID: Float] = [.rainIntensity: 50, .rainMovement: 0]
        let levels = [0, 100, 1000, 3000, 10_000].map { singles in
            let power = Self.power(rest.merging([.rainSingles: Float(singles)]) { $1 }, seconds: 240, masks: false)
            return (10 * log10(power.found), 10 * log10(power.told))
        }
        for (found, told) in levels {
            #expect(abs(found - levels[0].0) < 0.1, "\(levels)")
            #expect(abs(told - levels[0].1) < 0.001)
            #expect(abs(found - told) < 0.15)
        }
    }

    @Test("Drops that the others mask are noise: fewer sound one by one, and the power is the same")
    func masking() {
        func field(_ values: [ParameterID: Float], masks: Bool) -> RainField {
            var rig = RainRig(masks: masks, values)
            rig.run(quanta: 1) { _, _, _ in }
            return rig.layer.field
        }
        let rain: [ParameterID: Float] = [.rainIntensity: 30, .rainSingles: 20_000, .rainBedLevel: -60]
        let (all, heard) = (field(rain, masks: false), field(rain, masks: true))
        #expect(heard.rate < 0.2 * all.rate && heard.rate > 500, "\(heard.rate)")
        #expect(abs(heard.power / all.power - 1) < 1e-4)
        // What is louder stays single: each class's drops within a smaller distance than before.
        for size in 0..<RainSizes.count { #expect(heard.nearSquare[size] <= all.nearSquare[size]) }
        // Far rain masks more of them, a limit below what is heard changes nothing.
        #expect(field(rain.merging([.rainBedLevel: 6]) { $1 }, masks: true).rate < 0.8 * heard.rate)
        let few = rain.merging([.rainSingles: 100]) { $1 }
        #expect(field(few, masks: true).rate == field(few, masks: false).rate)
    }

    @Test("Power is what the field says at every rate", arguments: EngineConfiguration.sampleRates)
    func rates(_ rate: Int) {
        var rig = RainRig(rate: rate, seed: 2, [.rainIntensity: 50, .rainMovement: 0, .rainSingles: 1000])
        var power = 0.0
        rig.run(quanta: 40 * rate / 64) { left, right, _ in
            for frame in 0..<64 { power += Double(left[frame] * left[frame] + right[frame] * right[frame]) }
        }
        #expect(abs(10 * log10(power / Double(40 * rate / 64 * 64) / Double(rig.layer.field.power))) < 0.3)
    }

    @Test("Each band has its power, whoever plays it") func bands() {
        // Without the far bed: noise only, compared with mostly single drops.
        var spectra: [[Double]] = []
        for singles: Float in [0, 20_000] {
            var rig = RainRig(
                seed: 4, masks: false, [.rainIntensity: 50, .rainMovement: 0, .rainBedLevel: -60, .rainSingles: singles, .rainPeaks: 100])
            spectra.append(rig.octaves(stretches: 300))
        }
        for (noise, drops) in zip(spectra[0], spectra[1]) { #expect(abs(noise - drops) < 1, "\(spectra)") }
    }

    @Test("Left and right have as much in common as in real rain") func coherence() {
        var rig = RainRig(seed: 6, [.rainIntensity: 20])
        let (left, right) = rig.sound(seconds: 60)
        var found = NoiseSpectrum(size: 2048, rate: 48_000)
        for start in stride(from: 0, to: left.count - 2048, by: 1024) {
            left.withUnsafeBufferPointer { l in
                right.withUnsafeBufferPointer { r in found.add(l.baseAddress! + start, r.baseAddress! + start) }
            }
        }
        for (frequency, measured) in [(250.0, 0.57), (500, 0.58), (1000, 0.45), (2000, 0.31), (4000, 0.10), (8000, 0.06)] {
            let value = found.coherence(from: frequency / 1.19, to: frequency * 1.19)
            #expect(abs(value - measured) < 0.15, "\(frequency) Hz: \(value)")
        }
        var narrow = RainRig(seed: 6, [.rainIntensity: 20, .rainWidth: 0])
        let one = narrow.sound(seconds: 2)
        #expect(zip(one.left, one.right).allSatisfy { abs($0 - $1) <= 1e-6 })
    }

    @Test("The level wanders as told, and no pattern comes back") func movement() {
        var rig = RainRig(seed: 7, [.rainIntensity: 30])
        var levels: [Double] = []
        var power = 0.0
        var quantum = 0
        rig.run(quanta: 600 * 750) { left, right, _ in
            for frame in 0..<64 { power += Double(left[frame] * left[frame] + right[frame] * right[frame]) }
            quantum += 1
            if quantum % 15 == 0 {
                levels.append(power.squareRoot())
                power = 0
            }
        }
        // 20 ms steps. The slow walk decays by itself; an artefact would be a peak above its neighbours.
        let mean = levels.reduce(0, +) / Double(levels.count)
        let centred = levels.map { $0 - mean }
        let variance = centred.reduce(0) { $0 + $1 * $1 }
        let correlation = (1...260).map { lag in
            (0..<centred.count - lag).reduce(0.0) { $0 + centred[$1] * centred[$1 + lag] } / variance
        }
        // Chance correlation has SD 1/sqrt(30000) = 0.006; 250 lags reach 3.5 times that.
        for lag in 6...250 {
            let around = (correlation[lag - 6] + correlation[lag - 4] + correlation[lag + 2] + correlation[lag + 4]) / 4
            #expect(correlation[lag - 1] - around < 0.03, "lag \(Double(lag) * 0.02) s")
        }
        let seconds = stride(from: 0, to: levels.count - 49, by: 50).map { start in
            10 * log10(levels[start..<start + 50].reduce(0) { $0 + $1 * $1 })
        }
        let middle = seconds.reduce(0, +) / Double(seconds.count)
        let deviation = (seconds.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(seconds.count)).squareRoot()
        #expect(deviation > 0.5 && deviation < 1, "\(deviation) dB")
    }
}
