// SPDX-License-Identifier: MIT
import Tracking

/// Reports where to get off: at the stop before, two minutes ahead, on arrival, and when the train does not get there.
///
/// Each event is reported once; again only after the train has been on its way to the destination in between, or if the event
/// turns out to have been too early. Without fixes, the estimate's own course decides (`DestinationForecast`).
struct DestinationWatch: Sendable {
    /// Seconds. A run to the destination that takes at most `soon` is soon at the departure, a longer one `soonOnLongRun` before the
    /// arrival: both are below two minutes, as estimates err.
    static let soon = 112.0
    private static let soonOnLongRun = 100.0
    /// Metres to the destination from which the distance is a channel.
    private static let alightingRange = 500.0
    /// Seconds for which the train must have left the destination, run the wrong way, or run on a wrong line.
    private static let passedSeconds = 10.0
    private static let wrongWaySeconds = 16.0
    private static let wrongLineSeconds = 30.0
    /// How far beyond the destination the train is that has left it, in standard deviations of the position.
    private static let sureErrors = 2.0
    /// The confidence in a line without the destination, and the share of one with it, that make the line wrong.
    private static let leastConfidence = 0.7
    private static let leastChance = 0.1
    /// The probability of another stop before the destination above which the last station before it is awaited.
    private static let mostDoubt = 0.4
    /// That from which the destination is soon only in the last moment that is in time: until then the doubt may be resolved.
    private static let someDoubt = 0.08
    private static let soonInDoubt = 75.0
    /// Metres from the destination at which it has not been reached.
    private static let notReached = 500.0

    private let destination: Destination
    /// For each railway of the map, whether its trains may continue on one with the destination.
    private let mayContinue: [Bool]
    private let branches: LineBranches

    /// The events on the way to the destination, in order, and those of a train that does not get there.
    private static let approach: [TrackEvent.Kind] = [.destinationNext, .destinationSoon, .destinationReached]
    private static let failures: [TrackEvent.Kind] = [.destinationPassed, .wrongWay, .wrongLine]

    /// The kinds of event that have been reported, each once.
    private var reported: [TrackEvent.Kind] = []
    /// The station before the destination at which the train stood at the last fix, and when the destination was reported as soon;
    /// nil if it ran.
    private var standsAt: Int?
    private var soonAt: Int?
    private var wrongSince: TrackTime?
    /// The probability of the stop at the destination, 0 to 1, at the last fix; nil while no destination lies ahead.
    private var confidence: Double?

    init(_ destination: Destination, on network: TrackNetwork) {
        self.destination = destination
        mayContinue = network.lines.map { line in line.throughs.contains { $0.ends && destination.goals[$0.line] != nil } }
        branches = LineBranches(to: destination, on: network.map)
    }

    func hasReported(_ kind: TrackEvent.Kind) -> Bool { reported.contains(kind) }

    private var goals: [Destination.Goal?] { destination.goals }

    /// The confidence for a later moment.
    func confidence(_ estimate: RailwayEstimate, at moment: TrackTime) -> Double? { confidence.map { $0 * estimate.certainty(at: moment) } }

    /// The events that are due before the next fix.
    func forecast(_ tracker: RailwayTracker) -> DestinationForecast {
        let main = tracker.estimate
        let isMain = main.answer.railway.map { goals[$0] != nil } ?? false
        let estimate = isMain ? main : tracker.destined.estimate
        guard let goal = estimate.answer.railway.flatMap({ goals[$0] }), let next = estimate.nearest(of: goal.stations) else {
            return DestinationForecast()
        }
        let silence = !isMain && tracker.destined.boarding != nil ? tracker.destined.silence : 0
        return DestinationForecast(self, next, id: goal.id(of: next.station), estimate, silence: silence)
    }

    /// Records the events that were reported without a fix.
    mutating func record(_ events: [TrackEvent]) {
        for event in events where Self.approach.contains(event.kind) { record(event.kind) }
    }

    mutating func follow(_ answer: RailwayAnswer, _ events: [TrackEvent], _ tracker: RailwayTracker, _ update: inout TrackerUpdate) {
        let estimate = tracker.estimate
        defer { update.channels.append(.alightingConfidence, confidence(estimate, at: update.time).map { .number($0) }) }
        if !answer.isEstimated { confidence = nil }
        guard let line = answer.railway, let goal = goals[line] else {
            if answer.railway != nil { update.channels.append(.alighting, nil) }
            guard !answer.isEstimated else { return }
            if !onDestinedTrain(tracker, &update) {
                if let line = answer.railway {
                    onAnotherLine(line, answer, isRing: tracker.network.lines[line].isRing, &update)
                } else {
                    wrongSince = nil
                }
            }
            return
        }
        let isThere = answer.station.map { goal.stations.contains($0) } ?? false
        // Without a fix, only the estimate's course decides.
        guard !answer.isEstimated else { return Self.write(isThere ? answer.distance : nil, &update) }
        let next = estimate.nearest(of: goal.stations)
        Self.write(next?.distance, &update)
        if let next { confidence = chance(of: next, estimate, tracker.watch.braking, on: line, tracker.filter) }
        // While it stands there, whichever way it leaves, there is nothing more to report.
        if isThere, answer.isStopped, hasReported(.destinationReached), !hasReported(.destinationPassed) {
            wrongSince = nil
            return
        }
        let isBehind = answer.previous.map { goal.stations.contains($0) } ?? false
        if isBehind, let previous = answer.previous, next == nil || hasReported(.destinationReached),
            reported.contains(where: Self.approach.contains), !hasReported(.destinationPassed)
        {
            // It has left the destination, with the rider on board. In a station hall, positions stray as if it had.
            guard !answer.mayStopAtPrevious, (answer.beyondPrevious ?? .infinity) > Self.sureErrors * tracker.error else {
                wrongSince = nil
                return
            }
            if lasts(Self.passedSeconds, update.time) { report(.destinationPassed, goal.id(of: previous), &update) }
        } else if let next {
            onTheWay(next, goal.id(of: next.station), answer, events, estimate, &update)
        } else if !isBehind, !goal.isOnRing, let station = answer.station, let isAscending = answer.isAscending {
            guard goal.stations.allSatisfy({ isAscending ? $0 < station : $0 > station }) else { return startAgain() }
            // A rider who waits at a platform goes no way yet, and near a switchback both ways are on one track.
            let isMoving = !tracker.motion.isKnown || tracker.motion.speed >= Assumed.courseLeastSpeed
            let place = tracker.filter.lines[line].place.along
            guard isMoving, tracker.network.lines[line].switchback(near: place) == nil else {
                wrongSince = nil
                return
            }
            guard !hasReported(.destinationPassed), lasts(Self.wrongWaySeconds, update.time) else { return }
            report(hasReported(.destinationReached) ? .destinationPassed : .wrongWay, goal.ids[0], &update)
        }
    }

