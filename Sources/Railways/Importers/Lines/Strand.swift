/// Stations in one order in which the trains of a line pass them: the line itself, or a branch of it.
struct Strand {
    /// A station, and which of its visits this is: a line may come by one station twice.
    struct Stop: Hashable {
        var station: Int
        var visit = 0
    }

    /// On a loop the last is followed by the first.
    var stops: [Stop]
    var isLoop = false

    /// How a sequence lies on a strand.
    struct Match {
        /// Whether the trains run in the strand's order.
        var isForward: Bool
        /// The sequence in the strand's order.
        var stops: [Stop]
        /// Places of the stops on the strand; nil for those that are not on it.
        var places: [Int?]
        var shared: Int { places.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }
    }

    /// The better of both orientations.
    /// - Returns: nil when fewer than two stops are shared, or their order is another one.
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

    /// Steps onward less steps back; all steps are onward when the order agrees.
    private func score(_ places: [Int]) -> Int {
        zip(places, places.dropFirst()).reduce(0) { sum, step in
            let isOnward = isLoop ? (step.1 - step.0 + stops.count) % stops.count <= stops.count / 2 : step.1 > step.0
            return sum + (isOnward ? 1 : -1)
        }
    }

    /// Stops with their visits counted.
    static func numbered(_ sequence: [Int]) -> [Stop] {
        var visits: [Int: Int] = [:]
        return sequence.map { station in
            let visit = visits[station, default: 0]
            visits[station] = visit + 1
            return Stop(station: station, visit: visit)
        }
    }
}
