import Foundation
import LiveSources
import Synchronization
import Testing
import Tracking

/// The queue in front of a live track.
struct LineFeedTests {
    private func read(_ feed: LineFeed, by step: Int = 64) throws -> String {
        var bytes: [UInt8] = []
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: step, alignment: 1)
        defer { space.deallocate() }
        while true {
            let count = try feed.pull(into: space)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += space[..<count]
        }
    }

    @Test func messagesBecomeLines() throws {
        let feed = LineFeed()
        feed.push(line: "{\"a\":1,\r\n \"b\":2}".utf8)
        feed.push(line: "second".utf8)
        feed.close()
        #expect(try read(feed, by: 3) == "{\"a\":1,   \"b\":2}\nsecond\n")
    }

    @Test func whatFindsItFullIsCounted() throws {
        let feed = LineFeed(capacity: 10)
        #expect(feed.push(line: "12345".utf8) && !feed.push(line: "12345".utf8) && feed.push(line: "123".utf8))
        #expect(feed.depth.refused == 1 && feed.depth.lines == 2)
        feed.close()
        #expect(!feed.push(line: "x".utf8))
        #expect(try read(feed) == "12345\n123\n")
        #expect(feed.depth.lines == 0 && feed.depth.seconds == 0)
    }

    @Test func theOldestLineTellsTheAge() throws {
        let feed = LineFeed()
        feed.push(line: "a".utf8)
        usleep(20_000)
        feed.push(line: "b".utf8)
        #expect(feed.depth.seconds >= 0.02)
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 1)
        defer { space.deallocate() }
        let before = feed.depth.seconds
        #expect(try feed.pull(into: space) == 2)
        #expect(feed.depth.seconds < before && feed.depth.lines == 1)
    }

    @Test func silenceIsTold() throws {
        let feed = LineFeed()
        #expect(!feed.isThere(within: 0.01))
        Thread { feed.push([1]) }.start()
        #expect(feed.isThere(within: 60) && feed.isThere(within: 0))
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 1)
        defer { space.deallocate() }
        #expect(try feed.pull(into: space) == 1)
        Thread { feed.close() }.start()
        #expect(feed.isThere(within: 60))
    }

    @Test func whatClosedItIsThrownAfterEverything() throws {
        let feed = LineFeed()
        feed.push(line: "a".utf8)
        feed.close(InputFault(source: "x", line: 0, message: "gone", remedy: ""))
        let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
        defer { space.deallocate() }
        #expect(try feed.pull(into: space) == 2)
        #expect(throws: InputFault.self) { try feed.pull(into: space) }
    }

    /// Many writers and a reader in a hurry: every line once, each writer's in its order.
    @Test func nothingIsLostOrDoubled() throws {
        let feed = LineFeed()
        let writers = 8, lines = 2_000
        let left = Mutex(writers)
        for writer in 0..<writers {
            Thread {
                for line in 0..<lines { while !feed.push(line: "\(writer) \(line)".utf8) {} }
                if left.withLock({ $0 -= 1; return $0 == 0 }) { feed.close() }
            }.start()
        }
        var next = [Int](repeating: 0, count: writers)
        for line in try read(feed, by: 1000).split(separator: "\n") {
            let parts = line.split(separator: " ").compactMap { Int($0) }
            try #require(parts.count == 2 && next[parts[0]] == parts[1], "\(line)")
            next[parts[0]] += 1
        }
        #expect(next == [Int](repeating: lines, count: writers))
    }
}
