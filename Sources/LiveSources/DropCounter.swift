// SPDX-License-Identifier: MIT
import Synchronization

/// Counts the messages that a listener dropped. Reports the first one with its reason and the total at the end, so that a broken
/// sender does not flood the console. Any thread.
final class DropCounter: Sendable {
    private let title: String
    private let items: String
    private let notice: @Sendable (String) -> Void
    private let count = Atomic<Int>(0)
    private let isTotalReported = Atomic<Bool>(false)

    /// - Parameters:
    ///   - title: The name of the listener.
    ///   - items: What is counted, in the plural: `messages`.
    init(title: String, items: String, notice: @escaping @Sendable (String) -> Void) {
        self.title = title
        self.items = items
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
    func reportTotal() {
        guard !isTotalReported.exchange(true, ordering: .relaxed) else { return }
        let all = count.load(ordering: .relaxed)
        if all > 1 { notice("\(title): \(all) \(items) were dropped") }
    }
}
