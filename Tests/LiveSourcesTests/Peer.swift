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

/// A port of this machine that nobody listens at.
func freePort(_ kind: __socket_type = SOCK_STREAM) throws -> UInt16 {
    let end = socket(AF_INET, Int32(kind.rawValue), 0)
    defer { close(end) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(end, $0, length) == 0 && getsockname(end, $0, &length) == 0 }
    }
    try #require(bound)
    return UInt16(bigEndian: address.sin_port)
}

/// Waits until something is so, at most two minutes. Suspends: what is waited for may need the thread.
func eventually(_ what: @autoclosure () -> String, _ condition: () -> Bool) async throws {
    for _ in 0..<24_000 where !condition() { try await Task.sleep(nanoseconds: 5_000_000) }
    try #require(condition(), "\(what())")
}
