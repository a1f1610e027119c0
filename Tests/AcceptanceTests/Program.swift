// SPDX-License-Identifier: MIT
import Foundation
import TestTraits

/// The built program, run like a user or a script would run it.
struct Program {
    struct Run {
        let status: Int32
        let output: Data
        let errors: String
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The package's root folder.
    static let root = TestData.root
    /// The folder of the running test program, whose `amaoto` loads Swift's runtime as shared libraries.
    static let builtBeside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    /// The folder of `amaoto`: that of the running test program, or AMAOTO_PROGRAMS.
    static let products = ProcessInfo.processInfo.environment["AMAOTO_PROGRAMS"].map { URL(fileURLWithPath: $0) } ?? builtBeside

    static func amaoto(_ arguments: String..., input: Data? = nil, environment: [String: String] = [:]) throws -> Run {
        try run(products.appendingPathComponent("amaoto"), arguments, input: input, environment: environment)
    }

    static func amaoto(_ arguments: [String], input: Data? = nil, environment: [String: String] = [:]) throws -> Run {
        try run(products.appendingPathComponent("amaoto"), arguments, input: input, environment: environment)
    }

    /// Runs a shell line, with `amaoto` on the PATH, in the package's root.
    static func shell(_ line: String, environment: [String: String] = [:]) throws -> Run {
        var environment = environment
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        environment["PATH"] = "\(products.path):\(path)"
        return try run(
            URL(fileURLWithPath: "/bin/bash"), ["-o", "pipefail", "-c", line], environment: environment)
    }

    /// The number of fixes in a session, read through SQLite while another program writes.
    static func keptFixes(in session: URL) throws -> Int {
        let count =
            "import sqlite3; print(sqlite3.connect('file:\(session.path)?mode=ro', uri=True).execute('SELECT count(*) FROM fix').fetchone()[0])"
        return Int(try shell("/usr/bin/python3 -c \"\(count)\"").text.dropLast()) ?? 0
    }

    private static func run(
        _ executable: URL, _ arguments: [String], input: Data? = nil, environment: [String: String] = [:]
    ) throws -> Run {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = root
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files instead of pipes, so that neither side waits for the other.
        let folder = try Folder()
        let output = folder.file("stdout"), errors = folder.file("stderr"), source = folder.file("stdin")
        for file in [output, errors] { try Data().write(to: file) }
        try (input ?? Data()).write(to: source)
        process.standardInput = input == nil ? FileHandle.nullDevice : try FileHandle(forReadingFrom: source)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return Run(
            status: status, output: try Data(contentsOf: output),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}

/// Bytes; 0 while there is no such file.
func size(of file: URL) -> Int { (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0 }
