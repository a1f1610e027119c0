// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import TestTraits
import Testing
import Tracking

@testable import Transport

/// A reader of generated fixes that counts its reads.
struct CountedReader: FixReader {
    final class Count: Sendable { let read = Atomic<Int>(0) }
    let extraNames: [String] = []
    let count: Count
    let fixes: Int
    var failure: InputFault?
    /// The index of a fix that is replaced by a fault, and the index at which reading pauses until released.
    var faultAt = -1

    mutating func next() throws(InputFault) -> ReaderItem? {
        let number = count.read.wrappingAdd(1, ordering: .relaxed).oldValue
        if number == faultAt { return .fault(Self.fault) }
        guard number < fixes else {
            if let failure { throw failure }
            return nil
        }
        var fix = Fix()
        fix.time = Made.time(Double(number))
        fix.speed = Double(number)
        return .fix(fix)
    }

    static let fault = InputFault(source: "made", line: 3, message: "broken", remedy: "mend it")
}

extension UpdateStream {
    /// Waits for the next update; nil at the end.
    func next() async throws -> TrackerUpdate? {
        while true {
            switch try look() {
            case .update(let update): return update
            case .end: return nil
            case .nothingYet: try await Task.sleep(for: .microseconds(100))
            }
        }
    }
}

@Suite struct UpdateStreamTests {
    @Test func everyFixOnceInOrder() async throws {
        let file = try TemporaryFile(Made.rows(19_999))
        let stream = UpdateStream(try RideInput(file))
        var next = 0
        var isRight = true
        while let update = try await stream.next() {
            isRight = isRight && update.time == Made.time(Double(next)) && update.channels["speed"]?.number == Double(next)
            next += 1
        }
        #expect(isRight)
        #expect(next == 20_000)
        #expect(stream.estimate(at: 0)?.lastTime == Made.time(19_999))
        #expect(try await stream.next() == nil)
    }

    /// A pipe that is stopped ends after the lines that have arrived, although its writer goes on; one that ends by itself needs no
    /// last line break.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false]) func aPipeEndsAfterItsLines(isStopped: Bool) async throws {
        let feed = Feed()
        let input = try RideInput(feed.path, rereads: false)
        let stream = UpdateStream(input)
        try feed.write(Made.rows(2) + Made.row(3).dropLast())
        for second in 0...2 { #expect(try await stream.next()?.time == Made.time(Double(second))) }
        if isStopped { #expect(input.stop()) } else { try feed.end() }
        #expect(try await stream.next()?.time == (isStopped ? nil : Made.time(3)))
    }

    /// A slow consumer exerts backpressure on the reading: what is in flight fits in the buffers.
    @Test func readsNoFurtherThanItsBuffersHold() async throws {
        let count = CountedReader.Count()
        let stream = UpdateStream { TimedReader(CountedReader(count: count, fixes: 200_000), source: "made") }
        for taken in 1...1_000 {
            _ = try await stream.next()
            if taken % 250 == 0 { try await Task.sleep(for: .milliseconds(30)) }
            // 64 updates, 64 fixes, and one in the hands of each of three stages.
            #expect(count.read.load(ordering: .relaxed) <= taken + 2 * 64 + 3)
        }
    }

    @Test func whatEndsItComesAfterEverythingBefore() async throws {
        let count = CountedReader.Count()
        let stream = UpdateStream {
            TimedReader(CountedReader(count: count, fixes: 300, failure: CountedReader.fault), source: "made")
        }
        for second in 0..<300 { #expect(try await stream.next()?.time == Made.time(Double(second))) }
        await #expect(throws: CountedReader.fault) { _ = try await stream.next() }
        #expect(throws: CountedReader.fault) { _ = try stream.look() }
    }

    @Test func strictnessEndsItAtTheFirstFault() async throws {
        let stream = UpdateStream(.init(isStrict: true)) {
            TimedReader(CountedReader(count: .init(), fixes: 300, faultAt: 5), source: "made")
        }
        for second in 0..<5 { #expect(try await stream.next()?.time == Made.time(Double(second))) }
        await #expect(throws: CountedReader.fault) { _ = try await stream.next() }
    }

    @Test func faultsAreToldAndSkipped() async throws {
        let told = Mutex<[InputFault]>([])
        let stream = UpdateStream(.init(onFault: { fault in told.withLock { $0.append(fault) } })) {
            TimedReader(CountedReader(count: .init(), fixes: 300, faultAt: 5), source: "made")
        }
        var updates = 0
        while let update = try await stream.next() { if !update.estimated { updates += 1 } }
        #expect(updates == 299)
        #expect(told.withLock { $0 } == [CountedReader.fault])
    }

    @Test func theColumnsAreToldOnce() async throws {
        let told = Mutex<[[String]]>([])
        let stream = UpdateStream(.init(onColumns: { columns in told.withLock { $0.append(columns) } })) {
            let bytes = Array("time,lat,lon,wind\n2026-01-01T00:00:00Z,35,139,3\n2026-01-01T00:00:01Z,35,139,3\n".utf8)
            return TimedReader(try TrackInput.open(ByteSource(name: "made", bytes: bytes)), source: "made")
        }
        while try await stream.next() != nil {}
        #expect(told.withLock { $0 } == [["wind"]])
    }

    @Test func whatCannotBeOpenedIsThrown() async throws {
        let stream = UpdateStream(try RideInput("/nowhere/at/all.csv", rereads: true))
        await #expect(throws: InputFault.self) { _ = try await stream.next() }
    }

    /// Streams dropped at any moment stop reading and release everything.
    @Test func droppingItEndsIt() async throws {
        struct Weak { weak var count: CountedReader.Count? }
        var counts: [Weak] = []
        for taken in 0..<50 {
            let count = CountedReader.Count()
            counts.append(Weak(count: count))
            let stream = UpdateStream { TimedReader(CountedReader(count: count, fixes: .max / 2), source: "made") }
            for _ in 0..<taken { _ = try await stream.next() }
        }
        try await eventually("all are gone", within: 10) { counts.allSatisfy { $0.count == nil } }
    }
}
