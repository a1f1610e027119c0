// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import Foundation

/// A program that renders the same drops, with its measured times.
struct Contestant {
    let name: String
    /// Runs in the benchmark's folder; includes the arguments.
    let command: [String]
    /// The file of raw stereo floats that it writes.
    let sound: String
    /// A run whose processor time is subtracted, or nil for a program that reports its rendering time itself.
    var idle: [String]?
    /// Processor seconds, one value per run.
    var seconds: [Double] = []

    /// Runs it once.
    mutating func run(in folder: URL) throws {
        if let idle {
            let nothing = try Self.processorSeconds(idle, in: folder).seconds
            seconds.append(try Self.processorSeconds(command, in: folder).seconds - nothing)
        } else {
            let said = try Self.processorSeconds(command, in: folder).output
            guard let value = Double(said.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                throw BenchmarkFault(description: "\(name) said no time: \(said)")
            }
            seconds.append(value)
        }
    }

    /// The processor seconds that a program and its children take on all cores, and its output.
    private static func processorSeconds(_ command: [String], in folder: URL) throws -> (seconds: Double, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        let before = childSeconds
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFault(description: "\(command.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
        return (childSeconds - before, String(decoding: output, as: UTF8.self))
    }

    /// Of the children that have exited.
    private static var childSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1e-6 * Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }
}

/// Why a comparison cannot be made.
struct BenchmarkFault: Error, CustomStringConvertible { var description: String }
