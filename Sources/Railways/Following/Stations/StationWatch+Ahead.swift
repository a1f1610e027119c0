// SPDX-License-Identifier: MIT
extension StationWatch {
    /// Writes the direction and the stations to the answer.
    func write(_ hypothesis: LineHypothesis, on line: TrackNetwork.Line, to answer: inout RailwayAnswer) {
        answer.isAscending = line.onlyWay ?? (hypothesis.ascending.magnitude > 0.5 ? hypothesis.ascending >= 0 : nil)
        if target >= 0, target < line.stations.count, let distance = distance(hypothesis, on: line) {
            answer.station = line.stations[target].station
            answer.distance = distance
            answer.phase = RailwayAnswer.Phase(distance: distance)
            answer.isStopped = isStanding
            answer.mayStopAtPrevious = mayStopAtPrevious
        }
        if previous >= 0 {
            answer.previous = line.stations[previous].station
            answer.previousWasVisited = previousWasVisited
            answer.beyondPrevious = hypothesis.past(previous, sense: sense, on: line)
        }
    }

    /// The number of stations that an estimate looks ahead.
    static let lookAhead = 24

    /// Seconds for which the train has stood; infinite once it starts to move, since it has stood for long enough, and nil
    /// while it runs.
    func stood(_ motion: RiderMotion) -> Double? { isStanding ? (motion.standing > 0 ? motion.standing : .infinity) : nil }

    /// The stations ahead on a railway, beginning with the target.
    func ahead(on number: Int, _ filter: TrainFilter) -> [RailwayEstimate.Ahead] {
        let line = filter.network.lines[number]
        guard target >= 0, let first = distance(filter.lines[number], on: line) else { return [] }
        let (kinds, stops) = braking.apply(to: filter.kinds(of: number), on: line)
        func station(_ place: Int, at distance: Double) -> RailwayEstimate.Ahead {
            RailwayEstimate.Ahead(
                station: line.stations[place].station, distance: distance,
                stops: (place == target ? stops : nil) ?? kinds.stops(at: place, on: line))
        }
        var found = [station(target, at: first)]
        found.reserveCapacity(Self.lookAhead)
        var way = first
        var place = target
        while found.count < min(Self.lookAhead, line.stations.count) {
            let following = next(after: place, line)
            guard following != place else { break }
            way += line.way(from: place, to: following, isAscending: isAscending)
            place = following
            found.append(station(place, at: way))
        }
        return found
    }
}
