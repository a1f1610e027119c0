// SPDX-License-Identifier: MIT
import Foundation
import HTTPListening
import Platform

/// The queue of messages to one page. Any thread may put, one takes; putting never waits and memory is bounded: of messages with
/// newer versions only the newest is kept, and sound that is not fetched in time is dropped and counted.
final class PageOutbox: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all mutable state.
    /// Kinds of messages of which only the newest counts, in sending order.
    enum Slot: String, CaseIterable {
        case welcome, ride, preset, tests, layers, drop, export, note, moment
    }

    /// The number of unread answers at which a page is disconnected.
    static let mostAnswers = 256
    /// The maximum number of queued sound blocks; about a second.
    static let mostBlocks = 48

    private struct State {
        var answers: [Data] = []
        var newest: [Slot: Data] = [:]
        /// The payload of the newest ping.
        var pong: Data?
        var blocks: [SoundBlock] = []
        var lostBlocks: UInt32 = 0
        var closing: WebSocketFrame?
        var isClosed = false
    }

    private let condition = MonotonicCondition()
    private var state = State()

    /// Queues an answer to one of the page's own requests; a page that never reads is disconnected.
    func answer(_ text: Data) {
        let isFull = change { state in
            guard state.answers.count < Self.mostAnswers else { return true }
            state.answers.append(text)
            return false
        }
        if isFull { close(.policyViolation, reason: "too many answers are unread") }
    }

    /// Replaces the unsent message of this kind.
    func put(_ message: PageMessage) { change { $0.newest[message.slot] = message.bytes } }

    /// Queues a block of sound; when full, the oldest is dropped.
    func put(_ block: SoundBlock) {
        change { state in
            if state.blocks.count >= Self.mostBlocks {
                state.blocks.removeFirst()
                state.lostBlocks &+= 1
            }
            state.blocks.append(block)
        }
    }

    /// Answers a ping; of several only the newest is answered.
    func pong(_ payload: Data) { change { $0.pong = payload } }

    /// Discards the queued sound, since the page no longer listens.
    func dropSound() { change { $0.blocks.removeAll() } }

    /// Ends the connection with this frame; queued messages are dropped.
    func close(_ code: WebSocketCloseCode, reason: String = "") { end(.close(code, reason: reason)) }

    /// Ends the queue, with a last frame if given.
    func end(_ last: WebSocketFrame? = nil) {
        change { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.closing = last
            state.answers.removeAll()
            state.newest.removeAll()
            state.blocks.removeAll()
        }
    }

    /// Returns the next frame for the page, waiting for one; nil after the last.
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
        !state.isClosed && state.pong == nil && state.answers.isEmpty && state.blocks.isEmpty && state.newest.isEmpty
    }

    /// Sound first, because only sound must not be late.
    private static func take(_ state: inout State) -> WebSocketFrame? {
        if state.isClosed { return state.closing.take() }
        if !state.blocks.isEmpty { return WebSocketFrame(.binary, state.blocks.removeFirst().bytes(lost: state.lostBlocks)) }
        if let pong = state.pong.take() { return WebSocketFrame(.pong, pong) }
        if !state.answers.isEmpty { return WebSocketFrame(.text, state.answers.removeFirst()) }
        for slot in Slot.allCases {
            if let waiting = state.newest.removeValue(forKey: slot) { return WebSocketFrame(.text, waiting) }
        }
        return nil
    }
}
