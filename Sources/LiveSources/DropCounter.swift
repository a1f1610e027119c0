// SPDX-License-Identifier: MIT
import Synchronization

/// Counts the messages that a listener dropped. Reports the first one with its reason and the total at the end, so that a broken
/// sender does not flood the console. Any thread.
final class DropCounter: Sendable {
    private let title: String
    private let things: String
    private let notice: @Sendable (String) -> Void
    private let count = Atomic<Int>(0)
    private let isSummed = Atomic<Bool>(false)

    /// - Parameters:
    ///   - title: The name of the listener.
    ///   - things: What is counted, in the plural: `messages`.
    init(title: String, things: String, notice: @escaping @Sendable (String) -> Void) {
        self.title = title
        self.things = things
        self.notice = notice
    }

    /// - Parameters:
    ///   - sentence: Reports the drop and its reason.
    ///   - times: How many were dropped at once.
    func add(_ sentence: @autoclosure () -> String, times: Int = 1) {
        guard count.wrappingAdd(times, ordering: .relaxed).oldValue == 0 else { return }
        notice("\(title): \(sentence()); further ones are counted")
    }

    /// Reports the total when no more will come. Further calls have no effect.
    func sum() {
        guard !isSummed.exchange(true, ordering: .relaxed) else { return }
        let all = count.load(ordering: .relaxed)
        if all > 1 { notice("\(title): \(all) \(things) were dropped") }
    }
}
