// SPDX-License-Identifier: MIT
import Synchronization
import TestTraits
import Testing
import Tracking

/// The contract of a serial processor. Each function returns the violations of the given one.
struct SerialProcessorContract<Processor: SerialProcessing> {
    /// Every input once, in order, never two at a time, and none lost by a finish right after the last submit.
    static func orderViolations(inputs count: Int) async throws -> [String] {
        let log = SerialProcessorLog()
        let processor = Processor(capacity: 64) { input in
            log.begin(input)
            await suspendAtRandom()
            log.end()
            return input * 2
        }
        let results = processor.subscribe(.every(buffer: 16))
        let reader = Task { await all(results) }
        for input in 0..<count { try await processor.submit(waiting: input) }
        processor.finish()
        let outputs = await reader.value

        var violations: [String] = []
        let inputs = log.inputs
        if inputs != Array(0..<count) { violations.append("order: \(faults(in: inputs, count: count))") }
        if outputs != (0..<count).map({ $0 * 2 }) {
            violations.append("results: \(faults(in: outputs.map { $0 / 2 }, count: count))")
        }
        if log.overlaps > 0 { violations.append("overlap: \(log.overlaps) times") }
        return violations
    }

    private static func faults(in seen: [Int], count: Int) -> String {
        let lost = count - Set(seen).count
        let misplaced = zip(seen, seen.dropFirst()).count { $1 != $0 + 1 }
        return "\(seen.count) of \(count), \(lost) lost, \(misplaced) out of place"
    }

    /// A source that does not wait either: all input submitted before finish is processed, however full the queue is.
    static func finishViolations() async throws -> [String] {
        var violations: [String] = []
        for round in 1...200 {
            let log = SerialProcessorLog()
            let processor = Processor(capacity: 32) { input in
                log.begin(input)
                await Task.yield()
                log.end()
                return input
            }
            let results = processor.subscribe(.every(buffer: 32))
            let count = Int.random(in: 1...32)
            for input in 0..<count { try processor.submit(input) }
            processor.finish()
            let outputs = await all(results)
            if outputs != Array(0..<count) { violations.append("round \(round): \(outputs.count) results of \(count)") }
        }
        return violations
    }

    /// Dropped without finish: nothing of it remains, and no submitted input is lost to a live subscriber.
    static func dropViolations() async throws -> [String] {
        weak var captured: SerialProcessorGate?
        let results: Processor.Results
        do {
            let held = SerialProcessorGate()
            captured = held
            let processor = Processor(capacity: 32) { input in
                await suspendAtRandom()
                withExtendedLifetime(held) {}
                return input
            }
            results = processor.subscribe(.every(buffer: 4))
            for input in 0..<32 { try processor.submit(input) }
        }
        let outputs = await all(results)
        // The worker lets go of it just after the last result.
        try await eventually("what process holds is freed") { captured == nil }
        return outputs == Array(0..<32) ? [] : ["\(outputs.count) results of 32"]
    }

    /// A "newest" subscriber that stops reading delays nothing, and gets the newest when it reads again.
    static func slowNewestViolations() async throws -> [String] {
        let count = 10_000
        let processor = Processor(capacity: 8) { $0 }
        let newest = processor.subscribe(.newest)
        let every = processor.subscribe(.every(buffer: 8))
        let (hasRead, allDone) = (SerialProcessorGate(), SerialProcessorGate())
        let slow = Task {
            var outputs: [Int] = []
            for await output in newest {
                outputs.append(output)
                hasRead.open()
                await allDone.wait()
            }
            return outputs
        }
        let reader = Task { await all(every) }
        try await processor.submit(waiting: 0)
        await hasRead.wait()
        for input in 1..<count { try await processor.submit(waiting: input) }
        processor.finish()
        let outputs = await reader.value
        allDone.open()
        let seen = await slow.value
        var violations: [String] = []
        if outputs != Array(0..<count) { violations.append("\(outputs.count) results of \(count)") }
        if seen != [0, count - 1] { violations.append("the newest saw \(seen.suffix(4))") }
        return violations
    }

    /// An "every" subscriber that reads slowly exerts backpressure: nothing is lost, and the elements in flight never exceed the
    /// queue, the buffer and the current one.
    static func slowEveryViolations() async throws -> [String] {
        let (capacity, buffer, count) = (8, 4, 3_000)
        var violations: [String] = []
        let processor = Processor(capacity: capacity) { $0 }
        let results = processor.subscribe(.every(buffer: buffer))

        // Without a reader the source can submit as much as fits, and no more.
        var accepted = 0
        let deadline = ContinuousClock.now + .seconds(20)
        while accepted < capacity + buffer && ContinuousClock.now < deadline {
            if (try? processor.submit(accepted)) != nil { accepted += 1 } else { await Task.yield() }
        }
        for _ in 0..<200 {
            if (try? processor.submit(accepted)) != nil { accepted += 1 }
            try await Task.sleep(for: .microseconds(50))
        }
        if accepted != capacity + buffer {
            violations.append("\(accepted) accepted unread, \(capacity + buffer) fit")
        }

        let first = accepted
        let submitted = Mutex(accepted)
        let most = Mutex(0)
        let reader = Task {
            var outputs: [Int] = []
            for await output in results {
                outputs.append(output)
                let received = outputs.count
                let onTheWay = submitted.withLock { $0 - received }
                most.withLock { $0 = max($0, onTheWay) }
                await suspendAtRandom()
            }
            return outputs
        }
        for input in first..<count {
            try await processor.submit(waiting: input)
            submitted.withLock { $0 += 1 }
        }
        processor.finish()
        let outputs = await reader.value
        if outputs != Array(0..<count) { violations.append("\(outputs.count) results of \(count)") }
        let held = most.withLock { $0 }
        if held > capacity + buffer + 1 { violations.append("\(held) on the way at once") }
        return violations
    }
}
