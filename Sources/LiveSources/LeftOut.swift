import Synchronization

/// What a listener cannot take, counted: the first is said with its reason, the further ones as a number at the end, so that
/// a sender gone wrong does not flood the talk. Any thread.
final class LeftOut: Sendable {
    private let title: String
    private let things: String
    private let notice: @Sendable (String) -> Void
    private let count = Atomic<Int>(0)

    /// - Parameters:
    ///   - title: of the listener.
    ///   - things: what may be left out: `messages`.
    init(title: String, things: String, notice: @escaping @Sendable (String) -> Void) {
        self.title = title
        self.things = things
        self.notice = notice
    }

    /// - Parameter sentence: says that one was left out, and why.
    func add(_ sentence: @autoclosure () -> String) {
        guard count.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else { return }
        notice("\(title): \(sentence()); further ones are counted")
    }

    /// Once, when no more will come.
    func sum() {
        let all = count.load(ordering: .relaxed)
        if all > 1 { notice("\(title): \(all) \(things) were left out") }
    }
}
