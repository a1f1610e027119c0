// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

/// Equal bytes on every instruction set of this machine; the others are reported as skipped.
@Suite(.computing) struct InstructionSetTests {
    /// A set is compared with `base`, which runs everywhere.
    static func expectTheBytesOfBase(_ set: InstructionSet) throws {
        // All at once: every material, notes, glides, a pool that overflows, a stop and a start.
        for (index, rate) in EngineConfiguration.sampleRates.enumerated() {
            let seed = UInt64(index) &* 0x1234_5678_9abc
            let base = try EngineBlockTests.render(blocks: [480], rate: rate, seed: seed, instructionSet: .base)
            let other = try EngineBlockTests.render(blocks: [480], rate: rate, seed: seed, instructionSet: set)
            #expect(fingerprint(base) == fingerprint(other), "\(rate) Hz")
        }
        // Drops from the table's corners: slow and shrill, long and ended after a few samples, from a few to thousands.
        var chance = SplitMix(seed: 21)
        for seed in 0..<40 {
            var parameters = SynthParameters.silent
            for id in DropFormulaTests.qualities + [.dropsBubbleRise, .dropsBrightness, .dropsRegularity, .dropsWidth] {
                let range = ParameterTable.spec(id).range, u = Float(chance.uniform())
                parameters[id] =
                    seed % 2 == 0
                    ? (u < 0.5 ? range.lowerBound : range.upperBound)
                    : range.lowerBound + u * u * (range.upperBound - range.lowerBound)
            }
            for spec in ParameterTable.all where spec.name.hasSuffix(".variation") { parameters[spec.id] = Float(200 * chance.uniform()) }
            parameters[.dropsRate] = Float(exp(log(60) + chance.uniform() * log(200_000)))
            parameters[.masterLevel] = -30
            var base = try EngineFixture(seed: UInt64(seed), parameters: parameters, instructionSet: .base)
            var other = try EngineFixture(seed: UInt64(seed), parameters: parameters, instructionSet: set)
            #expect(base.render(24_000) == other.render(24_000), "seed \(seed)")
        }
    }

    @Test(.enabled(if: InstructionSet.v3.isSupported, "NOT RUN: this machine's processor has no AVX2"))
    func avx2GivesTheBytesOfBase() throws {
        try Self.expectTheBytesOfBase(.v3)
        for rate in EngineConfiguration.sampleRates { #expect(Self.tables(rate, .v3) == Self.tables(rate, .base), "\(rate) Hz") }
    }

    /// The parts of the tables that kernels compute.
    static func tables(_ rate: Int, _ set: InstructionSet) -> [Float] {
        let grains = RainGrains(sampleRate: rate, instructionSet: set), last = grains.bubble(RainGrains.bubbles - 1)
        let flow = RainFlowBubbles(sampleRate: rate, instructionSet: set), highest = flow.bubble(100)
        let bodies = RainBodyTable(sampleRate: rate, instructionSet: set)
        let strikes = StrikeTable(sampleRate: rate, instructionSet: set)
        var values = Array(UnsafeBufferPointer(start: grains.samples, count: last.first + last.length * last.phases))
        values += UnsafeBufferPointer(start: flow.table.samples, count: highest.first + highest.length)
        for size in 0..<RainSizes.count {
            let energy = grains.impactEnergy(size: size, ring: 4)
            values += energy.indices.map { energy[$0] }
        }
        for surface in RainSurface.all.indices {
            values += UnsafeBufferPointer(start: bodies.first[surface].kernel.modes.gain, count: 2 * RainBody.modes)
        }
        for voice in StrikeVoice.allCases {
            for octave in 0..<10 { values.append(strikes.normalisation(voice, Float(16 << octave))) }
        }
        return values
    }

    /// Registers as wide as the name implies, and no fused multiply-add: read from this program's own machine code, so that it
    /// also covers instruction sets that this machine cannot run.
    @Test(.needs("objdump")) func machineCode() throws {
        for (set, widest, narrower) in [("base", "%xmm", ["%ymm", "%zmm"]), ("v3", "%ymm", ["%zmm"])] {
            for function in [
                "add_bubbles", "add_impacts", "collect", "add_grains", "add_bed", "add_material", "pass_body", "add_room", "pass_wall",
                "make_white", "make_pink", "make_brown", "interleave", "finish", "to_integers", "to_bytes24", "delay",
                "raise_peaks", "turn_rows", "add_pulse", "cut_rows", "make_bubble", "weigh_frequencies", "sum_modes", "find_peaks",
            ] {
                let code = try Self.disassembly("crain_\(function)_\(set)")
                #expect(code.contains(widest), "crain_\(function)_\(set) does not use \(widest)")
                for register in narrower { #expect(!code.contains(register), "crain_\(function)_\(set) uses \(register)") }
                #expect(!code.contains("vfm") && !code.contains("vfnm"), "crain_\(function)_\(set) contracts")
            }
        }
    }

    private static func disassembly(_ function: String) throws -> String {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        let text = try ProgramRun(["objdump", "--no-show-raw-insn", "--disassemble=\(function)", program]).text
        try #require(text.contains("<\(function)>:"), "\(function) is not in \(program)")
        return text
    }

    @Test func theEnvironmentChooses() throws {
        #expect(try InstructionSet.chosen(by: nil) == .best)
        #expect(try InstructionSet.chosen(by: "") == .best)
        #expect(try InstructionSet.chosen(by: "base") == .base)
        #expect(throws: InstructionSetError.unknown("sse9")) { try InstructionSet.chosen(by: "sse9") }
        #expect(InstructionSet.base.isSupported)
        for set in InstructionSet.allCases where !set.isSupported {
            #expect(throws: InstructionSetError.unsupported(set)) { try InstructionSet.chosen(by: set.rawValue) }
            #expect(throws: EngineError.unsupportedInstructionSet(set)) { _ = try EngineFixture(instructionSet: set) }
        }
        #expect("\(InstructionSetError.unknown("sse9"))".hasPrefix("AMAOTO_ISA=sse9 is not an instruction set."))
    }
}
