// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

/// The layer's drops compared with the formula in Double with libm.
@Suite(.computing) struct DropFormulaTests {
    static let amplitudes: [ParameterID] = [.dropsImpactAmplitude, .dropsBubbleAmplitude]
    static let qualities: [ParameterID] = [
        .dropsImpactDuration, .dropsDelay, .dropsBubbleFrequency, .dropsBubbleDecay, .dropsBubbleDuration,
    ]
    static let rates = EngineConfiguration.sampleRates

    /// The formula at every sample, without pan and sign.
    static func reference(_ p: SynthParameters, onset: Double, sampleRate: Int, samples: Int) -> [Double] {
        func value(_ id: ParameterID) -> Double { Double(p[id]) }
        let gain = pow(10, value(.dropsLevel) / 20), bright = pow(2, value(.dropsBrightness))
        let a1 = value(.dropsImpactAmplitude) * gain, a2 = value(.dropsBubbleAmplitude) * gain
        let d1 = value(.dropsImpactDuration) / 1000 / bright, d3 = value(.dropsBubbleDuration) / 1000
        let f = value(.dropsBubbleFrequency) * bright
        let bubble = d1 + value(.dropsDelay) / 1000
        var out = [Double](repeating: 0, count: samples)
        for n in 0..<samples {
            let t = (Double(n) - onset) / Double(sampleRate)
            if t >= 0 && t <= d1 { out[n] += a1 * sin(.pi * t / d1) }
            let u = t - bubble, x = u / d3
            let envelope = a2 * exp(-value(.dropsBubbleDecay) * x)
            if u >= 0 && envelope >= pow(10, -4.5) {
                // The phase is taken modulo 1 first: 2 pi times millions of turns would reduce the accuracy of libm's sine.
                let turns = f * u * exp(value(.dropsBubbleRise) * x)
                out[n] += envelope * sin(2 * .pi * (turns - turns.rounded()))
            }
        }
        return out
    }

    /// Signal-to-error ratio in dB of one drop.
    static func accuracy(_ p: SynthParameters, sampleRate: Int, seed: UInt64) -> Double {
        var rig = DropRig(sampleRate: sampleRate, seed: seed)
        rig.playOne(p)
        let sign = rig.fallen[0].shape.left < 0 ? -1.0 : 1.0
        let truth = reference(p, onset: rig.fallen[0].position, sampleRate: sampleRate, samples: rig.left.count)
        var signal = 0.0, error = 0.0
        for n in truth.indices {
            let expected = sign * truth[n] * 0.5.squareRoot()
            signal += 2 * expected * expected
            error += (Double(rig.left[n]) - expected) * (Double(rig.left[n]) - expected)
            error += (Double(rig.right[n]) - expected) * (Double(rig.right[n]) - expected)
        }
        return 10 * log10(signal / error)
    }

    static func check(_ p: SynthParameters, _ index: Int, _ worst: inout (Double, String)) {
        let rate = rates[index % rates.count]
        let decibels = accuracy(p, sampleRate: rate, seed: UInt64(index))
        if !(decibels >= worst.0) {
            let said = (qualities + amplitudes + [.dropsBubbleRise, .dropsBrightness, .dropsLevel])
                .map { "\(ParameterTable.spec($0).name)=\(p[$0])" }.joined(separator: " ")
            worst = (decibels, "\(rate) Hz \(said)")
        }
    }

    @Test func wholeRange() {
        var chance = SplitMix(seed: 7)
        var worst = (Double.infinity, "")
        for index in 0..<600 {
            var p = SynthParameters([.dropsWidth: 0])
            for id in Self.qualities {
                let range = ParameterTable.spec(id).range
                let u = chance.uniform()
                p[id] = Float(exp(log(Double(range.lowerBound)) * (1 - u) + log(Double(range.upperBound)) * u))
            }
            p[.dropsImpactAmplitude] = Float(1.5 * chance.uniform())
            p[.dropsBubbleAmplitude] = Float(1.5 * chance.uniform())
            p[.dropsBubbleRise] = Float(chance.uniform())
            p[.dropsBrightness] = Float(-3 + 6 * chance.uniform())
            p[.dropsLevel] = Float(-60 + 72 * chance.uniform())
            Self.check(p, index, &worst)
        }
        #expect(worst.0 >= 60, "\(worst.1)")
    }

