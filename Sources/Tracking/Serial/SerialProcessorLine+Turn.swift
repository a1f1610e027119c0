/// What to resume after the lock is let go.
extension SerialProcessorLine {
    struct Turn: Sendable {
        /// The worker, and the input it goes on with (nil: it ends).
        var worker: (continuation: CheckedContinuation<Input?, Never>, input: Input?)?
        /// A source whose input has just been taken into the queue.
        var source: Source?

        func take() {
            worker?.continuation.resume(returning: worker?.input)
            source?.resume()
        }
    }
}

extension SerialProcessorLine.State {
    /// If the worker waits and may go on: what it goes on with. An input taken makes room for one waiting source.
    mutating func wakeWorker() -> SerialProcessorLine.Turn {
        var turn = SerialProcessorLine.Turn()
        guard let waiting = worker else { return turn }
        if let input = queue.first {
            // Held back before the input is taken, so that its result has a place with every subscriber.
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
