// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// The railway at each fix of a recorded track, estimated from the full track: the fixes before it and the fixes after it.
///
/// The track is followed forwards, and backwards as the reverse ride; the product of both beliefs decides (two-filter smoothing).
/// Memory grows with the track: about 200 bytes per fix.
public struct Hindsight: Sendable {
    /// The railway's index in the map for each fix; nil off the train.
    public let railways: [Int?]

    /// The belief in one railway at one fix.
    private struct Share {
        var line: Int32
        var belief: Float
    }

    /// - Parameters:
    ///   - line: The railway, if the rider has set it.
    ///   - fixes: The complete track, in order.
    public init(_ network: TrackNetwork, line: Int? = nil, fixes: [Fix]) {
        let forwards = Self.beliefs(network, line, fixes)
        let backwards = Self.beliefs(network, line, Self.reversed(fixes))
        var railways: [Int?] = []
        railways.reserveCapacity(fixes.count)
        for (place, before) in forwards.enumerated() {
            let after = backwards[fixes.count - 1 - place]
            railways.append(Self.best(before, after))
        }
        self.railways = Self.settled(railways, fixes)
    }

    /// The reverse ride.
    private static func reversed(_ fixes: [Fix]) -> [Fix] {
        fixes.reversed().map { fix in
            var fix = fix
            fix.time = fix.time.map { TrackTime(nanoseconds: $0.nanoseconds == .min ? .max : -$0.nanoseconds) }
            fix.course = fix.course.map { $0 < 180 ? $0 + 180 : $0 - 180 }
            return fix
        }
    }

    private static func beliefs(_ network: TrackNetwork, _ line: Int?, _ fixes: [Fix]) -> [[Share]] {
        var tracker = RailwayTracker(network, line: line)
        return fixes.map { fix in
            _ = tracker.process(fix)
            return tracker.filter.active.compactMap { line in
                let belief = Float(tracker.filter.belief(in: line))
                return belief > 1e-4 ? Share(line: Int32(line), belief: belief) : nil
            }
        }
    }

    private static func best(_ before: [Share], _ after: [Share]) -> Int? {
        // A railway that one side has not seen is unlikely but not impossible: that side may not have come near it yet.
        let least: Float = 1e-4
        func share(_ shares: [Share], _ line: Int32) -> Float { shares.first { $0.line == line }?.belief ?? least }
        let offBefore = max(least, 1 - before.reduce(0) { $0 + $1.belief })
        let offAfter = max(least, 1 - after.reduce(0) { $0 + $1.belief })
        var best: (line: Int32, weight: Float)?
        var train: Float = 0
        for one in before {
            let weight = one.belief * share(after, one.line)
            train += weight
            if weight > best?.weight ?? 0 { best = (one.line, weight) }
        }
        for one in after where !before.contains(where: { $0.line == one.line }) {
            let weight = one.belief * least
            train += weight
            if weight > best?.weight ?? 0 { best = (one.line, weight) }
        }
        guard let best, train > offBefore * offAfter else { return nil }
        return Int(best.line)
    }

    /// Removes results that last less than half a minute between two equal ones.
    private static func settled(_ railways: [Int?], _ fixes: [Fix]) -> [Int?] {
        var settled = railways
        var start = 0
        while start < settled.count {
            var end = start
            while end < settled.count, settled[end] == settled[start] { end += 1 }
            if start > 0, end < settled.count, settled[start - 1] == settled[end],
                let first = fixes[start].time, let last = fixes[end].time, last.seconds(since: first) < 30
            {
                for place in start..<end { settled[place] = settled[end] }
            }
            start = end
        }
        return settled
    }
}
