import DeterministicMath

/// What the tracker holds of one railway: how likely the train is on it, and where it would be.
struct LineHypothesis: Sendable {
    /// The share of belief, before the present position is weighed in full.
    var weight = 0.0
    var isActive = false
    /// The place nearest to the last fix.
    var place = TrackPlace(vertex: 0, along: 0, cross: 0, east: 0, north: 1, isBeyondEnd: false)
    /// The distance from the line, averaged over a few seconds; metres with sign.
    var meanCross = 0.0
    /// What stops and stations run through have said so far, as a logarithm of likelihood.
    var record = 0.0
    /// Log odds of the ascending direction.
    var ascending = 0.0
    /// Shares of belief in a train that stops everywhere and in an express; the rest are the line's own patterns.
    var kinds = TrainKinds()
    /// Where the rider sits, along the line in the direction of travel from where a station is mapped, and its variance.
    var seat = 0.0
    var seatVariance = 0.0
    /// The last station behind the place in ascending direction, -1 before the first.
    var behind = -1
    /// The station near by, -1 for none; whether a stop was counted there, and from which side it was come to (the sign).
    var watched = -1
    var hasStopped = false
    var enteredFrom = 0.0
    /// The foreign station that was counted last, by its place in `Line.foreignStations`; -1 for none.
    var foreignPassed = -1
    /// The station at which the rider stood last, -1 for none, and until when.
    var stoodAt = -1
    var stoodTime = -Double.infinity
    /// The likelihood of the present position, for the belief that is shown.
    var now = 1.0

    mutating func begin(at place: TrackPlace, model: TrackingModel) {
        self = LineHypothesis()
        isActive = true
        self.place = place
        meanCross = place.cross
        seatVariance = model.seatSigma * model.seatSigma
        kinds = TrainKinds(model)
    }

    /// +1 when the ascending direction is the likelier one, else -1.
    var sense: Double { ascending >= 0 ? 1 : -1 }
}

/// Which kind of train this may be: one that stops everywhere, or an express.
struct TrainKinds: Sendable {
    private(set) var local = 0.0
    private(set) var express = 0.0

    init() {}

    init(_ model: TrackingModel) {
        local = 1 - model.expressShare
        express = model.expressShare
    }

    /// How likely the train stops at the next station.
    func stops(_ model: TrackingModel) -> Double { local * model.localStops + express * model.expressStops }

    /// Learns that it stopped, or that it ran through.
    mutating func learn(stopped: Bool, _ model: TrackingModel) {
        let a = local * (stopped ? model.localStops : 1 - model.localStops)
        let b = express * (stopped ? model.expressStops : 1 - model.expressStops)
        // Trains change their kind on the way: a local of the suburbs is an express of the city.
        let forget = 0.02
        local = (1 - forget) * a / (a + b) + forget * (1 - model.expressShare)
        express = 1 - local
    }
}
