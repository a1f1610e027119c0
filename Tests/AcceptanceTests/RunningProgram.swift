// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// A program that runs while the test interacts with it.
final class RunningProgram {
    private let process = Process()
    private let folder: Folder
    private let source = Pipe()
    private let output: FileHandle?
    private let unreadOutput = Pipe()

    /// - Parameters:
    ///   - libraries: loaded before its own.
    ///   - keepsOutput: false gives it a pipe that nobody reads as standard output.
    init(
        _ arguments: [String], executable: String = Program.products.appendingPathComponent("amaoto").path,
        environment: [String: String] = [:], preloading libraries: [URL] = [], keepsOutput: Bool = true
    ) throws {
        folder = try Folder()
        // The test runner may ignore signals, which a child inherits.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The libraries are for the program only: env itself does not tolerate every one of them.
        let preload = libraries.isEmpty ? [] : ["LD_PRELOAD=" + libraries.map(\.path).joined(separator: ":")]
        process.arguments = ["--default-signal=INT,TERM,HUP,TSTP,PIPE"] + preload + [executable] + arguments
        process.currentDirectoryURL = Program.root
        var merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        merged["PATH"] = "\(Program.products.path):\(merged["PATH"] ?? "/usr/bin:/bin")"
        process.environment = merged
        process.standardInput = source
        for name in ["stdout", "stderr"] { try Data().write(to: folder.file(name)) }
        output = keepsOutput ? try FileHandle(forWritingTo: folder.file("stdout")) : nil
        if let output { process.standardOutput = output } else { process.standardOutput = unreadOutput }
        process.standardError = try FileHandle(forWritingTo: folder.file("stderr"))
        try process.run()
    }

    var isRunning: Bool { process.isRunning }
    var processIdentifier: Int32 { process.processIdentifier }
    var printed: Data { (try? Data(contentsOf: folder.file("stdout"))) ?? Data() }
    var text: String { String(decoding: printed, as: UTF8.self) }
    var errors: String { (try? String(contentsOf: folder.file("stderr"), encoding: .utf8)) ?? "" }

    func type(_ text: String) throws { try source.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
    /// Typed bytes that it has not read yet.
    var unreadInput: Int { unreadBytes(source.fileHandleForReading.fileDescriptor) }
    /// Bytes of its output in the unread pipe.
    var heldOutput: Int { unreadBytes(unreadOutput.fileHandleForReading.fileDescriptor) }

    func endInput() throws { try source.fileHandleForWriting.close() }
    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until a condition holds, at most 30 s; stops waiting when the program ends.
    func wait(for condition: () -> Bool) throws {
        for _ in 0..<3_000 {
            if condition() { return }
            if !isRunning { break }
            usleep(10_000)
        }
        try #require(condition(), "it did not come so far: \(errors) \(text.suffix(2_000))")
    }

    /// The same for long waits: other tests can use the thread meanwhile.
    func suspend(within seconds: Int, until condition: () -> Bool) async throws {
        for _ in 0..<100 * seconds {
            if condition() { return }
            if !isRunning { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        try #require(condition(), "it did not come so far: \(errors) \(text.suffix(2_000))")
    }

    /// Its exit code, or 128 + the signal that ended it; kills it after 30 s.
    func finish() -> Int32 {
        for _ in 0..<3_000 where isRunning { usleep(10_000) }
        if isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    /// Its exit code after a signal.
    func ended(by signal: Int32) -> Int32 {
        send(signal)
        return finish()
    }

    deinit { if isRunning { kill(process.processIdentifier, SIGKILL) } }
}

/// The bytes that a pipe holds.
func unreadBytes(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
}
