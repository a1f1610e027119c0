// SPDX-License-Identifier: MIT
import DeterministicMath

/// The effect of a known destination on the belief, and the probability of the stop there, whichever railway the train is on.
extension TrainFilter {
    /// The stations of a railway that are considered.
    private static let lookAhead = 24
    /// A railway less likely than this does not count.
    private static let leastBelief = 1e-3

    /// The prior belief in a railway relative to others at the same place: riders prefer one that calls at the destination.
    func prior(of line: Int) -> Double {
        network.lines[line].prior * (destination?.goals[line] == nil ? 1 : Assumed.destinedLine)
    }

    /// The share of alightings at a station that remains for a rider who wants to alight elsewhere on this railway.
    func alights(from line: Int) -> Double {
        guard let goal = destination?.goals[line] else { return 1 }
        let one = lines[line]
        return one.watched >= 0 && goal.stations.contains(network.lines[line].stations[one.watched].station) ? 1 : Assumed.destinedAlighting
    }

    /// The belief in each kind of train of a railway, for a rider who prefers one that calls at the destination.
    func kinds(of line: Int) -> TrainKinds {
        var kinds = lines[line].kinds
        for place in destination?.goals[line]?.places ?? [] {
            kinds = kinds.weighed(by: Assumed.destinedKind, at: place, on: network.lines[line])
        }
        return kinds
    }

    /// The railway with the destination that is most likely, and its share of the belief in being on a train.
    var destined: (line: Int, share: Double)? {
        var best: (line: Int, share: Double)?
        for line in active where destination?.goals[line] != nil {
            let share = belief(in: line) / max(beliefInTrain, Self.leastBelief)
            if share > best?.share ?? 0 { best = (line, share) }
        }
        return best
    }

    /// The probability, on a train, that it calls at a destination after at most a number of stops.
    /// - Parameters:
    ///   - stops: The number of stops before it: 0 if it is the next one, or the one where the train stands.
    ///   - isNear: Whether the train stands at the destination or runs up to its stopping point.
    ///   - braking: The evidence of the train's speed about its next stop, if it is on `named`.
    func chance(of destination: Destination, after stops: Int, isNear: Bool, _ braking: BrakingEvidence, on named: Int?) -> Double {
        var chance = 0.0
        for line in active {
            let belief = belief(in: line)
            guard belief >= Self.leastBelief, let stations = destination.goals[line]?.stations else { continue }
            let up = lines[line].ascends
            for (sense, share) in [(1, up), (-1, 1 - up)] where share >= Self.leastBelief {
                chance +=
                    belief * share
                    * calls(
                        line, at: stations, after: stops, sense: sense, isNear, line == named ? braking : BrakingEvidence())
            }
        }
        return min(1, chance / max(beliefInTrain, Self.leastBelief))
    }

    /// The probability that a train of one railway, running one way, makes at most so many stops before the first of these
    /// stations.
    private func calls(_ number: Int, at stations: [Int], after stops: Int, sense: Int, _ isNear: Bool, _ braking: BrakingEvidence)
        -> Double
    {
        let line = network.lines[number]
        let count = line.stations.count
        let one = lines[number]
        func isGoal(_ place: Int) -> Bool { stations.contains(line.stations[place].station) }
        let (kinds, stopsNext) = braking.apply(to: kinds(of: number), on: line)
        var place = sense > 0 ? one.behind + 1 : one.behind
        if one.watched >= 0 {
            // Short of its stopping point a train may seem to be past the station, or to have stopped there.
            if isNear, isGoal(one.watched) { return 1 }
            if one.hasStopped { place = one.watched + sense }
        }
        /// The probability of each number of stops so far.
        var numbers = [Double](repeating: 0, count: stops + 1)
        numbers[0] = 1
        for _ in 0..<min(Self.lookAhead, count) {
            if line.isRing { place = (place + count) % count }
            guard line.stations.indices.contains(place) else { return 0 }
            if isGoal(place) { return numbers.reduce(0, +) }
            let calls = (place == braking.station ? stopsNext : nil) ?? kinds.stops(at: place, on: line)
            for index in numbers.indices.reversed() {
                numbers[index] = numbers[index] * (1 - calls) + (index > 0 ? numbers[index - 1] * calls : 0)
            }
            place += sense
        }
        return 0
    }
}
