// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import LiveSources

/// The delay before a lost source is tried again.
@Suite(.tags(.alone)) struct BackOffTests {
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

    /// The waits between connections that each end after the given milliseconds.
    private func waits(_ lengths: [Int], speaking: Bool = true) -> [Int32] {
        var backOff = BackOff()
        var now = ContinuousClock.now
        return lengths.map { length in
            backOff.connected(at: now)
            if speaking { backOff.received() }
            now = now.advanced(by: .milliseconds(length))
            let wait = backOff.next(at: now)
            now = now.advanced(by: .milliseconds(Int(wait)))
            return wait
        }
    }

    @Test func aConnectionThatEndsAtOnceIsNoReturn() {
        #expect(waits([0, 10, 4_999, 0, 0, 0, 0, 0, 0]) == [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    }

    @Test func oneThatHasLastedBeginsAnew() {
        #expect(waits([0, 0, 0, 5_000, 0, 3_600_000]) == [250, 500, 1_000, 250, 500, 250])
    }

    @Test func oneThatNeverSpokeIsNoReturn() {
        #expect(waits([60_000, 60_000, 60_000], speaking: false) == [250, 500, 1_000])
    }

    /// The attempts that fail after it has ended continue the back-off.
    @Test func whatHasLastedCountsOnce() {
        var backOff = BackOff()
        let start = ContinuousClock.now
        _ = (backOff.next(at: start), backOff.next(at: start))
        backOff.connected(at: start)
        backOff.received()
        let end = start.advanced(by: .seconds(60))
        var waits: [Int32] = []
        for _ in 0..<3 { waits.append(backOff.next(at: end)) }
        #expect(waits == [250, 500, 1_000])
    }
}
