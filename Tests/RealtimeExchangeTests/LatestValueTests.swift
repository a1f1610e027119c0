// SPDX-License-Identifier: MIT
import RealtimeExchange
import Testing

extension ExchangeTests {
    @Suite struct LatestValueTests {}
}

extension ExchangeTests.LatestValueTests {
    @Test func `millions of publications are never torn and never go back`() {
        let report = stressMailbox(publications: 5_000_000, handovers: 5_000)
        #expect(report.faults == [])
        #expect(report.publications >= 5_000_000)
        #expect(report.received >= 5_000)
    }

    @Test func `before the first publication the reader has the initial value`() {
        let mailbox = OneThreadMailbox(3.5)
        #expect(mailbox.value == 3.5)
        #expect(!mailbox.refresh())
        #expect(mailbox.value == 3.5)
    }

    @Test func `the newest value wins and is new once`() {
        let mailbox = OneThreadMailbox(0)
        for value in 1...5 { mailbox.publish(value) }
        #expect(mailbox.value == 0, "nothing changes without a refresh")
        #expect(mailbox.refresh())
        #expect(mailbox.value == 5)
        #expect(!mailbox.refresh())
        #expect(mailbox.value == 5)
        mailbox.publish(6)
        #expect(mailbox.refresh())
        #expect(mailbox.value == 6)
    }

    @Test func `a mailbox behaves as one variable does over many turns`() {
        let mailbox = OneThreadMailbox(StressPayload(stamp: 0))
        var random = SystemRandomNumberGenerator()
        var newest: UInt64 = 0
        var seen: UInt64 = 0
        for _ in 0..<100_000 {
            if Bool.random(using: &random) {
                newest += 1
                mailbox.publish(StressPayload(stamp: newest))
            } else {
                #expect(mailbox.refresh() == (newest != seen))
                seen = newest
            }
            #expect(mailbox.value.stamp == seen)
        }
    }

    @Test func `a single byte travels too`() {
        let mailbox = OneThreadMailbox(false)
        mailbox.publish(true)
        #expect(mailbox.refresh() && mailbox.value)
    }

    @Test func `the writer's end is taken once`() async {
        await #expect(processExitsWith: .failure) {
            let mailbox = LatestValue(0)
            _ = mailbox.takeWriter()
            _ = mailbox.takeWriter()
        }
    }

    @Test func `the reader's end is taken once`() async {
        await #expect(processExitsWith: .failure) {
            let mailbox = LatestValue(0)
            _ = mailbox.takeReader()
            _ = mailbox.takeReader()
        }
    }
}
