// SPDX-License-Identifier: MIT
/// A value that is set once and that threads wait for, such as the answer of a callback that may be called twice, from any thread,
/// or never. The first value counts; later ones are dropped. Any thread.
package final class OneShot<Value: Sendable>: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all mutable state.
    private let condition = MonotonicCondition()
    private var value: Value?

    package init() {}

    /// Sets the value.
    /// - Returns: false if it was already set.
    @discardableResult
    package func resolve(_ value: Value) -> Bool {
        condition.withLock {
            guard self.value == nil else { return false }
            self.value = value
            condition.broadcast()
            return true
        }
    }

    /// The value, if it is already set.
    package var now: Value? { condition.withLock { value } }

    /// Blocks the calling thread until the value is set.
    /// - Parameter seconds: the longest wait; nil waits indefinitely.
    /// - Returns: nil if it was not set in time.
    package func wait(seconds: Double? = nil) -> Value? {
        let end = seconds.map { MonotonicCondition.Deadline(in: $0) }
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
}
