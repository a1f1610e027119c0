// SPDX-License-Identifier: MIT
/// The continuations to resume after the lock is released.
extension SerialProcessorLine {
    struct Turn: Sendable {
        /// The worker and its next input; nil ends the worker.
        var worker: (continuation: CheckedContinuation<Input?, Never>, input: Input?)?
        /// The source whose input has just been taken into the queue.
        var source: Source?

        func take() {
            worker?.continuation.resume(returning: worker?.input)
            source?.resume()
        }
    }
}

extension SerialProcessorLine.State {
    /// The worker's next input, if it is waiting and may continue. A taken input makes room for one waiting source.
    mutating func wakeWorker() -> SerialProcessorLine.Turn {
        var turn = SerialProcessorLine.Turn()
        guard let waiting = worker else { return turn }
        if let input = queue.first {
            // The worker waits before the input is taken, so that every subscriber has room for its result.
            if subscribers.contains(where: \.isFull) { return turn }
            queue.removeFirst()
            worker = nil
            turn.worker = (waiting, input)
            if !sources.isEmpty {
                let source = sources.removeFirst()
                queue.append(source.input)
                turn.source = source.continuation
            }
        } else if isFinished {
            worker = nil
            turn.worker = (waiting, nil)
        }
        return turn
    }
}
