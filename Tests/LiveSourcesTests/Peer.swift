// SPDX-License-Identifier: MIT
import Foundation
import TestTraits

/// Another program that a test communicates with, ended with the object, as is everything that it has started.
final class Peer {
    let process = Process()
    let folder: Folder

    /// - Parameter arguments: the program, found on the PATH (and in Debian's folder of servers), and its arguments.
    init(_ arguments: [String], input: FileHandle? = nil) throws {
        folder = try Folder()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The test runner may ignore signals, which a child inherits.
        process.arguments = ["--default-signal=INT,TERM,HUP,PIPE"] + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = (environment["PATH"] ?? "/usr/bin:/bin") + ":/usr/sbin:/sbin"
        process.environment = environment
        process.currentDirectoryURL = folder.url
        try Data().write(to: log)
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        try process.run()
    }

    private var log: URL { folder.file("log") }
    var said: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    func end(_ signal: Int32 = SIGTERM) {
        guard process.isRunning else { return }
        // Foundation makes each process the leader of a group.
        kill(-process.processIdentifier, signal)
        process.waitUntilExit()
    }

    deinit { end(SIGKILL) }

    /// Runs a program to its end. Suspends, as its server may be in this process.
    @discardableResult
    static func run(_ arguments: [String]) async throws -> Int32 {
        let peer = try Peer(arguments)
        await peer.finish()
        return peer.process.terminationStatus
    }

    func finish() async { while process.isRunning { try? await Task.sleep(nanoseconds: 5_000_000) } }
}
