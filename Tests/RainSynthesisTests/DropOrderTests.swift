// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import RainSynthesis

/// Equal bytes for any instruction set, segmentation and clock position.
@Suite(.computing) struct DropOrderTests {
    /// Everything at once: all qualities vary, drops of a few samples beside long ones, and a full pool.
    static let storm = SynthParameters([
        .dropsRate: 3_000_000, .dropsRegularity: 2.5, .dropsImpactAmplitudeVariation: 100,
        .dropsImpactDurationVariation: 100, .dropsDelayVariation: 100, .dropsDelay: 2, .dropsBubbleAmplitudeVariation: 100,
        .dropsBubbleFrequencyVariation: 50, .dropsBubbleDecayVariation: 50, .dropsBubbleDuration: 8,
        .dropsBubbleDurationVariation: 150, .dropsBubbleRiseVariation: 80, .dropsWidth: 1,
    ])

    static func sound(
        seed: UInt64 = 9, instructionSet: InstructionSet = .base, startQuantum: Int64 = 0, quanta: Int = 200,
        segments: (Int) -> [Int] = { _ in [64] }
    ) -> ([UInt32], [UInt32], Int64) {
        var rig = DropRig(seed: seed, voices: 1000, startQuantum: startQuantum, instructionSet: instructionSet)
        for quantum in 0..<quanta { rig.play(storm, segments: segments(quantum)) }
        return (rig.left.map(\.bitPattern), rig.right.map(\.bitPattern), rig.layer.stolen)
    }

    @Test(arguments: InstructionSet.allCases.filter(\.isSupported))
    func instructionSetsAgree(_ set: InstructionSet) {
        let base = Self.sound()
        #expect(base.2 > 0)
        let other = Self.sound(instructionSet: set)
        #expect(other.0 == base.0 && other.1 == base.1)
    }

    @Test func segmentsAgree() {
        let whole = Self.sound()
        #expect(Self.sound { _ in [32, 32] }.0 == whole.0)
        #expect(Self.sound { _ in Array(repeating: 1, count: 64) }.0 == whole.0)
        #expect(Self.sound { $0 % 3 == 0 ? [64] : [$0 % 64, 64 - $0 % 64] }.1 == whole.1)
    }

    @Test func farOutIsAsExactAsTheStart() {
        let day = Int64(24 * 3600) * 192_000 / 64
        let start = Self.sound()
        for quantum in [day, day + 1, 1 << 44] {
            let later = Self.sound(startQuantum: quantum)
            #expect(later.0 == start.0 && later.1 == start.1)
        }
    }

    @Test func tenMinutesFarOut() {
        let p = SynthParameters([.dropsRate: 60 * 20, .dropsRegularity: 0, .dropsImpactAmplitude: 0.4])
        let quanta = 600 * 48_000 / 64
        var near = DropRig(seed: 3), far = DropRig(seed: 3, startQuantum: 1 << 40)
        for _ in 0..<quanta / 50 {
            near.left.removeAll(keepingCapacity: true)
            far.left.removeAll(keepingCapacity: true)
            near.right.removeAll(keepingCapacity: true)
            far.right.removeAll(keepingCapacity: true)
            near.play(p, quanta: 50)
            far.play(p, quanta: 50)
            #expect(near.left == far.left)
        }
        #expect(near.fallen.count == far.fallen.count && abs(near.fallen.count - 12_000) <= 1)
        for index in stride(from: 0, to: near.fallen.count, by: 500) {
            #expect(abs(near.fallen[index].position - near.fallen[0].position - 2400 * Double(index)) < 1e-4)
        }
    }

    @Test func aSeedIsASound() {
        #expect(Self.sound(quanta: 50).0 == Self.sound(quanta: 50).0)
        #expect(Self.sound(quanta: 50).0 != Self.sound(seed: 10, quanta: 50).0)
    }

    @Test func wildDrawsStayFinite() {
        var wild = SynthParameters([.dropsRate: 600_000, .dropsLevel: 12, .dropsBrightness: 3])
        for id in [
            ParameterID.dropsImpactAmplitudeVariation, .dropsImpactDurationVariation, .dropsDelayVariation,
            .dropsBubbleAmplitudeVariation, .dropsBubbleFrequencyVariation, .dropsBubbleDecayVariation,
            .dropsBubbleDurationVariation, .dropsBubbleRiseVariation,
        ] { wild[id] = 200 }
        for corner in 0..<16 {
            wild[.dropsBubbleDecay] = corner & 1 == 0 ? 3 : 24
            wild[.dropsBubbleDuration] = corner & 2 == 0 ? 1 : 400
            wild[.dropsBubbleFrequency] = corner & 4 == 0 ? 2 : 2000
            wild[.dropsImpactDuration] = corner & 8 == 0 ? 0.2 : 100
            wild[.dropsBubbleRise] = 1
            var rig = DropRig(seed: UInt64(corner), voices: 512)
            rig.play(wild, quanta: 400)
            #expect(rig.left.allSatisfy { $0.isFinite } && rig.right.allSatisfy { $0.isFinite })
        }
    }
}
