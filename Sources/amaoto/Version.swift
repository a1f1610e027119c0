// SPDX-License-Identifier: MIT
import CBuildCommit
import RainSynthesis

/// The version of the program.
enum Version {
    private static let number = "0.1.0"

    /// What wrote a file, for its metadata. The same on every machine.
    static let software = "Amaoto \(number)"

    /// For `--version`: version, commit if it is known, and the instruction set of the engine's inner loops.
    static let text: String = {
        let commit = String(cString: cbuild_commit())
        return "amaoto \(number) (\(commit.isEmpty ? "" : "commit \(commit), ")instruction set \(InstructionSet.standard.rawValue))"
    }()
}
