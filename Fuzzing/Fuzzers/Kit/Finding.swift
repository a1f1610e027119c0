// SPDX-License-Identifier: MIT
import Glibc

/// The handling of a property that does not hold.
enum Finding {
    /// Receives the message and never returns: the rest of a run relies on the property. libFuzzer treats an abort as a finding;
    /// a test substitutes its own handler.
    @TaskLocal static var report: @Sendable (String) -> Never = { words in
        tell("FINDING \(words)")
        abort()
    }

    /// Prints a line for the user.
    static func tell(_ words: String) {
        let line = Array((words + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}

/// Ends the run with a finding unless the condition holds.
func expect(_ condition: Bool, _ words: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
    if !condition { Finding.report("\(file):\(line): \(words())") }
}
