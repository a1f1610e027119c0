// SPDX-License-Identifier: MIT
import Tracking

/// Tells the rider where to get off: from the stop before, at two minutes, on arrival, and when the train does not get there.
///
/// Each is told once; again only after the train has been on its way to the destination in between.
struct DestinationWatch: Sendable {
    /// A railway's station that is the destination.
    private struct Goal: Sendable {
        /// The index in `Railway.stations`.
        let station: Int
        let id: String
        let isOnRing: Bool
    }

    private static let soon = 120.0
    /// Metres to the destination from which the distance is a channel.
    private static let alightingRange = 500.0
    /// Seconds for which the train must have left the destination, run the wrong way, or run on a wrong line.
    private static let passedSeconds = 10.0
    private static let wrongWaySeconds = 20.0
    private static let wrongLineSeconds = 30.0
    /// The confidence in a line without the destination, and the share of one with it, that make the line wrong.
    private static let leastConfidence = 0.7
    private static let leastChance = 0.1

    /// For each railway of the map, the destination among its stations; nil if it has none.
    private let goals: [Goal?]
    /// For each railway of the map, whether its trains may continue on one with the destination.
    private let mayContinue: [Bool]
    private let id: String

    private var hasSaidNext = false
    private var hasSaidSoon = false
    private var hasSaidReached = false
    private var hasSaidPassed = false
    private var hasSaidWrongWay = false
    private var hasSaidWrongLine = false
    private var wrongSince: TrackTime?

    /// - Parameter ids: The stations' ids; returns nil if empty.
    init?(_ ids: [String], on network: TrackNetwork) {
        guard let first = ids.first else { return nil }
        id = first
        let goals = zip(network.map.railways, network.lines).map { railway, line in
            railway.stations.firstIndex { ids.contains($0.id) }.map {
                Goal(station: $0, id: railway.stations[$0].id, isOnRing: line.isRing)
            }
        }
        guard goals.contains(where: { $0 != nil }) else { return nil }
        self.goals = goals
        mayContinue = network.lines.map { line in line.throughs.contains { $0.ends && goals[$0.line] != nil } }
    }

    mutating func follow(
        _ answer: RailwayAnswer, _ events: [RailwayEvent], _ carried: RailwayEstimate, _ update: inout TrackerUpdate
    ) {
        guard let line = answer.railway else {
            wrongSince = nil
            return
        }
        guard let goal = goals[line] else {
            update.channels.append(.alighting, nil)
            onAnotherLine(line, answer, &update)
            return
        }
        let distance = carried.distance(to: goal.station)
        update.channels.append(.alighting, distance.flatMap { $0 <= Self.alightingRange ? .number($0) : nil })
        if let distance {
            onTheWay(distance, goal, answer, events, carried, &update)
        } else if answer.previous == goal.station, hasSaidNext || hasSaidSoon || hasSaidReached {
            // It has left the destination, with the rider on board.
            if !answer.mayStopAtPrevious, lasts(Self.passedSeconds, update.time) {
                Self.tell(.destinationPassed, goal.id, &hasSaidPassed, &update)
            }
        } else if !goal.isOnRing, let station = answer.station, let isAscending = answer.isAscending {
            let isBehind = isAscending ? goal.station < station : goal.station > station
            guard isBehind else { return startAgain() }
            if !hasSaidPassed, lasts(Self.wrongWaySeconds, update.time) { Self.tell(.wrongWay, goal.id, &hasSaidWrongWay, &update) }
        }
    }

    private mutating func onTheWay(
        _ distance: Double, _ goal: Goal, _ answer: RailwayAnswer, _ events: [RailwayEvent], _ carried: RailwayEstimate,
        _ update: inout TrackerUpdate
    ) {
        wrongSince = nil
        if hasSaidPassed || hasSaidWrongWay || hasSaidWrongLine { startAgain() }
        if events.contains(.arrived(goal.station)) || answer.station == goal.station && answer.isStopped {
            hasSaidNext = true
            hasSaidSoon = true
            Self.tell(.destinationReached, goal.id, &hasSaidReached, &update)
        } else if answer.station == goal.station, !hasSaidReached, !answer.mayStopAtPrevious {
            if carried.seconds(to: distance) <= Self.soon {
                hasSaidNext = true
                Self.tell(.destinationSoon, goal.id, &hasSaidSoon, &update)
            } else {
                Self.tell(.destinationNext, goal.id, &hasSaidNext, &update)
            }
        }
    }

    private mutating func onAnotherLine(_ line: Int, _ answer: RailwayAnswer, _ update: inout TrackerUpdate) {
        let other = answer.runnerUp.flatMap { goals[$0] } != nil ? answer.runnerUpShare : 0
        guard !mayContinue[line], answer.confidence >= Self.leastConfidence, other < Self.leastChance else {
            wrongSince = nil
            return
        }
        if lasts(Self.wrongLineSeconds, update.time) { Self.tell(.wrongLine, id, &hasSaidWrongLine, &update) }
    }

    private mutating func lasts(_ seconds: Double, _ time: TrackTime) -> Bool {
        let since = wrongSince ?? time
        wrongSince = since
        return time.seconds(since: since) >= seconds
    }

    /// The destination lies ahead again.
    private mutating func startAgain() {
        wrongSince = nil
        if hasSaidPassed || hasSaidWrongWay || hasSaidWrongLine {
            (hasSaidNext, hasSaidSoon, hasSaidReached) = (false, false, false)
        }
        (hasSaidPassed, hasSaidWrongWay, hasSaidWrongLine) = (false, false, false)
    }

    private static func tell(_ kind: TrackEvent.Kind, _ id: String, _ hasSaid: inout Bool, _ update: inout TrackerUpdate) {
        guard !hasSaid else { return }
        hasSaid = true
        update.events.append(TrackEvent(kind, subject: id))
    }
}
