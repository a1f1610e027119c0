// SPDX-License-Identifier: MIT

/// Pairs events that were heard with those that happened: as many pairs as there can be, and of these the ones nearest in time by
/// least squares.
///
/// Taking the nearest for one event after the other would leave an event without a partner whose only one is taken. Two of the best
/// pairs never cross, so the pairs of a few events are extended event by event, as an edit distance is.
struct EventPairs {
    /// Pairs, and those of one name.
    private(set) var count = 0, right = 0
    /// The sum of the squares of their distances, in seconds squared.
    private(set) var squares = 0.0

    private init() {}

    /// - Parameter tolerance: the largest distance of a pair in seconds.
    init(_ expected: [FactTimeline.Event], _ heard: [FactTimeline.Event], within tolerance: Double) {
        let heard = heard.sorted { $0.time < $1.time }
        // The best pairs of the events so far with the first 0, 1, 2 ... that were heard.
        var best = [EventPairs](repeating: EventPairs(), count: heard.count + 1)
        for event in expected.sorted(by: { $0.time < $1.time }) {
            var without = best[0]
            for (place, other) in heard.enumerated() {
                let distance = abs(other.time - event.time)
                var pairs = best[place + 1]
                if best[place].isBetter(than: pairs) { pairs = best[place] }
                if distance <= tolerance, case let more = without.adding(distance, isRight: other.name == event.name),
                    more.isBetter(than: pairs)
                {
                    pairs = more
                }
                without = best[place + 1]
                best[place + 1] = pairs
            }
        }
        self = best[heard.count]
    }

    private func adding(_ distance: Double, isRight: Bool) -> EventPairs {
        var pairs = self
        pairs.count += 1
        pairs.right += isRight ? 1 : 0
        pairs.squares += distance * distance
        return pairs
    }

    private func isBetter(than other: EventPairs) -> Bool { (count, -squares) > (other.count, -other.squares) }
}
