import Synchronization
import Tracking

/// A track on its way: read on a thread of its own, tracked fix by fix in order on another, never further ahead than
/// its buffers hold. One taker.
public final class UpdateStream: Sendable {
    private let buffer = UpdateBuffer(capacity: 64)
    private let newest = Mutex<MotionTracker?>(nil)

    /// Starts reading.
    /// - Parameter onFault: called on the reading thread for every piece that was skipped.
    public init(_ reader: sending TimedReader, onFault: @escaping @Sendable (InputFault) -> Void = { _ in }) {
        let processor = SerialProcessor<Fix, TrackerStep>(
            capacity: 64, state: MotionTracker(extraNames: reader.extraNames)
        ) { tracker, fix in tracker.step(to: fix) }
        let steps = processor.subscribe(.every(buffer: 8))
        // Reading blocks, so it may not borrow a thread from the shared pool.
        let thread = SerialProcessorThread()
        let outcome = Outcome()
        Task(executorPreference: thread) {
            var reader = reader
            do {
                while let item = try reader.next() {
                    switch item {
                    case .fault(let fault): onFault(fault)
                    case .fix(let fix): try await processor.submit(waiting: fix)
                    }
                }
            } catch {
                outcome.error.withLock { $0 = error }
            }
            processor.finish()
            thread.retire()
        }
        Task { [buffer, weak self] in
            for await step in steps {
                self?.newest.withLock { $0 = step.tracker }
                for update in step where !(await buffer.put(update)) { return processor.finish() }
            }
            let error = outcome.error.withLock { $0 }
            buffer.close(error.map { .failure($0) } ?? .success(()))
        }
    }

    /// The next update, or nil at the end; waits for it. Throws what ended the track, after everything before it.
    func next() async throws -> TrackerUpdate? { try await buffer.take() }

    /// The next update if it is there; does not wait.
    func look() throws -> UpdateBuffer.Look { try buffer.look() }

    /// The tracker after the newest fix that has come in; nil before the first.
    var tracker: MotionTracker? { newest.withLock { $0 } }

    /// The reading ends with the last owner.
    deinit { buffer.close(.success(())) }
}

/// What ended the reading, if anything did.
private final class Outcome: Sendable {
    let error = Mutex<(any Error)?>(nil)
}
