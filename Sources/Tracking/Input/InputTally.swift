// SPDX-License-Identifier: MIT
import PlainText

/// The counts of an input so far, reported at its end.
public struct InputTally: Equatable, Sendable {
    /// Fixes returned, including late and duplicate ones.
    public internal(set) var fixes = 0
    /// Fixes older than one before them.
    public internal(set) var late = 0
    /// Fixes with the same time as the last.
    public internal(set) var duplicates = 0
    /// Fixes refused because they came too late to be sorted; they are also counted as late.
    public internal(set) var refused = 0
    /// Reports by the source that it has no fix.
    public internal(set) var noFixes = 0
    /// Notes to report once for the entire input.
    public internal(set) var notes: [String] = []
    /// Faults by kind, in the order of the kinds; kinds without faults are left out.
    private var faultsByKind: [(kind: InputFault.Kind, count: Int)] {
        zip(InputFault.Kind.allCases, counts).filter { $0.1 > 0 }.map { (kind: $0.0, count: $0.1) }
    }
    /// The total number of faults.
    public var faults: Int { counts.reduce(0, +) }
    private var counts = [Int](repeating: 0, count: InputFault.Kind.allCases.count)

    public init() {}

    mutating func count(_ fault: InputFault) {
        for (index, kind) in InputFault.Kind.allCases.enumerated() where kind == fault.kind { counts[index] += 1 }
    }

    /// One sentence: `1164 fixes, 2 late, 3 skipped (2 bad value, 1 field count)`.
    public var summary: String {
        var text = CountText.of(fixes, "fix", "fixes")
        if late > 0 { text += ", \(late) late" }
        if refused > 0 { text += " (\(refused) of them refused)" }
        if duplicates > 0 { text += ", \(duplicates) of the same time as the one before" }
        if noFixes > 0 { text += ", \(CountText.of(noFixes, "report")) of no fix" }
        if faults > 0 {
            text +=
                ", \(CountText.of(faults, "fault")) (\(faultsByKind.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")))"
        }
        return text
    }
}