    @Test func corners() {
        var chance = SplitMix(seed: 8)
        var worst = (Double.infinity, "")
        for index in 0..<600 {
            var p = SynthParameters([.dropsWidth: 0])
            for id in Self.qualities + [.dropsBubbleRise, .dropsBrightness, .dropsLevel] {
                let range = ParameterTable.spec(id).range
                p[id] = chance.uniform() < 0.5 ? range.lowerBound : range.upperBound
            }
            // One of the two alone, or both.
            let which = chance.uniform()
            p[.dropsImpactAmplitude] = which < 0.25 ? 0 : 1.5
            p[.dropsBubbleAmplitude] = which > 0.75 ? 0 : 1.5
            // An impact shorter than a sample can fall between samples: nothing to measure.
            if p[.dropsBubbleAmplitude] == 0 && p[.dropsImpactDuration] == 0.2 && p[.dropsBrightness] == 3 { continue }
            Self.check(p, index, &worst)
        }
        #expect(worst.0 >= 60, "\(worst.1)")
    }

    @Test func subSampleOffsets() {
        var worst = (Double.infinity, "")
        for index in 0..<600 { Self.check(SynthParameters([.dropsWidth: 0]), index, &worst) }
        #expect(worst.0 >= 60, "\(worst.1)")
    }

    @Test func gainsOfTheMaterial() {
        var wet = DropRig(seed: 3), dry = DropRig(seed: 3)
        let p = SynthParameters([.dropsRegularity: 0, .dropsRate: 60 * 500])
        for _ in 0..<40 {
            wet.play(p, impactGain: 1, bubbleGain: 1)
            dry.play(p, impactGain: 0.5, bubbleGain: 0)
        }
        // Before the first bubble there are only impacts.
        let first = Int(wet.fallen[0].position + 0.0225 * 48_000)
        for n in 0..<first { #expect(abs(dry.left[n] - 0.5 * wet.left[n]) < 1e-6) }
        #expect(wet.fallen.map(\.onset.left) == dry.fallen.map(\.onset.left))
    }

    @Test func panIsEqualPower() {
        for (pan, left, right) in [(Float(-1), 1.0, 0.0), (0, 0.5.squareRoot(), 0.5.squareRoot()), (1, 0, 1)] {
            var rig = DropRig(seed: 5)
            rig.playOne(SynthParameters([.dropsPan: pan, .dropsWidth: 0, .dropsLevel: 6]))
            let strength = 0.4 * pow(10, 6.0 / 20)
            #expect(abs(abs(Double(rig.fallen[0].onset.left)) - strength * left) < 1e-6)
            #expect(abs(abs(Double(rig.fallen[0].onset.right)) - strength * right) < 1e-6)
            let power = rig.left.reduce(0.0) { $0 + Double($1 * $1) } + rig.right.reduce(0.0) { $0 + Double($1 * $1) }
            let truth = DropFormulaTests.reference(
                SynthParameters([.dropsLevel: 6]), onset: rig.fallen[0].position, sampleRate: 48_000, samples: rig.left.count)
            let expected = truth.reduce(0.0) { $0 + $1 * $1 }
            #expect(abs(power / expected - 1) < 1e-4)
        }
        var wide = DropRig(seed: 6)
        wide.play(SynthParameters([.dropsRate: 600_000, .dropsWidth: 0.5, .dropsPan: 0.25]), quanta: 750)
        let places = wide.fallen.map { atan2(abs(Double($0.onset.right)), abs(Double($0.onset.left))) * 4 / .pi - 1 }
        #expect(places.allSatisfy { $0 > -0.2501 && $0 < 0.7501 })
        #expect(abs(mean(places) - 0.25) < 0.02 && abs(deviation(places) - 0.5 / 3.squareRoot()) < 0.01)
    }
}
