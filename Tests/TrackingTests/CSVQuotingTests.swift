// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// Double quotes as they occur in practice: around fields, and as inches.
@Suite struct CSVQuotingTests {
    private func rows(_ notes: [Int: String], count: Int = 300) -> String {
        "time,note,speed\n" + (0..<count).map { "\($0),\(notes[$0] ?? "x"),\($0 % 9)\n" }.joined()
    }

    /// A quote within a field is text, as in Python's csv.
    @Test(arguments: [
        [10: "5\" pipe"], [10: "5\" pipe", 250: "a 3\" hose"], Dictionary(uniqueKeysWithValues: (0..<300).map { ($0, "x\"") }),
    ])
    func withinAFieldItIsText(_ notes: [Int: String]) {
        let reading = TestTracks.read(rows(notes))
        #expect(reading.fixes.compactMap { $0.time?.nanoseconds } == (0..<300).map { Int64($0) * 1_000_000_000 })
        #expect(reading.faults.isEmpty && reading.thrown == nil, "\(reading.faults)")
    }

    /// Separators, doubled quotes and line breaks inside; blanks before.
    @Test(arguments: ["\"a, b\"", "\"a \"\"b\"\" c\"", "\"a\nb\r\nc\"", "  \"a, b\"", "\"a\" and \"b", "\"\""])
    func aroundAFieldItEncloses(_ note: String) {
        let reading = TestTracks.read(rows([3: note, 7: note], count: 12))
        #expect(reading.fixes.map(\.speed) == (0..<12).map { Double($0 % 9) }, "\(reading)")
        #expect(reading.faults.isEmpty && reading.thrown == nil, "\(reading.faults)")
        // The last line may lack its line end.
        let last = TestTracks.read("time,speed,note\n0,1,x\n1,2,\(note)")
        #expect(last.fixes.map(\.speed) == [1, 2] && last.faults.isEmpty, "\(last)")
    }

    /// An unclosed row is lost alone, and delays the rest by no more than a minute of fixes.
    @Test func oneThatIsNeverClosedCostsItsRow() {
        let reading = TestTracks.read(rows([10: "\"pipe"]))
        #expect(reading.fixes.count == 299)
        #expect(reading.faults.map { "\($0.line) \($0.kind)" } == ["12 malformed"])
    }

    /// Two of them do not join the rows between them into one.
    @Test(arguments: [12, 30, 250]) func twoThatAreNeverClosedCostTheirRows(second: Int) {
        let reading = TestTracks.read(rows([10: "\"pipe", second: "\"hose"]))
        #expect(reading.fixes.count == 298)
        #expect(reading.faults.map { "\($0.line) \($0.kind)" } == ["12 malformed", "\(second + 2) malformed"])
    }

    /// An invalid date does not turn a time of day into a moment of 1970.
    @Test func aDayThatDoesNotReadIsAFault() {
        let reading = TestTracks.read("date,time,lat,lon\n050126,054900,35.5,139.5\n050126,054901,35.5,139.5\n")
        #expect(reading.fixes.isEmpty && reading.faults.count + (reading.thrown == nil ? 0 : 1) > 0, "\(reading)")
        let whole = TestTracks.read(
            "date,time,lat,lon\n2026-01-05,054900,35.5,139.5\n050126,1767592141,35.5,139.5\n050126,2026-01-05T05:49:02Z,35.5,139.5\n")
        #expect(
            whole.fixes.compactMap { $0.time?.description } == [
                "2026-01-05T05:49:00.000Z", "2026-01-05T05:49:01.000Z", "2026-01-05T05:49:02.000Z",
            ], "\(whole)")
    }
}
