import Testing

@testable import LiveSources

/// How long a source that has gone is left alone before the next attempt.
struct BackOffTests {
    @Test func itDoublesUpToHalfAMinute() {
        var backOff = BackOff()
        var waits: [Int32] = []
        for _ in 0..<10 { waits.append(backOff.next()) }
        #expect(waits == [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
        #expect(backOff.attempts == 10)
        // A night without a receiver.
        for _ in 0..<10_000 { waits.append(backOff.next()) }
        #expect(waits.dropFirst(7).allSatisfy { $0 == 30_000 })
    }

    @Test(arguments: [1, 5, 40]) func whatCameBackBeginsAnew(attempts: Int) {
        var backOff = BackOff()
        for _ in 0..<attempts { _ = backOff.next() }
        backOff.reset()
        var waits: [Int32] = []
        for _ in 0..<3 { waits.append(backOff.next()) }
        #expect(waits == [250, 500, 1_000])
    }
}
