// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import Sonification
import TestTraits
import Testing

/// `AMAOTO_ISA`: every instruction set of this machine gives the same bytes, with every preset.
@Suite(.waiting, .serialized) struct InstructionSetTests {
    static func sound(_ preset: String, seed: Int, _ set: InstructionSet, stats: URL) throws -> Data {
        let run = try Program.mustSucceed(
            [
                "render", "examples/visnjan-drive.gpx", "-p", preset, "--fit", "8", "--seed", "\(seed)", "-o", "-", "--container",
                "raw", "-f", "FLOAT_LE", "--stats", stats.path, "-y",
            ], environment: [InstructionSet.variable: set.rawValue])
        let said = try PrintedJSON.object(in: stats)
        #expect(said["instructionSet"] as? String == set.rawValue)
        return run.output
    }

    @Test(.tags(.sounds), arguments: PresetLibrary.standard.names)
    func everySetPlaysAPresetAlike(preset: String) throws {
        let folder = try Folder()
        let sets = InstructionSet.allCases.filter { $0.isSupported && $0 != .base }
        for seed in [1, 77] {
            let base = try Self.sound(preset, seed: seed, .base, stats: folder.file("stats"))
            #expect(base.count == 8 * 8 * 48_000)
            for set in sets {
                #expect(try Self.sound(preset, seed: seed, set, stats: folder.file("stats")) == base, "\(set), seed \(seed)")
            }
        }
    }

    @Test(arguments: ["sse9"] + InstructionSet.allCases.filter { !$0.isSupported }.map(\.rawValue))
    func whatCannotBeHadIsRefused(name: String) throws {
        let run = try Program.amaoto(
            "render", "-d", "1", "-o", "-", "--container", "raw", environment: [InstructionSet.variable: name])
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("AMAOTO_ISA=\(name)") && run.errors.contains("base"))
    }
}
