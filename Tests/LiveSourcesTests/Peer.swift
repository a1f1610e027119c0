import Foundation
import Testing

/// Another program that a test talks to, ended with the object.
final class Peer {
    let process = Process()
    let folder: URL

    /// - Parameter arguments: the program, found on the PATH (and where Debian keeps servers), and what it is given.
    init(_ arguments: [String], input: FileHandle? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-peer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Who runs the tests may ignore signals, and a child inherits that.
        process.arguments = ["--default-signal=INT,TERM,HUP,PIPE"] + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = (environment["PATH"] ?? "/usr/bin:/bin") + ":/usr/sbin:/sbin"
        process.environment = environment
        process.currentDirectoryURL = folder
        try Data().write(to: log)
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        try process.run()
    }

    private var log: URL { folder.appendingPathComponent("log") }
    var said: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    func end(_ signal: Int32 = SIGTERM) {
        guard process.isRunning else { return }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
    }

    deinit {
        end(SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a program to its end. Suspends: what it talks to may be a server in this process.
    @discardableResult
    static func run(_ arguments: [String]) async throws -> Int32 {
        let peer = try Peer(arguments)
        await peer.finish()
        return peer.process.terminationStatus
    }

    func finish() async { while process.isRunning { try? await Task.sleep(nanoseconds: 5_000_000) } }
}

/// Waits until something is so, at most two minutes. Suspends: what is waited for may need the thread.
func eventually(_ what: @autoclosure () -> String, _ condition: () -> Bool) async throws {
    for _ in 0..<24_000 {
        // Asked once and no more after it holds: what is waited for may be made by the asking.
        if condition() { return }
        try await Task.sleep(nanoseconds: 5_000_000)
    }
    try #require(condition(), "\(what())")
}
