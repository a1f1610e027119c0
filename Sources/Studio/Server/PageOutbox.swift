import FlyingFox
import Foundation
import Synchronization

/// What waits to be sent to one page. Any thread may put, one task takes; putting never waits and memory is bounded:
/// of what has a newer version only the newest is kept, sound that is not fetched in time is lost and counted.
final class PageOutbox: Sendable {
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
        var closing: WSFrame?
        var isClosed = false
        var taker: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Puts an answer to one of the page's own requests; a page that never reads is let go.
    func answer(_ text: Data) {
        let isFull = change { state in
            guard state.answers.count < Self.mostAnswers else { return true }
            state.answers.append(text)
            return false
        }
        if isFull { close(WSCloseCode(1008, reason: "too many answers are unread")) }
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
    func close(_ code: WSCloseCode) { end(.close(code: code)) }

    /// The connection has ended.
    func end(_ last: WSFrame? = nil) {
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
    func next() async -> WSFrame? {
        while true {
            let (frame, isOver) = state.withLock { Self.take(&$0) }
            if frame != nil || isOver { return frame }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let mustWait = state.withLock { state in
                    guard Self.isEmpty(state) else { return false }
                    // One task takes; a second one would be a fault of ours, and goes on at once.
                    let former = state.taker
                    state.taker = continuation
                    former?.resume()
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }
    }

    @discardableResult private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, taker) = state.withLock { state in
            let result = body(&state)
            return (result, Self.isEmpty(state) ? nil : state.taker.take())
        }
        taker?.resume()
        return result
    }

    private static func isEmpty(_ state: State) -> Bool {
        !state.isClosed && state.pong == nil && state.answers.isEmpty && state.blocks.isEmpty && state.newest.allSatisfy { $0 == nil }
    }

    /// Sound first, as it is the one thing that cannot come late.
    private static func take(_ state: inout State) -> (WSFrame?, isOver: Bool) {
        if state.isClosed { return (state.closing.take(), true) }
        if !state.blocks.isEmpty {
            let block = state.blocks.removeFirst()
            return (WSFrame(fin: true, opcode: .binary, mask: nil, payload: block.bytes(lost: state.lostBlocks)), false)
        }
        if let pong = state.pong.take() { return (WSFrame(fin: true, opcode: .pong, mask: nil, payload: pong), false) }
        if !state.answers.isEmpty { return (text(state.answers.removeFirst()), false) }
        for slot in state.newest.indices {
            if let waiting = state.newest[slot].take() { return (text(waiting), false) }
        }
        return (nil, false)
    }

    private static func text(_ bytes: Data) -> WSFrame { WSFrame(fin: true, opcode: .text, mask: nil, payload: bytes) }
}
