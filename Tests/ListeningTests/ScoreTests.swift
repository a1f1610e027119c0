// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import Listening

/// Scores of readings that are known by construction.
struct ScoreTests {
    private static func events(_ times: [Double], _ names: String) -> [FactTimeline.Event] {
        zip(times, names).map { .init(time: $0, name: String($1)) }
    }

    /// One event's nearest partner may be the only one of another.
    @Test func asManyEventsArePairedAsThereCanBe() {
        let both = EventPairs(Self.events([0, 0.6], "ab"), Self.events([-0.4, 0.35], "ab"), within: 0.5)
        #expect(both.count == 2 && both.right == 2)
        let one = EventPairs(Self.events([0, 0.45], "ab"), Self.events([0.4], "b"), within: 0.5)
        #expect(one.count == 1 && one.right == 1)
        #expect(EventPairs(Self.events([0], "a"), Self.events([0.51], "a"), within: 0.5).count == 0)
        #expect(EventPairs([], [], within: 0.5).count == 0)
    }

    /// Every way to pair a few events is tried.
    @Test func pairsAreTheBestOfAll() {
        var random = SplitMix(seed: 11)
        for _ in 0..<2000 {
            func some() -> [FactTimeline.Event] {
                (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    .init(time: .random(in: 0...2, using: &random), name: Bool.random(using: &random) ? "a" : "b")
                }
            }
            let expected = some(), heard = some()
            var best = (count: 0, squares: 0.0, right: 0)
            func pair(_ place: Int, _ free: [FactTimeline.Event], _ count: Int, _ squares: Double, _ right: Int) {
                guard place < expected.count else {
                    if (count, -squares) > (best.count, -best.squares) { best = (count, squares, right) }
                    return
                }
                pair(place + 1, free, count, squares, right)
                let event = expected[place]
                for (index, other) in free.enumerated() where abs(other.time - event.time) <= 0.5 {
                    let distance = other.time - event.time
                    var rest = free
                    rest.remove(at: index)
                    pair(place + 1, rest, count + 1, squares + distance * distance, right + (other.name == event.name ? 1 : 0))
                }
            }
            pair(0, heard, 0, 0, 0)
            let pairs = EventPairs(expected, heard, within: 0.5)
            #expect(pairs.count == best.count && pairs.right == best.right && abs(pairs.squares - best.squares) < 1e-9)
        }
    }

    /// A reading that follows a jump a second and a half later has that delay, whatever its constant error; one that moves less than
    /// half as far, or the wrong way, does not read the jump at all, wherever it wanders meanwhile.
    @Test func aDelayIsThatOfWhatIsRead() {
        var truth = FactTimeline()
        for (time, speed) in [(0.0, 0.0), (10, 20), (20, 0), (30, 20), (40, 0)] { truth.set(["speed": .number(speed)], at: time) }
        func delays(_ read: (Double) -> Double) -> [Double] {
            var reading = Reading(duration: 42)
            reading.starts = (0...80).map { Double($0) / 2 }
            reading.numbers["speed"] = reading.starts.map { read($0 + Listener.window) }
            return ListeningTest.Part(reading: reading, truth: truth).delays("speed", least: 6)
        }
        func isFast(_ end: Double) -> Bool { (11.5..<21.5).contains(end) || (31.5..<41.5).contains(end) }
        #expect(delays { isFast($0) ? 20 : 0 } == [1.5, 1.5, 1.5])
        #expect(delays { isFast($0) ? 23 : 7 } == [1.5, 1.5, 1.5])
        #expect(delays { isFast($0) ? 7 : 0 } == [.infinity, .infinity, .infinity])
        #expect(delays { isFast($0) ? 0 : 20 } == [.infinity, .infinity, .infinity])
    }

    /// Of two other events near a missed one, it is taken for the nearer, not for the earlier.
    @Test func anEventIsTakenForTheNearest() {
        var truth = FactTimeline()
        for time in [1.0, 5, 9] { truth.addEvent("a", at: time) }
        var reading = Reading(duration: 10)
        reading.events = Self.events([0.6, 1.1, 5.2, 8.7, 9.4], "bcabc")
        let found = ListeningTest.Part(reading: reading, truth: truth).recognition(of: "a")
        #expect(found.true == 3 && found.recognised == 1 && found.confused == ["c", "b"])
    }

    @Test func theMiddleOfDelaysIsTheirMedian() {
        #expect(ListeningTest.median([3, 1, 2]) == 2)
        #expect(ListeningTest.median([4, 1, 2, 3]) == 2.5)
        #expect(ListeningTest.median([1, .infinity, 2]) == 2)
        #expect(ListeningTest.median([1, .infinity]) == nil && ListeningTest.median([]) == nil)
    }
}
