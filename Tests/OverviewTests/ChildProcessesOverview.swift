import ChildProcesses
import Foundation
// SPDX-License-Identifier: MIT
import Testing

/// The example of ChildProcesses's overview.
struct ChildProcessesOverview {
    @Test func example() async throws {
        // example begins
        let shell = ChildProcess.find("sh") ?? "/bin/sh"
        let pipe = Pipe()
        let child = try ChildProcess(
            shell, ["-c", "echo rain; exit 3"], output: pipe.fileHandleForWriting.fileDescriptor)
        // The child has its copy; the output ends when the last one is closed.
        try pipe.fileHandleForWriting.close()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let output = String(decoding: data, as: UTF8.self)
        let ending = child.wait()
        // example ends
        #expect(output == "rain\n")
        #expect(ending == .status(3))
    }
}
