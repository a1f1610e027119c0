// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

// Two threads on one exchange at full speed. Shared by the test target and by the stand-alone program of Scripts/check-races,
// which compiles it together with the exchange's own sources (STANDALONE).
#if !STANDALONE
    import RealtimeExchange
#endif

/// Eight words that belong together: any mixture of two stamps is detected.
struct StressPayload: BitwiseCopyable, Sendable {
    var words: InlineArray<8, UInt64>

    init(stamp: UInt64) {
        words = InlineArray { index in (stamp &+ UInt64(index)) &* 0x9e37_79b9_7f4a_7c15 }
    }

    /// The stamp that it was made from, or nil if the words do not belong together.
    var stamp: UInt64? {
        let stamp = words[0] &* 0xf1de_83e1_9937_733d  // the inverse of the factor modulo 2^64
        for index in 1..<8 where words[index] != (stamp &+ UInt64(index)) &* 0x9e37_79b9_7f4a_7c15 { return nil }
        return stamp
    }
}

/// A number that one thread passes to the other with relaxed ordering, so that it hides no race.
final class RelaxedCount: Sendable {
    private let count = Atomic(0)
    var value: Int {
        get { count.load(ordering: .relaxed) }
        set { count.store(newValue, ordering: .relaxed) }
    }
}

/// The result of one stress run: faults (none is acceptable) and how often the interesting case occurred.
struct StressReport: Sendable {
    var faults: [String] = []
    var publications = 0
    var received = 0
    var refused = 0
    var fullMeetings = 0

    mutating func fault(_ text: String) {
        if faults.count < 10 { faults.append(text) }
    }
}

/// One writer publishes at least `publications` times and until the reader has taken `handovers` of them, then the end mark: the
/// reader's values are consistent and never go back.
func stressMailbox(publications: Int, handovers: Int) -> StressReport {
    let mailbox = LatestValue(StressPayload(stamp: 0))
    let taken = RelaxedCount()
    let endMark: UInt64 = 1 << 62
    let (sent, received) = onTwoThreads(
        {
            var writer = mailbox.takeWriter()
            var report = StressReport()
            while report.publications < publications || taken.value < handovers {
                report.publications += 1
                writer.publish(StressPayload(stamp: UInt64(report.publications)))
                if report.publications.isMultiple(of: 512) { sched_yield() }
            }
            writer.publish(StressPayload(stamp: endMark))
            return report
        },
        {
            var reader = mailbox.takeReader()
            var report = StressReport()
            var last: UInt64 = 0
            while last != endMark {
                let isNew = reader.refresh()
                guard let stamp = reader.value.stamp else {
                    report.fault("torn after \(last)")
                    taken.value = .max
                    break
                }
                if isNew {
                    report.received += 1
                    taken.value = report.received
                    if stamp <= last { report.fault("\(stamp) came as new after \(last)") }
                } else {
                    if stamp != last { report.fault("\(last) became \(stamp) without a refresh") }
                    sched_yield()
                }
                last = stamp
            }
            return report
        })
    var report = received
    report.publications = sent.publications
    return report
}

/// The producer waits for a free slot: every element arrives, consistent and in order, and none is refused.
func stressQueue(pushes: Int, capacity: Int) -> StressReport {
    let queue = EventQueue<StressPayload>(capacity: capacity)
    let (sent, received) = onTwoThreads(
        {
            var producer = queue.takeProducer()
            var report = StressReport()
            for stamp in 1...pushes {
                while producer.room == 0 {
                    report.fullMeetings += 1
                    sched_yield()
                }
                if !producer.push(StressPayload(stamp: UInt64(stamp))) { report.fault("refused \(stamp) with room") }
            }
            return report
        },
        {
            var consumer = queue.takeConsumer()
            var report = StressReport()
            var last: UInt64 = 0
            while last != UInt64(pushes) {
                guard let front = consumer.front() else {
                    sched_yield()
                    continue
                }
                guard let stamp = front.pointee.stamp else {
                    report.fault("torn after \(last)")
                    break
                }
                consumer.drop()
                if stamp != last + 1 { report.fault("\(stamp) came after \(last)") }
                last = stamp
                report.received += 1
            }
            return report
        })
    var report = received
    report.faults += sent.faults
    report.fullMeetings = sent.fullMeetings
    report.refused = queue.overflowCount
    if queue.overflowCount != 0 { report.fault("\(queue.overflowCount) overflows though the producer waited") }
    return report
}

/// The producer does not wait: arriving elements are consistent and in order, refused ones are counted, and both add up.
func stressOverflow(pushes: Int, capacity: Int) -> StressReport {
    let queue = EventQueue<StressPayload>(capacity: capacity)
    let end = UInt64(pushes) + 1
    let (sent, received) = onTwoThreads(
        {
            var producer = queue.takeProducer()
            var report = StressReport()
            for stamp in 1..<end where !producer.push(StressPayload(stamp: stamp)) {
                report.refused += 1
                if report.refused.isMultiple(of: 64) { sched_yield() }
            }
            if queue.overflowCount != report.refused {
                report.fault("\(report.refused) refused, \(queue.overflowCount) counted")
            }
            while producer.room == 0 { sched_yield() }
            _ = producer.push(StressPayload(stamp: end))
            return report
        },
        {
            var consumer = queue.takeConsumer()
            var report = StressReport()
            var last: UInt64 = 0
            while true {
                guard let payload = consumer.pop() else {
                    sched_yield()
                    continue
                }
                guard let stamp = payload.stamp else {
                    report.fault("torn after \(last)")
                    break
                }
                if stamp <= last { report.fault("\(stamp) came after \(last)") }
                last = stamp
                if stamp == end { break }
                report.received += 1
            }
            return report
        })
    var report = received
    report.faults += sent.faults
    report.refused = sent.refused
    if report.received + report.refused != pushes {
        report.fault("\(report.received) received and \(report.refused) refused of \(pushes)")
    }
    return report
}

/// Runs both on separate threads and returns their results.
func onTwoThreads(
    _ first: @escaping @Sendable () -> StressReport, _ second: @escaping @Sendable () -> StressReport
) -> (StressReport, StressReport) {
    let threads = [StressThread(first), StressThread(second)]
    for thread in threads { thread.start() }
    for thread in threads { thread.join() }
    return (threads[0].report, threads[1].report)
}

/// A pthread that runs one closure.
private final class StressThread {
    private let body: @Sendable () -> StressReport
    private var handle = pthread_t()
    private(set) var report = StressReport()

    init(_ body: @escaping @Sendable () -> StressReport) { self.body = body }

    func start() {
        let status = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let thread = Unmanaged<StressThread>.fromOpaque(argument).takeRetainedValue()
                thread.report = thread.body()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        precondition(status == 0, "no thread to be had: \(status)")
    }

    func join() { pthread_join(handle, nil) }
}

#if STANDALONE
    @main struct ExchangeStress {
        static func main() {
            let runs = [
                ("mailbox", stressMailbox(publications: 300_000, handovers: 1_000)),
                ("queue that waits", stressQueue(pushes: 300_000, capacity: 8)),
                ("queue that overflows", stressOverflow(pushes: 300_000, capacity: 8)),
            ]
            for (name, report) in runs {
                print("  \(name): \(report.received) received, \(report.refused) refused", terminator: "")
                print(report.faults.isEmpty ? "" : "; " + report.faults.joined(separator: "; "))
            }
            exit(runs.allSatisfy { $0.1.faults.isEmpty } ? 0 : 1)
        }
    }
#endif
