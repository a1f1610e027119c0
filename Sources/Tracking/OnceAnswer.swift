import Foundation

/// What a callback answers, for whoever waits: the first answer counts, later ones are dropped, and everybody who waits gets
/// it exactly once. Callbacks may come twice, from anywhere, or never. Any thread.
public final class OnceAnswer<Value: Sendable>: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all that changes.
    private let condition = NSCondition()
    private var value: Value?
    private var waiting: [Int: CheckedContinuation<Value?, Never>] = [:]
    private var nextWaiter = 0

    public init() {}

    /// False when there was an answer before.
    @discardableResult
    public func give(_ value: Value) -> Bool {
        let resumed: [CheckedContinuation<Value?, Never>]? = condition.withLock {
            guard self.value == nil else { return nil }
            self.value = value
            condition.broadcast()
            defer { waiting = [:] }
            return Array(waiting.values)
        }
        guard let resumed else { return false }
        for continuation in resumed { continuation.resume(returning: value) }
        return true
    }

    /// The answer, if there is one already.
    public var now: Value? { condition.withLock { value } }

    /// Waits on the calling thread; nil when none came in time.
    /// - Parameter seconds: nil waits for ever.
    public func wait(seconds: Double? = nil) -> Value? {
        let end = seconds.map { Date(timeIntervalSinceNow: min(max($0, 0), 1e9)) }
        return condition.withLock {
            while value == nil {
                if let end {
                    if !condition.wait(until: end) { break }
                } else {
                    condition.wait()
                }
            }
            return value
        }
    }

    /// Suspends until there is an answer; nil when the task was cancelled first.
    public func get() async -> Value? {
        let waiter = condition.withLock {
            nextWaiter += 1
            return nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
                let known: Value?? = condition.withLock {
                    if let value { return .some(value) }
                    if Task.isCancelled { return .some(nil) }
                    waiting[waiter] = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            condition.withLock { waiting.removeValue(forKey: waiter) }?.resume(returning: nil)
        }
    }

    /// Nobody will answer any more: whoever waits is told nothing.
    deinit { for continuation in waiting.values { continuation.resume(returning: nil) } }
}
