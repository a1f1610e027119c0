// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Synchronization
import Testing

/// The answer of a callback that comes once, often, from many threads or never.
struct OneShotTests {
    @Test func theFirstAnswerCounts() {
        let answer = OneShot<Int>()
        #expect(answer.now == nil)
        #expect(answer.resolve(1))
        #expect(answer.now == 1)
        #expect(!answer.resolve(2))
        #expect(!answer.resolve(1))
        #expect(answer.now == 1)
        #expect(answer.wait() == 1)
        #expect(answer.wait(seconds: 0) == 1)
    }

    @Test func nothingIsAnAnswerToo() {
        let answer = OneShot<Int?>()
        #expect(answer.resolve(nil))
        #expect(!answer.resolve(3))
        #expect(answer.now == .some(nil))
        #expect(answer.wait() == .some(nil))
    }

    /// Concurrent callbacks on many threads: exactly one of them is accepted, and every waiter gets its answer.
    @Test func ofAThousandAtOnceOneCounts() throws {
        let answer = OneShot<Int>(), start = OneShot<Bool>(), isOver = OneShot<Bool>()
        let givers = 8, each = 125, waiters = 8
        let counted = Mutex<[Int]>([])
        let got = Mutex<[Int?]>([])
        let left = Mutex(givers + waiters)
        for giver in 0..<givers {
            Thread {
                _ = start.wait()
                for number in giver * each..<(giver + 1) * each {
                    if answer.resolve(number) { counted.withLock { $0.append(number) } }
                }
                if left.withLock({
                    $0 -= 1; return $0 == 0
                }) {
                    isOver.resolve(true)
                }
            }.start()
        }
        for _ in 0..<waiters {
            Thread {
                let value = answer.wait()
                got.withLock { $0.append(value) }
                if left.withLock({
                    $0 -= 1; return $0 == 0
                }) {
                    isOver.resolve(true)
                }
            }.start()
        }
        start.resolve(true)
        try #require(isOver.wait(seconds: 60) == true, "somebody waits on")
        let first = counted.withLock { $0 }
        let all = got.withLock { $0 }
        #expect(first.count == 1)
        #expect(answer.now == first.first)
        #expect(all == [Int?](repeating: first.first, count: waiters))
    }

    @Test func whatNobodyAnswersEndsInTime() {
        let answer = OneShot<Int>()
        let start = ContinuousClock.now
        #expect(answer.wait(seconds: 0.05) == nil)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        #expect(answer.wait(seconds: 0) == nil)
        #expect(answer.now == nil)
        // An answer too late for one waiter is in time for the next.
        #expect(answer.resolve(4))
        #expect(answer.wait(seconds: 0) == 4)
    }

    @Test(arguments: [60, nil] as [Double?]) func anotherThreadAnswers(seconds: Double?) {
        let answer = OneShot<String>()
        Thread { answer.resolve("there") }.start()
        #expect(answer.wait(seconds: seconds) == "there")
    }
}
