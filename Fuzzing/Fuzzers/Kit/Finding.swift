import Glibc

/// What is done about a property that does not hold.
enum Finding {
    /// Takes its words and never returns: what follows in a run relies on the property. libFuzzer takes an abort for a finding;
    /// a test puts something else in its place.
    @TaskLocal static var report: @Sendable (String) -> Never = { words in
        tell("FINDING \(words)")
        abort()
    }

    /// A line for whoever runs it.
    static func tell(_ words: String) {
        let line = Array((words + "\n").utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}

/// Ends the run with a finding unless the condition holds.
func expect(_ condition: Bool, _ words: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
    if !condition { Finding.report("\(file):\(line): \(words())") }
}
