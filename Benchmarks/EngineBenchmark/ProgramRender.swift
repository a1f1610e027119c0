// SPDX-License-Identifier: MIT
import Foundation

/// One `amaoto render` in a process of its own, as its `--stats` measure it.
struct ProgramRender: Decodable {
    var frames: Int64
    var sampleRate: Int
    var startedDrops: Int64
    var processorSeconds: Double
    var peakMemory: Int

    private static let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("amaoto")

    /// - Parameter stats: the file for the figures, which the caller removes.
    init(_ arguments: [String], stats: String) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program.path) else {
            throw Failure(description: "\(Self.program.path) is not built: swift build -c release --product amaoto")
        }
        let process = Process()
        process.executableURL = Self.program
        process.arguments = ["render"] + arguments + ["--stats", stats, "-q"]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "amaoto \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: stats)))
    }

    struct Failure: Error, CustomStringConvertible { var description: String }
}
