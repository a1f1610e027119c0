// SPDX-License-Identifier: MIT
import Tracking

extension Railway {
    /// The largest gap in metres between the ends of a track that closes.
    private static let loopGap = 200.0
    /// The least length in metres of a track that closes.
    private static let leastLoop = 2_000.0

    /// True if its track ends where it begins, so that trains run round and round. Its stations do not tell: a line whose ends
    /// are near each other is open.
    var isLoop: Bool {
        guard let start = segments.first(where: { !$0.points.isEmpty })?.points.first,
            let end = segments.last(where: { !$0.points.isEmpty })?.points.last,
            start.place.distance(to: end.place) < Self.loopGap
        else { return false }
        return segments.flatMap(\.points).map(\.place).pathLength > Self.leastLoop
    }
}
