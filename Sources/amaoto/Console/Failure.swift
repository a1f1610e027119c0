// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation

/// The program's exit codes, as documented.
enum ExitStatus {
    static let runtime: Int32 = 1
    static let usage: Int32 = 2
    static let preset: Int32 = 3
    static let input: Int32 = 4
    static let device: Int32 = 5
    /// A shell's code for a program whose reader has exited.
    static let readerGone: Int32 = 128 + SIGPIPE
}

/// An error ready for printing: what happened, where, what to do, and the exit code.
struct Failure: Error {
    let message: String
    let exitCode: Int32

    init(_ message: String, exitCode: Int32) {
        self.message = message
        self.exitCode = exitCode
    }
}
