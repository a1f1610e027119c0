import ArgumentParser
import Foundation

/// How the program ends, as its manual says.
enum ExitStatus {
    static let runtime: Int32 = 1
    static let usage: Int32 = 2
    static let preset: Int32 = 3
    static let input: Int32 = 4
    static let device: Int32 = 5
    /// What a shell says of a program whose reader has gone.
    static let readerGone: Int32 = 128 + SIGPIPE
}

/// An error that is ready to be told: what happened, where, what to do, and the exit code.
struct Failure: Error {
    let message: String
    let exitCode: Int32

    init(_ message: String, exitCode: Int32) {
        self.message = message
        self.exitCode = exitCode
    }
}
