// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The built program, run like a user or a script would run it.
struct Program {
    /// The package's root folder.
    static let root = TestData.root
    /// The folder of the running test program, whose `amaoto` loads Swift's runtime as shared libraries.
    static let builtBeside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    /// The folder of `amaoto`: that of the running test program, or AMAOTO_PROGRAMS.
    static let products = ProcessInfo.processInfo.environment["AMAOTO_PROGRAMS"].map { URL(fileURLWithPath: $0) } ?? builtBeside

    static func amaoto(_ arguments: String..., input: Data? = nil, environment: [String: String] = [:]) throws -> ProgramRun {
        try amaoto(arguments, input: input, environment: environment)
    }

    static func amaoto(_ arguments: [String], input: Data? = nil, environment: [String: String] = [:]) throws -> ProgramRun {
        try ProgramRun(
            [products.appendingPathComponent("amaoto").path] + arguments, input: input, environment: environment, in: root)
    }

    /// Runs a shell line, with `amaoto` on the PATH, in the package's root.
    static func shell(_ line: String, environment: [String: String] = [:]) throws -> ProgramRun {
        var environment = environment
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        environment["PATH"] = "\(products.path):\(path)"
        return try ProgramRun(["/bin/bash", "-o", "pipefail", "-c", line], environment: environment, in: root)
    }

    /// The same with a program that must end with 0: the test stops here if it does not.
    @discardableResult
    static func mustSucceed(
        _ arguments: String..., input: Data? = nil, environment: [String: String] = [:], at place: SourceLocation = #_sourceLocation
    ) throws -> ProgramRun { try mustSucceed(arguments, input: input, environment: environment, at: place) }

    @discardableResult
    static func mustSucceed(
        _ arguments: [String], input: Data? = nil, environment: [String: String] = [:], at place: SourceLocation = #_sourceLocation
    ) throws -> ProgramRun {
        try amaoto(arguments, input: input, environment: environment).succeeded(arguments.joined(separator: " "), at: place)
    }

    @discardableResult
    static func shellMustSucceed(
        _ line: String, environment: [String: String] = [:], at place: SourceLocation = #_sourceLocation
    ) throws -> ProgramRun { try shell(line, environment: environment).succeeded(line, at: place) }

    /// The number of fixes in a session, read through SQLite while another program writes.
    static func keptFixes(in session: URL) throws -> Int {
        let count =
            "import sqlite3; print(sqlite3.connect('file:\(session.path)?mode=ro', uri=True).execute('SELECT count(*) FROM fix').fetchone()[0])"
        return Int(try shell("/usr/bin/python3 -c \"\(count)\"").text.dropLast()) ?? 0
    }
}

/// Bytes; 0 while there is no such file.
func size(of file: URL) -> Int { (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0 }
