// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

/// A full pool: which voice is stolen, how, and what is counted.
@Suite(.computing) struct DropPoolTests {
    /// Long bubbles only, in the middle.
    static func long(_ amplitude: Float) -> SynthParameters {
        SynthParameters([
            .dropsImpactAmplitude: 0, .dropsBubbleAmplitude: amplitude, .dropsBubbleDuration: 400, .dropsBubbleDecay: 3,
            .dropsBubbleFrequency: 500, .dropsBubbleRise: 0, .dropsDelay: 0.2, .dropsImpactDuration: 0.2, .dropsWidth: 0,
            .dropsRegularity: 0, .dropsRate: 60 * 375,
        ])
    }

    /// A hundred thousand drops, half of them waiting for their bubbles, are discarded all at once: one by one they would take
    /// longer than a quantum. Nothing of them sounds with later drops.
    @Test func silenceTakesNoLongerForMany() {
        var rig = DropRig(seed: 5, voices: 131_072)
        var many = Self.long(0.5)
        many[.dropsRate] = 40_000_000
        many[.dropsDelay] = 80
        rig.play(many, quanta: 120)
        #expect(rig.layer.active > 90_000)
        rig.layer.silence()
        // A drop that is released leaves a free handle.
        #expect(rig.layer.active == 0 && rig.layer.freeCount == 0)
        var silent = many
        silent[.dropsRate] = 0
        let start = rig.left.count
        rig.play(silent, quanta: 80)
        #expect(rig.left[start...].allSatisfy { $0 == 0 })

        let from = rig.left.count, first = rig.fallen.count
        rig.play(Self.long(1), quanta: 40)
        var truth = [Double](repeating: 0, count: rig.left.count)
        for drop in rig.fallen[first...] {
            let one = DropFormulaTests.reference(
                Self.long(1), onset: drop.position, sampleRate: 48_000, samples: rig.left.count)
            for index in truth.indices { truth[index] += Double(drop.shape.left) * one[index] }
        }
        let signal = truth.reduce(0) { $0 + $1 * $1 }
        let error = (from..<rig.left.count).reduce(0) { $0 + (Double(rig.left[$1]) - truth[$1]) * (Double(rig.left[$1]) - truth[$1]) }
        #expect(rig.fallen.count - first > 10 && 10 * log10(signal / error) > 60)
    }

    @Test func theQuietGiveWay() {
        // 16 voices: 8 loud and 8 quiet drops, then 8 more loud ones, which steal the voices of the quiet ones.
        var rig = DropRig(seed: 3, voices: 16)
        func fall(_ amplitude: Float, _ count: Int) {
            let target = rig.fallen.count + count
            while rig.fallen.count < target { rig.play(Self.long(amplitude)) }
        }
        fall(1, 8)
        fall(0.01, 8)
        #expect(rig.layer.active == 16 && rig.layer.stolen == 0)
        fall(1, 8)
        #expect(rig.layer.active == 16 && rig.layer.stolen == 8 && rig.layer.refused == 0)
        #expect(rig.layer.started == 24 && rig.layer.peakActive == 16)
        // The remaining sound is that of the 16 loud drops, according to the formula.
        var silent = Self.long(1)
        silent[.dropsRate] = 0
        let from = rig.left.count + 64
        rig.play(silent, quanta: 100)
        var error = 0.0, signal = 0.0
        var truth = [Double](repeating: 0, count: rig.left.count)
        for (index, drop) in rig.fallen.enumerated() where index < 8 || index >= 16 {
            let one = DropFormulaTests.reference(
                Self.long(1), onset: drop.position, sampleRate: 48_000, samples: rig.left.count)
            for n in one.indices { truth[n] += Double(drop.shape.left) * one[n] }
        }
        for n in from..<rig.left.count {
            signal += truth[n] * truth[n]
            error += (Double(rig.left[n]) - truth[n]) * (Double(rig.left[n]) - truth[n])
        }
        #expect(10 * log10(signal / error) > 60)
    }

