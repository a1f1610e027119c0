import Synchronization
import Tracking

/// A track on its way: opened and read on a thread of its own, tracked fix by fix in order on another, never further
/// ahead than its buffers hold. One taker.
public final class UpdateStream: Sendable {
    private let buffer = UpdateBuffer(capacity: 64)
    private let newest = NewestEstimate()

    /// Starts reading `input`. What cannot be opened is thrown by the first `next` or `look`.
    /// - Parameters:
    ///   - isStrict: the first fault ends the track and is thrown, after everything before it.
    ///   - onFault: called on the reading thread for every piece that was skipped.
    public convenience init(
        _ input: RideInput, isStrict: Bool = false, onFault: @escaping @Sendable (InputFault) -> Void = { _ in }
    ) {
        self.init(isStrict: isStrict, onFault: onFault, tracker: input.tracker, keeper: input.keeper, opening: { try input.open() })
    }

    /// The same over any reader; `opening` is called on the reading thread.
    init(
        isStrict: Bool = false, onFault: @escaping @Sendable (InputFault) -> Void = { _ in },
        tracker: @escaping TrackerMaker = MotionTracker.maker, keeper: (any UpdateKeeper)? = nil,
        opening open: @escaping @Sendable () throws -> TimedReader
    ) {
        // Reading blocks, so it may not borrow a thread from the shared pool.
        let thread = SerialProcessorThread()
        Task(executorPreference: thread) { [buffer, newest] in
            do {
                var reader = try open()
                keeper?.begin(extraNames: reader.extraNames)
                try await Self.track(isStrict, onFault, tracker(reader.extraNames), keeper, buffer, newest, &reader)
                buffer.close(.success(()))
            } catch {
                buffer.close(.failure(error))
            }
            thread.retire()
        }
    }

    /// Reads to the end; returns or throws when everything read has been put.
    private static func track(
        _ isStrict: Bool, _ onFault: @Sendable (InputFault) -> Void, _ tracker: any Tracker,
        _ keeper: (any UpdateKeeper)?, _ buffer: UpdateBuffer, _ newest: NewestEstimate, _ reader: inout TimedReader
    ) async throws {
        let processor = SerialProcessor<Fix, TrackerStep>(
            capacity: 64, state: (tracker: tracker, number: Int64(0))
        ) { state, fix in
            let step = state.tracker.step(to: fix)
            // Kept before anybody hears of it.
            await keeper?.keep(step.update, number: state.number)
            state.number += 1
            return step
        }
        let steps = processor.subscribe(.every(buffer: 8))
        let delivery = Task {
            for await step in steps {
                newest.estimate.withLock { $0 = step.estimate }
                // Nobody takes any more: the reading learns it from the processor.
                for update in step where !(await buffer.put(update)) { return processor.finish() }
            }
        }
        var failure: (any Error)?
        do {
            while let item = try reader.next() {
                switch item {
                case .fault(let fault):
                    if isStrict { throw fault }
                    onFault(fault)
                case .fix(let fix): try await processor.submit(waiting: fix)
                }
            }
        } catch {
            failure = error
        }
        processor.finish()
        await delivery.value
        if let failure { throw failure }
    }

    /// The next update, or nil at the end; waits for it. Throws what ended the track, after everything before it.
    func next() async throws -> TrackerUpdate? { try await buffer.take() }

    /// The next update if it is there; does not wait.
    func look() throws -> UpdateBuffer.Look { try buffer.look() }

    /// What the tracker can say after the newest fix that has come in; nil before the first.
    var estimate: (any TrackerEstimate)? { newest.estimate.withLock { $0 } }

    /// The reading ends with the last owner, at its next fix.
    deinit { buffer.close(.success(())) }
}

private final class NewestEstimate: Sendable {
    let estimate = Mutex<(any TrackerEstimate)?>(nil)
}
