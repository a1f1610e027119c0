// SPDX-License-Identifier: MIT
/// The answer of a callback that others wait for: the first answer counts, later ones are dropped, and everyone who waits gets it
/// exactly once. Callbacks may come twice, from any thread, or never. Any thread.
package final class OneShot<Value: Sendable>: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all mutable state.
    private let condition = MonotonicCondition()
    private var value: Value?

    package init() {}

    /// Sets the answer. Returns false if there already was one.
    @discardableResult
    package func give(_ value: Value) -> Bool {
        condition.withLock {
            guard self.value == nil else { return false }
            self.value = value
            condition.broadcast()
            return true
        }
    }

    /// The answer, if there is one already.
    package var now: Value? { condition.withLock { value } }

    /// Blocks the calling thread until there is an answer; nil if none came in time.
    /// - Parameter seconds: nil waits indefinitely.
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