    @Test func aYieldedDropFadesWithoutAStep() {
        // The stolen bubble is the only quiet one; its twin rig has a free voice and keeps it.
        var full = DropRig(seed: 3, voices: 16), roomy = DropRig(seed: 3, voices: 64)
        func play(_ amplitude: Float, until count: Int) {
            while full.fallen.count < count {
                full.play(Self.long(amplitude))
                roomy.play(Self.long(amplitude))
            }
        }
        play(0.5, until: 15)
        play(0.05, until: 16)
        play(0.5, until: 17)
        #expect(full.layer.stolen == 1 && roomy.layer.stolen == 0)
        var rest = Self.long(0.5)
        rest[.dropsRate] = 0
        full.play(rest, quanta: 4)
        roomy.play(rest, quanta: 4)
        let gone = zip(roomy.left, full.left).map { Double($0) - Double($1) }
        let quiet = DropFormulaTests.reference(
            Self.long(0.05), onset: roomy.fallen[15].position, sampleRate: 48_000, samples: gone.count
        ).map { $0 * Double(roomy.fallen[15].shape.left) }
        // The difference grows linearly from zero over one quantum and is complete from then on.
        let border = Int(full.fallen[16].position) / 64 * 64
        for n in gone.indices {
            let share = min(1, max(0, Double(n - border) / 64))
            #expect(abs(gone[n] - share * quiet[n]) < 1e-5)
        }
    }

    @Test func whenOnlyNewDropsAreThereTheSurplusIsRefused() {
        var rig = DropRig(seed: 3, voices: 16)
        var p = Self.long(1)
        p[.dropsRate] = 60 * 48_000
        rig.play(p)
        #expect(rig.fallen.count >= 63)
        #expect(rig.layer.active == 16 && rig.layer.started == 16)
        #expect(rig.layer.refused == Int64(rig.fallen.count - 16) && rig.layer.stolen == rig.layer.refused)
        rig.play(p)
        #expect(rig.layer.active == 16 && rig.layer.started == 32)
        #expect(rig.layer.started + rig.layer.refused == Int64(rig.fallen.count))
    }

    @Test func aDropInItsPauseCountsByTheBubbleToCome() {
        // Loud bubbles after a long pause, and faint ones that already sound: the faint ones are stolen.
        var rig = DropRig(seed: 3, voices: 16)
        var pausing = Self.long(1)
        pausing[.dropsDelay] = 80
        while rig.fallen.count < 8 { rig.play(pausing) }
        while rig.fallen.count < 24 { rig.play(Self.long(0.02)) }
        #expect(rig.layer.stolen == 8)
        var rest = Self.long(1)
        rest[.dropsRate] = 0
        rig.play(rest, quanta: 60)
        let late = rig.left.suffix(640).map { abs($0) }.max()!
        #expect(late > 0.5)
    }

    @Test func everyDropLeaves() {
        var rig = DropRig(seed: 4, voices: 800)
        rig.play(DropOrderTests.storm, quanta: 300)
        #expect(rig.layer.active == 800 && rig.layer.stolen > 0)
        var rest = DropOrderTests.storm
        rest[.dropsRate] = 0
        rig.play(rest, quanta: 6000)
        #expect(rig.layer.active == 0)
        #expect(rig.left.suffix(64).allSatisfy { $0 == 0 } && rig.right.suffix(64).allSatisfy { $0 == 0 })
        // All slots and handles are free again: the pool can be filled completely.
        rig.play(DropOrderTests.storm, quanta: 300)
        #expect(rig.layer.active == 800 && rig.layer.peakActive == 800)
    }

    @Test func silenceIsExact() {
        var rig = DropRig(seed: 4, voices: 500)
        rig.play(DropOrderTests.storm, quanta: 50)
        rig.layer.silence()
        #expect(rig.layer.active == 0)
        var rest = DropOrderTests.storm
        rest[.dropsRate] = 0
        let from = rig.left.count
        rig.play(rest, quanta: 20)
        #expect(rig.left[from...].allSatisfy { $0 == 0 } && rig.right[from...].allSatisfy { $0 == 0 })
        rig.play(DropOrderTests.storm, quanta: 50)
        #expect(rig.layer.active > 100)
    }
}
