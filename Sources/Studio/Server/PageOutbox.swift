import Foundation
import HTTPListening
import Tracking

/// What waits to be sent to one page. Any thread may put, one takes; putting never waits and memory is bounded:
/// of what has a newer version only the newest is kept, sound that is not fetched in time is lost and counted.
final class PageOutbox: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all that changes.
    /// What has a newest version, in the order in which it is sent.
    enum Slot: Int, CaseIterable {
        case welcome, ride, preset, drop, export, note, moment
    }

    /// A page that has this many answers unread is no page.
    static let mostAnswers = 256
    /// Blocks of sound that wait; about a second.
    static let mostBlocks = 48

    private struct State {
        var answers: [Data] = []
        var newest = [Data?](repeating: nil, count: Slot.allCases.count)
        /// The newest ping's bytes.
        var pong: Data?
        var blocks: [SoundBlock] = []
        var lostBlocks: UInt32 = 0
        var closing: WebSocketFrame?
        var isClosed = false
    }

    private let condition = MonotonicCondition()
    private var state = State()

    /// Puts an answer to one of the page's own requests; a page that never reads is let go.
    func answer(_ text: Data) {
        let isFull = change { state in
            guard state.answers.count < Self.mostAnswers else { return true }
            state.answers.append(text)
            return false
        }
        if isFull { close(.policyViolation, reason: "too many answers are unread") }
    }

    /// Replaces what of this kind has not been sent yet.
    func put(_ text: Data, in slot: Slot) { change { $0.newest[slot.rawValue] = text } }

    /// Puts a block of sound; the oldest gives way.
    func put(_ block: SoundBlock) {
        change { state in
            if state.blocks.count >= Self.mostBlocks {
                state.blocks.removeFirst()
                state.lostBlocks &+= 1
            }
            state.blocks.append(block)
        }
    }

    /// Answers a ping; of several the newest counts.
    func pong(_ payload: Data) { change { $0.pong = payload } }

    /// The page no longer listens.
    func dropSound() { change { $0.blocks.removeAll() } }

    /// Ends the connection after this frame; what waits is dropped.
    func close(_ code: WebSocketCloseCode, reason: String = "") { end(.close(code, reason: reason)) }

    /// The connection has ended.
    func end(_ last: WebSocketFrame? = nil) {
        change { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.closing = last
            state.answers.removeAll()
            state.newest = [Data?](repeating: nil, count: Slot.allCases.count)
            state.blocks.removeAll()
        }
    }

    /// The next frame for the page, waiting for one; nil after the last.
    func next() -> WebSocketFrame? {
        condition.withLock {
            while Self.isEmpty(state) { condition.wait() }
            return Self.take(&state)
        }
    }

    @discardableResult private func change<Result>(_ body: (inout State) -> Result) -> Result {
        condition.withLock {
            defer { condition.signal() }
            return body(&state)
        }
    }

    private static func isEmpty(_ state: State) -> Bool {
        !state.isClosed && state.pong == nil && state.answers.isEmpty && state.blocks.isEmpty && state.newest.allSatisfy { $0 == nil }
    }

    /// Sound first, as it is the one thing that cannot come late.
    private static func take(_ state: inout State) -> WebSocketFrame? {
        if state.isClosed { return state.closing.take() }
        if !state.blocks.isEmpty { return WebSocketFrame(.binary, state.blocks.removeFirst().bytes(lost: state.lostBlocks)) }
        if let pong = state.pong.take() { return WebSocketFrame(.pong, pong) }
        if !state.answers.isEmpty { return WebSocketFrame(.text, state.answers.removeFirst()) }
        for slot in state.newest.indices {
            if let waiting = state.newest[slot].take() { return WebSocketFrame(.text, waiting) }
        }
        return nil
    }
}
