// SPDX-License-Identifier: MIT
import Foundation
import Platform

/// A line run by `sh`, which may leave a server behind, as tmux does.
public enum ShellLine {
    /// Returns what the line prints.
    ///
    /// Neither `popen`, whose child would inherit every descriptor, so that the server holds other tests' pipes open and their
    /// readers never see the end; nor Foundation's `Process`, which waits for the server.
    public static func output(of line: String) throws -> String {
        let pipe = Pipe()
        let child = try ChildProcess(
            "/bin/sh", ["-c", line], output: pipe.fileHandleForWriting.fileDescriptor, errors: STDERR_FILENO)
        try pipe.fileHandleForWriting.close()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        child.wait()
        return String(decoding: output, as: UTF8.self)
    }
}
