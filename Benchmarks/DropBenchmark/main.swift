// SPDX-License-Identifier: MIT
// Compares the cost of a classic drop with other programs: `Scripts/bench --drops`.
//
// DropBenchmark FOLDER [ROUNDS]: FOLDER has loop, faust, formula.csd, oscillators.csd and nothing.csd.
import Foundation
import RainSynthesis

do {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { throw BenchmarkFault(description: "which folder? (Scripts/bench --drops starts this)") }
    let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 5 : 5
    try DropComparison.run(in: URL(fileURLWithPath: arguments[1]), rounds: max(1, rounds))
    for set in InstructionSet.allCases where set.isSupported { try DropScaling.run(set) }
} catch {
    FileHandle.standardError.write(Data("DropBenchmark: \(error)\n".utf8))
    exit(1)
}
