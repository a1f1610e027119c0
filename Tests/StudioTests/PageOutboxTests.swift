// SPDX-License-Identifier: MIT
import Foundation
import Platform
import TestTraits
import Testing
import Tracking

@testable import Studio

/// A page that does not read affects only itself.
@Suite struct PageOutboxTests {
    private func block(_ number: Int) -> SoundBlock {
        SoundBlock(sampleRate: 48_000, firstFrame: Int64(number), samples: [0.5, -0.5])
    }

    @Test func ofWhatHasANewerVersionOnlyTheNewestIsSent() async throws {
        let outbox = PageOutbox()
        for number in 0..<1000 { outbox.put(PageMessage(slot: .moment, bytes: Data("\(number)".utf8))) }
        outbox.put(PageMessage(slot: .preset, bytes: Data("preset".utf8)))
        outbox.end()
        let open = PageOutbox()
        for number in 0..<1000 { open.put(PageMessage(slot: .moment, bytes: Data("\(number)".utf8))) }
        open.put(PageMessage(slot: .preset, bytes: Data("preset".utf8)))
        #expect(open.next()?.payload == Data("preset".utf8))
        #expect(open.next()?.payload == Data("999".utf8))
        #expect(outbox.next() == nil, "nothing is sent after the end")
    }

    @Test func soundThatIsNotFetchedIsLostAndCounted() async throws {
        let outbox = PageOutbox()
        let sent = PageOutbox.mostBlocks + 40
        for number in 0..<sent { outbox.put(block(number)) }
        let frame = try #require(outbox.next())
        let head = [UInt8](frame.payload)
        func whole<Value: FixedWidthInteger>(_ type: Value.Type, at place: Int) -> Value {
            (0..<MemoryLayout<Value>.size).reduce(0) { $0 | Value(head[place + $1]) << Value(8 * $1) }
        }
        #expect(frame.opcode == .binary)
        #expect(whole(UInt16.self, at: 0) == 1)
        #expect(whole(UInt16.self, at: 2) == 2)
        #expect(whole(UInt32.self, at: 4) == 48_000)
        #expect(whole(UInt32.self, at: 8) == 40, "forty blocks found no room")
        #expect(whole(Int64.self, at: 16) == 40, "the oldest gave way")
        #expect(Float(bitPattern: whole(UInt32.self, at: 24)) == 0.5)
        #expect(Float(bitPattern: whole(UInt32.self, at: 28)) == -0.5)
        #expect(head.count == 32)
    }

    @Test func aPageThatReadsNoAnswersIsLetGo() async throws {
        let outbox = PageOutbox()
        for _ in 0...PageOutbox.mostAnswers { outbox.answer(Data("{}".utf8)) }
        let last = try #require(outbox.next())
        #expect(last.opcode == .close)
        #expect(outbox.next() == nil)
    }

    @Test func whoWaitsIsWoken() async throws {
        let outbox = PageOutbox()
        let taken = OneShot<Data?>()
        Thread { taken.resolve(outbox.next()?.payload) }.start()
        try await Task.sleep(for: .milliseconds(20))
        outbox.answer(Data("late".utf8))
        try await eventually("it is woken") { taken.now != nil }
        #expect(taken.now == Data("late".utf8))
    }

    @Test func noMorePagesAreOpenedThanMayBe() {
        let hub = PageHub(onOpen: { _ in }, onMessage: { _, _ in })
        let pages = (0..<PageHub.mostPages).compactMap { _ in hub.open() }
        #expect(pages.count == PageHub.mostPages)
        #expect(hub.open() == nil)
        hub.close(pages[3])
        #expect(hub.open() != nil)
    }
}
