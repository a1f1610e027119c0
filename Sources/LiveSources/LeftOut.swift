import Synchronization

/// What a listener cannot take, counted: the first is said with its reason, the further ones as a number at the end, so that
/// a sender gone wrong does not flood the talk. Any thread.
final class LeftOut: Sendable {
    private let title: String
    private let things: String
    private let notice: @Sendable (String) -> Void
    private let count = Atomic<Int>(0)
    private let isSummed = Atomic<Bool>(false)

    /// - Parameters:
    ///   - title: of the listener.
    ///   - things: what may be left out: `messages`.
    init(title: String, things: String, notice: @escaping @Sendable (String) -> Void) {
        self.title = title
        self.things = things
        self.notice = notice
    }

    /// - Parameters:
    ///   - sentence: says that one was left out, and why.
    ///   - times: how many were left out at once.
    func add(_ sentence: @autoclosure () -> String, times: Int = 1) {
        guard count.wrappingAdd(times, ordering: .relaxed).oldValue == 0 else { return }
        notice("\(title): \(sentence()); further ones are counted")
    }

    /// When no more will come. Again: no effect.
    func sum() {
        guard !isSummed.exchange(true, ordering: .relaxed) else { return }
        let all = count.load(ordering: .relaxed)
        if all > 1 { notice("\(title): \(all) \(things) were left out") }
    }
}
