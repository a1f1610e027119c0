// SPDX-License-Identifier: MIT

/// Shows which of its steps a long task is at, once it takes more than two seconds.
final class StepProgress {
    private let console: Console
    private let total: Int
    private var done = 0
    private var pace = ProgressPace(patience: 2)

    init(_ console: Console, of total: Int) {
        self.console = console
        self.total = total
    }

    /// Call when a step begins.
    func begin(_ step: String) {
        done += 1
        if pace.isDue() { console.status("\(done) of \(total): \(step)") }
    }

    /// Ends the line; call before anything else is printed.
    func end() { console.endStatus() }
}
