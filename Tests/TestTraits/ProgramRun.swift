// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// A program that has run to its end.
public struct ProgramRun: Sendable {
    /// 128 and the signal, if one ended it.
    public let status: Int32
    public let output: Data
    public let errors: String
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// - Parameters:
    ///   - arguments: the program, by its path or found on the PATH, and its arguments.
    ///   - folder: where it runs.
    public init(_ arguments: [String], input: Data? = nil, environment: [String: String] = [:], in folder: URL? = nil) throws {
        // Not through `env`, which would load the libraries of LD_PRELOAD as well.
        guard let name = arguments.first, let path = TestPrograms.path(of: name) else { throw POSIXError(.ENOENT) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = Array(arguments.dropFirst())
        if let folder { process.currentDirectoryURL = folder }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files instead of pipes, so that neither side waits for the other.
        let own = try Folder()
        let output = try own.write("", to: "stdout"), errors = try own.write("", to: "stderr")
        process.standardInput = FileHandle.nullDevice
        if let input {
            let source = own.file("stdin")
            try input.write(to: source)
            process.standardInput = try FileHandle(forReadingFrom: source)
        }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        self.output = try Data(contentsOf: output)
        self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    }

    /// What a program that must succeed prints.
    @discardableResult
    public static func output(
        of arguments: [String], input: Data? = nil, in folder: URL? = nil, at place: SourceLocation = #_sourceLocation
    ) throws -> Data {
        try ProgramRun(arguments, input: input, in: folder).succeeded(arguments.joined(separator: " "), at: place).output
    }

    /// Itself; the test stops here if the program failed.
    /// - Parameter command: what was run, for the failure.
    public func succeeded(_ command: String, at place: SourceLocation = #_sourceLocation) throws -> ProgramRun {
        try #require(status == 0, "\(command) ended with \(status): \(text.suffix(2000)) \(errors)", sourceLocation: place)
        return self
    }
}
