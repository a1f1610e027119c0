// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// One at a time: some of these keep the machine busy, and one occupies the complete shared pool.
@Suite(.serialized) struct SerialProcessorTests {}

extension SerialProcessorTests {
    /// The processor's contract, and a mutant that breaks each part of it.
    @Suite(.timeLimit(.minutes(2))) struct Contract {
        typealias Real = SerialProcessorContract<RealProcessor>
        typealias PlainActor = SerialProcessorContract<PlainActorProcessor>
        typealias CancelledWorker = SerialProcessorContract<CancelledWorkerProcessor>

        @Test func `100,000 inputs are processed once each, in order, never two at a time`() async throws {
            #expect(try await Real.orderViolations(inputs: 100_000) == [])
        }
        @Test func `finish right after the last submit loses none`() async throws {
            #expect(try await Real.finishViolations() == [])
        }
        @Test func `dropping it without finish leaks no task and loses nothing`() async throws {
            for _ in 1...50 { #expect(try await Real.dropViolations() == []) }
        }
        @Test func `a slow newest subscriber delays nobody`() async throws {
            #expect(try await Real.slowNewestViolations() == [])
        }
        @Test func `a slow every subscriber holds the source back without loss or growth`() async throws {
            #expect(try await Real.slowEveryViolations() == [])
        }

        @Test func `the suite fails over a plain actor`() async throws {
            let order = try await PlainActor.orderViolations(inputs: 2_000)
            #expect(order.contains { $0.hasPrefix("results") })
            #expect(order.contains { $0.hasPrefix("overlap") })
            #expect(try await PlainActor.slowEveryViolations() != [])
        }
        @Test func `the suite fails over a worker that is cancelled on finish`() async throws {
            #expect(try await CancelledWorker.orderViolations(inputs: 2_000) != [])
            #expect(try await CancelledWorker.finishViolations() != [])
            #expect(try await CancelledWorker.slowEveryViolations() != [])
        }
    }
}
