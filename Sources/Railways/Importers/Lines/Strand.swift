// SPDX-License-Identifier: MIT
/// Stations in an order in which the trains of a line pass them: the line itself, or a branch of it.
struct Strand {
    /// A station and the number of the visit: a line may pass a station twice.
    struct Stop: Hashable {
        var station: Int
        var visit = 0
    }

    /// On a loop the first follows the last.
    var stops: [Stop]
    var isLoop = false

    /// The match of a sequence to a strand.
    struct Match {
        /// Whether the trains run in the strand's order.
        var isForward: Bool
        /// The sequence in the strand's order.
        var stops: [Stop]
        /// The index of each stop on the strand; nil for a stop that is not on it.
        var places: [Int?]
        var shared: Int { places.count { $0 != nil } }
    }

    /// The better match of both orientations.
    /// - Returns: The match; nil if fewer than two stops are shared or their order differs.
    func match(_ sequence: [Int]) -> Match? {
        var places: [Stop: Int] = [:]
        for (index, stop) in stops.enumerated() { places[stop] = index }
        var best: (match: Match, score: Int)?
        for isForward in [true, false] {
            let stops = Self.numbered(isForward ? sequence : sequence.reversed())
            let match = Match(isForward: isForward, stops: stops, places: stops.map { places[isLoop ? Stop(station: $0.station) : $0] })
            guard match.shared >= 2 else { continue }
            let score = score(match.places.compactMap { $0 })
            if score > best?.score ?? .min { best = (match, score) }
        }
        guard let best, best.score == best.match.shared - 1 else { return nil }
        return best.match
    }

    /// Steps forwards minus steps back; when the order agrees, all steps are forwards.
    private func score(_ places: [Int]) -> Int {
        zip(places, places.dropFirst()).reduce(0) { sum, step in
            let isOnward = isLoop ? (step.1 - step.0 + stops.count) % stops.count <= stops.count / 2 : step.1 > step.0
            return sum + (isOnward ? 1 : -1)
        }
    }

    /// The stops, with their visits numbered.
    static func numbered(_ sequence: [Int]) -> [Stop] {
        var visits: [Int: Int] = [:]
        return sequence.map { station in
            let visit = visits[station, default: 0]
            visits[station] = visit + 1
            return Stop(station: station, visit: visit)
        }
    }
}
