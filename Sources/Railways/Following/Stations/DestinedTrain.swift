// SPDX-License-Identifier: MIT
import Tracking

/// The train on which a rider most likely is to the destination, while the railway that is reported does not have it, or none is
/// reported: its events matter even if something else is more likely.
///
/// It is either a train that is followed, or one that a rider who waited at a platform has probably boarded out of sight.
struct DestinedTrain: Sendable {
    /// The railway that is followed; nil if none is.
    private(set) var line: Int?
    /// What is known of the train, and its course until the next fix.
    private(set) var estimate = RailwayEstimate()
    private(set) var watch = StationWatch()
    /// The events at the last fix.
    private(set) var events: [TrackEvent] = []
    /// How likely it is that the rider has boarded out of sight, once a silence suggests it; nil while a train is followed.
    private(set) var boarding: Double?
    private var pace = TrainPace()
    /// True since the rider moved as fast as a train, until it is most likely that the train was left.
    private var isRiding = false
    private var slowSince: Double?
    private var stoodSince: Double?
    /// The longest silence in seconds after which the rider still waited in the same place.
    private var idleSilence = 0.0

    /// The share of the belief in being on a train, and that belief, from which a railway is followed.
    private static let leastShare = 0.1
    private static let leastTrain = 0.01
    /// How many times more likely another railway has to be.
    private static let switchFactor = 2.0
    /// Seconds of walking after which no train is followed, and of standing.
    private static let walkingSeconds = 10.0
    private static let standingSeconds = 90.0
    /// The belief in being on a train below which a rider at a station may board another.
    private static let mostTrain = 0.5
    /// Seconds of waiting in sight after which a silence means that the train has come.
    private static let leastWait = 45.0
    /// How likely it is that a rider who then is out of sight has boarded it.
    private static let boardingProbability = 0.65
    /// Seconds of silence after which it suggests that, and how many times longer it then is than one that did not mean it.
    private static let leastSilence = 40.0
    private static let longerSilence = 1.2

    /// Seconds of silence after which a rider at a platform has boarded.
    var silence: Double { max(Self.leastSilence, Self.longerSilence * idleSilence) }

    /// Takes in a fix.
    /// - Parameters:
    ///   - named: The railway that is reported.
    ///   - trainPace: The pace of the train on it.
    mutating func follow(_ filter: TrainFilter, named: Int?, _ trainPace: TrainPace, _ o: TrainObservation) {
        events = []
        if boarding != nil, o.motion.leap == 0 { idleSilence = max(idleSilence, o.dt) }
        boarding = nil
        let destined = filter.destined
        updateRiding(filter, destined?.line, o)
        if let named, filter.destination?.goals[named] != nil { return leave() }
        pace.follow(o)
        if isRiding, let best = destined, best.share >= Self.leastShare {
            let line = select(best.line, filter)
            ride(line, filter, named == nil ? pace : trainPace, o)
        } else {
            leave()
            board(filter, named, o)
        }
    }

    private mutating func updateRiding(_ filter: TrainFilter, _ destined: Int?, _ o: TrainObservation) {
        let (motion, seconds) = (o.motion, o.time)
        guard motion.isKnown else { return }
        let train = filter.beliefInTrain
        if motion.standing > 0 { stoodSince = stoodSince ?? seconds } else { stoodSince = nil }
        slowSince = motion.standing == 0 && motion.speed < Assumed.courseLeastSpeed ? slowSince ?? seconds : nil
        if motion.speed >= destined.map(filter.namingSpeed(on:)) ?? Assumed.namingSpeed, motion.standing == 0 {
            isRiding = true
        } else if slowSince.map({ seconds - $0 > Self.walkingSeconds }) ?? false || motion.standing > Self.standingSeconds {
            isRiding = isRiding && train > Self.mostTrain
        }
        if train < Self.leastTrain { isRiding = false }
        if isRiding { idleSilence = 0 }
    }

