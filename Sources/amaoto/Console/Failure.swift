// SPDX-License-Identifier: MIT

/// The program's exit codes, as documented.
enum ExitStatus: Int32 {
    case runtime = 1, usage, preset, input, device
    /// A shell's code for a program whose reader has exited: 128 + SIGPIPE.
    case readerGone = 141
}

/// An error ready for printing: what happened, where, what to do, and the exit code.
struct Failure: Error, CustomStringConvertible {
    let description: String
    let status: ExitStatus

    init(_ description: String, _ status: ExitStatus) {
        self.description = description
        self.status = status
    }
}
