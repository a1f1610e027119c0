// SPDX-License-Identifier: MIT
extension StationWatch {
    /// Writes the direction and the stations to the answer.
    func write(_ hypothesis: LineHypothesis, on line: TrackNetwork.Line, to answer: inout RailwayAnswer) {
        if hypothesis.ascending.magnitude > 0.5 { answer.isAscending = hypothesis.ascending >= 0 }
        if target >= 0, target < line.stations.count, let distance = distance(hypothesis, on: line) {
            answer.station = line.stations[target].station
            answer.distance = distance
            answer.phase = phase(distance: distance)
            answer.isStopped = isStanding
            answer.mayStopAtPrevious = mayStopAtPrevious
        }
        if previous >= 0 {
            answer.previous = line.stations[previous].station
            answer.previousWasVisited = previousWasVisited
        }
    }

    /// The stations ahead, beginning with the target.
    /// - Parameter kinds: The belief in each kind of train.
    func ahead(
        _ hypothesis: LineHypothesis, _ kinds: TrainKinds, on line: TrackNetwork.Line, _ model: TrackingModel, most: Int
    ) -> [RailwayEstimate.Ahead] {
        guard target >= 0, let first = distance(hypothesis, on: line) else { return [] }
        let (kinds, stops) = braking.apply(to: kinds, on: line, model)
        func station(_ place: Int, at distance: Double) -> RailwayEstimate.Ahead {
            RailwayEstimate.Ahead(
                station: line.stations[place].station, distance: distance,
                stops: (place == target ? stops : nil) ?? kinds.stops(at: place, on: line, model))
        }
        var found = [station(target, at: first)]
        found.reserveCapacity(most)
        var way = first
        var place = target
        while found.count < min(most, line.stations.count) {
            let following = next(after: place, line)
            guard following != place else { break }
            var leg = (line.stations[following].along - line.stations[place].along) * sense
            if leg < 0 { leg += line.length }
            way += leg
            place = following
            found.append(station(place, at: way))
        }
        return found
    }
}