    private mutating func leave() {
        line = nil
        estimate = RailwayEstimate()
        watch = StationWatch()
        pace.forget()
    }

    /// - Returns: The railway that is followed: the likeliest one, once it is much likelier than that followed so far.
    private mutating func select(_ best: Int, _ filter: TrainFilter) -> Int {
        if let line, line == best || filter.belief(in: best) <= Self.switchFactor * filter.belief(in: line) { return line }
        line = best
        watch = StationWatch()
        return best
    }

    private mutating func ride(_ line: Int, _ filter: TrainFilter, _ pace: TrainPace, _ o: TrainObservation) {
        let (track, hypothesis) = (filter.network.lines[line], filter.lines[line])
        watch.follow(hypothesis, on: track, o, events: &events)
        var answer = RailwayAnswer()
        answer.railway = line
        watch.write(hypothesis, on: track, to: &answer)
        estimate = RailwayEstimate(
            answer, at: o.at, pace: pace, usualTop: track.usualTop, standing: watch.stood(o.motion),
            ahead: watch.ahead(on: line, filter))
    }

    // MARK: Boarding out of sight

    /// Prepares for a silence: a rider who waits at a platform of a railway with the destination boards its next train.
    private mutating func board(_ filter: TrainFilter, _ named: Int?, _ o: TrainObservation) {
        guard named == nil || filter.beliefInTrain < Self.mostTrain, o.speed < Assumed.courseLeastSpeed,
            stoodSince.map({ o.time - $0 >= Self.leastWait }) ?? false, let (line, ahead) = train(filter)
        else { return }
        var answer = RailwayAnswer()
        answer.railway = line
        answer.station = ahead.first?.station
        answer.isStopped = true
        boarding = Self.boardingProbability
        estimate = RailwayEstimate(
            answer, at: o.at, pace: TrainPace(), usualTop: filter.network.lines[line].usualTop, standing: 0, ahead: ahead)
    }

    /// The train to the destination from a platform nearby: of the likeliest railway, else with the fewest stations on the way.
    private func train(_ filter: TrainFilter) -> (line: Int, ahead: [RailwayEstimate.Ahead])? {
        var best: (line: Int, fit: Double, ahead: [RailwayEstimate.Ahead])?
        for line in filter.active where filter.lines[line].isAtStation {
            guard let goal = filter.destination?.goals[line], let ahead = ahead(from: line, to: goal, filter), let last = ahead.last else {
                continue
            }
            let fit = filter.prior(of: line) * filter.lines[line].nearness / (10_000 + last.distance)
            if fit > best?.fit ?? 0 { best = (line, fit, ahead) }
        }
        return best.map { ($0.line, $0.ahead) }
    }

    /// The stations from the platform to the destination, the shorter way.
    private func ahead(from number: Int, to goal: Destination.Goal, _ filter: TrainFilter) -> [RailwayEstimate.Ahead]? {
        let line = filter.network.lines[number]
        let start = filter.lines[number].watched
        var best: [RailwayEstimate.Ahead]?
        for isAscending in line.ways {
            var kinds = TrainKinds(on: line, after: isAscending ? start : start - 1)
            for place in goal.places + [start] { kinds = kinds.weighed(by: Assumed.destinedKind, at: place, on: line) }
            var found = [RailwayEstimate.Ahead(station: line.stations[start].station, distance: 0, stops: 1)]
            var place = start
            while found.count < StationWatch.lookAhead, let next = line.next(after: place, isAscending: isAscending) {
                let way = (found.last?.distance ?? 0) + line.way(from: place, to: next, isAscending: isAscending)
                place = next
                let isGoal = goal.places.contains(place)
                found.append(
                    RailwayEstimate.Ahead(
                        station: line.stations[place].station, distance: way,
                        stops: isGoal ? 1 : kinds.stops(at: place, on: line)))
                guard isGoal else { continue }
                if way < best?.last?.distance ?? .infinity { best = found }
                break
            }
        }
        return best.flatMap { $0.count > 1 ? $0 : nil }
    }
}
