// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Testing

/// The example of Platform's overview.
struct PlatformOverview {
    @Test func example() async throws {
        // example begins
        let path = NSTemporaryDirectory() + "report-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }

        var claims = OutputClaims()
        claims.write(path, as: "--report")
        try claims.check()

        let pipe = Pipe()
        let child = try ChildProcess(
            ChildProcess.find("sh") ?? "/bin/sh", ["-c", "echo rain; exit 3"], output: pipe.fileHandleForWriting.fileDescriptor)
        // The child has its copy; the output ends when the last one is closed.
        try pipe.fileHandleForWriting.close()

        let file = try AtomicFile(path, claims)
        try file.write(pipe.fileHandleForReading.readToEnd() ?? Data())
        let ending = child.wait()
        let isVisibleEarly = FileManager.default.fileExists(atPath: path)
        try file.finish()
        // example ends
        #expect(ending == .status(3) && !isVisibleEarly)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "rain\n")
        #expect(!FileManager.default.fileExists(atPath: file.partial))
    }
}
