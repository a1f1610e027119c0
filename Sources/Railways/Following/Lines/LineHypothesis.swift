// SPDX-License-Identifier: MIT
import DeterministicMath

/// The hypothesis that the train is on one railway: its likelihood, and the train's position on it.
struct LineHypothesis: Sendable {
    /// The share of belief, before the current position counts in full.
    var weight = 0.0
    var isActive = false
    /// The place nearest to the last fix.
    var place = TrackPlace(vertex: 0, along: 0, cross: 0, east: 0, north: 1)
    /// The signed distance from the line in metres, averaged over a few seconds.
    var meanCross = 0.0
    /// The log likelihood of the stops and the passed stations so far.
    var record = 0.0
    /// The log odds of the ascending direction.
    var ascending = 0.0 {
        didSet { if ascending != oldValue { ascends = 1 / (1 + DeterministicMath.exp(-ascending)) } }
    }
    /// The probability of the ascending direction.
    private(set) var ascends = 0.5
    /// `sense` when the direction was last clear; 0 if it never was.
    var clearSense = 0.0
    /// The belief in each kind of train.
    var kinds = TrainKinds()
    /// The rider's seat relative to a station's mapped position, along the line in the direction of travel, and its variance.
    var seat = 0.0
    var seatVariance = 0.0
    /// How often it has taken the other way of a lasso's stem.
    var turns = 0
    /// The last station behind the place in the ascending direction; -1 before the first.
    var behind = -1
    /// The nearby station, -1 for none; whether a stop was counted there, and from which side the train came (the sign).
    var watched = -1
    var hasStopped = false
    var enteredFrom = 0.0
    /// The last foreign station counted, as an index into `Line.foreignStations`; -1 for none.
    var foreignPassed = -1
    /// The station at which the rider last stood, -1 for none, and until when.
    var stoodAt = -1
    var stoodTime = -Double.infinity
    /// The log likelihood of its last departure by the timetable.
    var punctuality = 0.0
    /// The likelihood of the current distance from the line, relative to that of no distance.
    var nearness = 1.0
    /// The likelihood of the current position, for the reported belief.
    var now = 1.0

    /// Begins to follow the railway.
    mutating func begin(at place: TrackPlace, on line: TrackNetwork.Line, isReverse: Bool) {
        self = LineHypothesis()
        isActive = true
        move(to: place, on: line)
        seatVariance = Assumed.seatSigma * Assumed.seatSigma
        if let onlyWay = line.onlyWay { ascending = onlyWay == isReverse ? -Assumed.oneWay : Assumed.oneWay }
    }

    /// Metres past a station in the direction of travel (+1 ascending, -1 descending), measured from the middle of the train.
    func past(_ station: Int, sense: Double, on line: TrackNetwork.Line) -> Double {
        sense * offset(from: station, on: line) - seat
    }

    /// Adds log odds of the ascending direction, within bounds from which a mistake can be undone.
    mutating func lean(by odds: Double) { ascending = min(7, max(-7, ascending + odds)) }

    /// +1 if the ascending direction is more likely, else -1.
    var sense: Double { ascending >= 0 ? 1 : -1 }
}
