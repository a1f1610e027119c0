/// What a callback answers, for whoever waits: the first answer counts, later ones are dropped, and everybody who waits gets
/// it exactly once. Callbacks may come twice, from anywhere, or never. Any thread.
public final class OnceAnswer<Value: Sendable>: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all that changes.
    private let condition = MonotonicCondition()
    private var value: Value?

    public init() {}

    /// False when there was an answer before.
    @discardableResult
    public func give(_ value: Value) -> Bool {
        condition.withLock {
            guard self.value == nil else { return false }
            self.value = value
            condition.broadcast()
            return true
        }
    }

    /// The answer, if there is one already.
    public var now: Value? { condition.withLock { value } }

    /// Waits on the calling thread; nil when none came in time.
    /// - Parameter seconds: nil waits for ever.
    public func wait(seconds: Double? = nil) -> Value? {
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
