// SPDX-License-Identifier: MIT
import Synchronization
import Tracking

/// Reports the first faults of an input one by one and counts the rest.
final class FaultReporter: Sendable {
    /// The number of faults that are reported one by one.
    private static let usualLimit = 10
    private let console: Console
    private let limit: Int
    private let reported = Atomic(0)

    /// - Parameter reportsAll: reports every fault, each with its line.
    init(console: Console, reportsAll: Bool) {
        self.console = console
        limit = reportsAll ? .max - 1 : Self.usualLimit
    }

    func report(_ fault: InputFault) {
        let number = reported.add(1, ordering: .relaxed).newValue
        if number <= limit { console.warn("\(fault)") }
        if number == limit + 1 { console.warn("further faults are counted and reported at the end") }
    }

    /// Reports the input's summary, if it contained faults.
    func summarize(_ tally: InputTally) {
        for note in tally.notes { console.warn(note) }
        if tally.faults > 0 || tally.late > 0 || tally.refused > 0 || tally.duplicates > 0 || tally.noFixes > 0 {
            console.warn("read \(tally.summary)")
        }
    }
}