    private static func write(_ distance: Double?, _ update: inout TrackerUpdate) {
        update.channels.append(.alighting, distance.flatMap { $0 <= alightingRange ? .number($0) : nil })
    }

    private mutating func onTheWay(
        _ next: RailwayEstimate.Ahead, _ id: String, _ answer: RailwayAnswer, _ events: [TrackEvent], _ estimate: RailwayEstimate,
        _ update: inout TrackerUpdate
    ) {
        startAgain()
        standsAt = answer.isStopped ? answer.station : nil
        if events.contains(TrackEvent(.arrived, subject: id)) || answer.station == next.station && answer.isStopped {
            report(.destinationReached, id, &update)
            return
        }
        // The report was too early: the train still has to get there, or has come to stand at another station.
        if next.distance > Self.notReached { reported.removeAll { $0 == .destinationReached } }
        if let standsAt, standsAt != soonAt { reported.removeAll { $0 == .destinationSoon } }
        // The train most likely stops nowhere before.
        let doubt = answer.station == next.station ? 0 : estimate.stopsBefore(next.distance)
        let isNext = doubt < Self.mostDoubt
        guard isNext, !answer.isStopped, !hasReported(.destinationReached), !answer.mayStopAtPrevious else { return }
        let soon = doubt > Self.someDoubt ? Self.soonInDoubt : hasReported(.destinationNext) ? Self.soonOnLongRun : Self.soon
        report(estimate.seconds(to: next.distance) <= soon ? .destinationSoon : .destinationNext, id, &update)
    }

    /// Reports the events of the likeliest train to the destination although another railway, or none, is more likely.
    /// - Returns: False if no train to the destination is followed.
    private mutating func onDestinedTrain(_ tracker: RailwayTracker, _ update: inout TrackerUpdate) -> Bool {
        let train = tracker.destined
        if let boarding = train.boarding {
            confidence = boarding
            // They were reported in a silence that did not last.
            reported.removeAll(where: Self.approach.contains)
            return false
        }
        guard let line = train.line, let goal = goals[line], let next = train.estimate.nearest(of: goal.stations) else { return false }
        confidence = chance(of: next, train.estimate, train.watch.braking, on: line, tracker.filter)
        onTheWay(next, goal.id(of: next.station), train.estimate.answer, train.events, train.estimate, &update)
        return true
    }

    /// The probability that the train's next stop is the destination.
    private func chance(
        of next: RailwayEstimate.Ahead, _ estimate: RailwayEstimate, _ braking: BrakingEvidence, on line: Int, _ filter: TrainFilter
    ) -> Double {
        filter.chance(
            of: destination, after: estimate.stopCount(before: next.distance), isNear: next.distance <= Self.notReached, braking, on: line)
    }

    private mutating func onAnotherLine(_ line: Int, _ answer: RailwayAnswer, isRing: Bool, _ update: inout TrackerUpdate) {
        let other = answer.runnerUp.flatMap { goals[$0] } != nil ? answer.runnerUpShare : 0
        let mayGetThere = mayContinue[line] || branches.lieAhead(of: answer, on: line, isRing: isRing)
        guard !mayGetThere, answer.confidence >= Self.leastConfidence, other < Self.leastChance else {
            wrongSince = nil
            return
        }
        if lasts(Self.wrongLineSeconds, update.time) { report(.wrongLine, destination.id, &update) }
    }

    private mutating func lasts(_ seconds: Double, _ time: TrackTime) -> Bool {
        let since = wrongSince ?? time
        wrongSince = since
        return time.seconds(since: since) >= seconds
    }

    /// The destination lies ahead, perhaps again.
    private mutating func startAgain() {
        wrongSince = nil
        if reported.contains(where: Self.failures.contains) { reported = [] }
    }

    private mutating func report(_ kind: TrackEvent.Kind, _ id: String, _ update: inout TrackerUpdate) {
        if !hasReported(kind) { update.events.append(TrackEvent(kind, subject: id)) }
        record(kind)
    }

    /// Records an event and those before it on the way, which are not reported any more.
    private mutating func record(_ kind: TrackEvent.Kind) {
        if !hasReported(.destinationSoon) { soonAt = standsAt }
        let place = Self.approach.firstIndex(of: kind)
        for kind in place.map({ Self.approach[...$0] }) ?? [kind] where !hasReported(kind) { reported.append(kind) }
    }
}
