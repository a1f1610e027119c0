// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Synchronization
import TestTraits
import Testing
import Tracking

@testable import LiveSources

/// The queue in front of a live track.
@Suite(.tags(.alone)) struct LineFeedTests {
    /// What is taken at once.
    private func pull(_ feed: LineQueue, atMost count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { $1 = feed.pull(into: UnsafeMutableRawBufferPointer($0)) }
    }

    /// All of it, to the end.
    private func read(_ feed: LineQueue, by step: Int = 64) -> String {
        var bytes: [UInt8] = []
        while true {
            let piece = pull(feed, atMost: step)
            if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece
        }
    }

    @Test func messagesBecomeLines() {
        let feed = LineQueue()
        feed.push(line: "{\"a\":1,\r\n \"b\":2}".utf8)
        feed.push(line: "second".utf8)
        feed.close()
        #expect(read(feed, by: 3) == "{\"a\":1,   \"b\":2}\nsecond\n")
    }

    @Test func whatFindsItFullIsCounted() {
        let feed = LineQueue(capacity: 10)
        #expect(feed.push(line: "12345".utf8) && !feed.push(line: "12345".utf8) && feed.push(line: "123".utf8))
        #expect(feed.depth.refused == 1 && feed.depth.lines == 2)
        feed.close()
        #expect(!feed.push(line: "x".utf8))
        #expect(read(feed) == "12345\n123\n")
        #expect(feed.depth.lines == 0 && feed.depth.seconds == 0)
    }

    /// A post is repeated as a whole, so no part of it may have been taken.
    @Test func linesOfOnePostAreTakenTogether() {
        let feed = LineQueue(capacity: 10)
        // Nothing has no age.
        #expect(feed.push(lines: [[UInt8]]()) && feed.depth == LineQueue.Depth())
        #expect(!feed.push(lines: ["12345", "6789A"].map(\.utf8)) && feed.depth.lines == 0 && feed.depth.refused == 2)
        #expect(feed.push(lines: ["1\n3", "5678"].map(\.utf8)) && feed.depth.lines == 2)
        feed.close()
        #expect(read(feed) == "1 3\n5678\n")
    }

    @Test func whatIsLostIsTold() {
        let lost = Mutex<[Int]>([])
        let feed = LineQueue(capacity: 10) { lines in lost.withLock { $0.append(lines) } }
        #expect(feed.push(line: "12345".utf8) && !feed.push(line: "12345".utf8))
        #expect(!feed.push(Array("a\nb\nc\nd".utf8)))
        feed.close()
        // Input after the end does not count as lost.
        #expect(!feed.push(line: "x".utf8))
        #expect(lost.withLock { $0 } == [1, 4])
        #expect(feed.depth.refused == 5)
    }

    /// The lines that a refused piece of a stream is part of are lost completely.
    @Test func noTwoHalvesJoin() {
        let lost = Mutex(0)
        let feed = LineQueue(capacity: 10) { lines in lost.withLock { $0 += lines } }
        #expect(feed.push(Array("aaa\nbb".utf8)))
        #expect(!feed.push(Array("b\nccc".utf8)))
        #expect(!feed.push(Array("cc".utf8)))
        #expect(feed.push(Array("c\nd".utf8)) && feed.push(Array("dd\n".utf8)))
        #expect(feed.depth.lines == 2 && feed.depth.refused == 2)
        feed.close()
        #expect(read(feed) == "aaa\nddd\n")
        #expect(lost.withLock { $0 } == 2)
    }

    /// Lines wait for their ends, and go with a connection that is lost within them; binary messages have none to wait for.
    @Test func anUnfinishedLineGoesWithItsStream() {
        var line = UnfinishedLine()
        func take(_ text: String) -> String { String(decoding: line.take(text.utf8), as: UTF8.self) }
        #expect(take("$GPGGA,1,5") == "" && take("4*7F\r\n$GPRMC") == "$GPGGA,1,54*7F\r\n" && line.discard().isEmpty)
        #expect(take("{\"name\":\"雨\"}\n{\"na") == "{\"name\":\"雨\"}\n" && line.discard().isEmpty)
        #expect(line.take([0xA0, 0xA2, 0, 2]) == [0xA0, 0xA2, 0, 2] && line.discard() == [0x0A] && line.discard().isEmpty)
        let long = String(repeating: "x", count: 20_000)
        #expect(take(long) == long && take("y") == "" && line.discard() == [0x0A])
        #expect(take("a\nb") == "a\n" && line.rest() == Array("b".utf8) && line.rest().isEmpty)
    }

    /// Half a line that was already read cannot be taken back: it becomes a separate line.
    @Test func halfALineThatWasReadIsEnded() {
        let feed = LineQueue(capacity: 6)
        #expect(feed.push(Array("ab".utf8)))
        #expect(pull(feed, atMost: 1).count == 1)
        #expect(!feed.push(Array("cdefg\nh".utf8)))
        #expect(feed.push(Array("i\njk\n".utf8)))
        feed.close()
        #expect(read(feed) == "b\njk\n")
        #expect(feed.depth.refused == 2 && feed.depth.lines == 0)
    }

    /// A stream in pieces of every length, and a reader that falls behind: each line arrives completely or not at all.
    @Test(arguments: [3, 7, 64, 1000]) func ofAStreamEachLineIsWholeOrLost(step: Int) {
        let lost = Mutex(0)
        let feed = LineQueue(capacity: 2_000) { lines in lost.withLock { $0 += lines } }
        let lines = (0..<2_000).map { "line \($0) of the stream" }
        let stream = Array((lines.joined(separator: "\n") + "\n").utf8)
        var text: [UInt8] = []
        for (turn, start) in stride(from: 0, to: stream.count, by: step).enumerated() {
            feed.push(Array(stream[start..<min(start + step, stream.count)]))
            // Slower than the input, and in bursts.
            if turn % (2_000 / step) == 0, feed.depth.lines > 0 {
                text += pull(feed, atMost: 400)
            }
        }
        feed.close()
        let rest = read(feed)
        let came = (String(decoding: text, as: UTF8.self) + rest).split(separator: "\n").map(String.init)
        let whole = Set(lines), told = lost.withLock { $0 }
        #expect(came.allSatisfy { whole.contains($0) } && Set(came).count == came.count)
        #expect(told > 0 && told == lines.count - came.count)
        #expect(feed.depth.lines == 0 && feed.depth.seconds == 0)
    }

    @Test func theOldestLineTellsTheAge() {
        let feed = LineQueue()
        feed.push(line: "a".utf8)
        usleep(20_000)
        feed.push(line: "b".utf8)
        #expect(feed.depth.seconds >= 0.02)
        let before = feed.depth.seconds
        #expect(pull(feed, atMost: 2).count == 2)
        #expect(feed.depth.seconds < before && feed.depth.lines == 1)
    }

    @Test func silenceIsTold() {
        let feed = LineQueue()
        #expect(!feed.waitForData(within: 0.01))
        Thread { feed.push([1]) }.start()
        #expect(feed.waitForData(within: 60) && feed.waitForData(within: 0))
        #expect(pull(feed, atMost: 2).count == 1)
        Thread { feed.close() }.start()
        #expect(feed.waitForData(within: 60))
    }

    @Test func whatIsWaitingComesBeforeTheEnd() {
        let feed = LineQueue()
        feed.push(line: "a".utf8)
        feed.close()
        #expect(!feed.push(line: "b".utf8))
        #expect(read(feed) == "a\n")
        #expect(pull(feed, atMost: 8).isEmpty)
    }

    /// Many writers and a fast reader: every line once, each writer's in order.
    @Test func nothingIsLostOrDoubled() throws {
        let feed = LineQueue()
        let writers = 8, lines = 2_000
        let left = Mutex(writers)
        for writer in 0..<writers {
            Thread {
                for line in 0..<lines { while !feed.push(line: "\(writer) \(line)".utf8) {} }
                if left.withLock({
                    $0 -= 1; return $0 == 0
                }) {
                    feed.close()
                }
            }.start()
        }
        var next = [Int](repeating: 0, count: writers)
        for line in read(feed, by: 1000).split(separator: "\n") {
            let parts = line.split(separator: " ").compactMap { Int($0) }
            try #require(parts.count == 2 && next[parts[0]] == parts[1], "\(line)")
            next[parts[0]] += 1
        }
        #expect(next == [Int](repeating: lines, count: writers))
    }
}
