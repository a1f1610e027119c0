/// What the tracker holds of one railway: how likely the train is on it, and where it would be.
struct LineHypothesis: Sendable {
    /// The share of belief, before the present position is weighed in full.
    var weight = 0.0
    var isActive = false
    /// The place nearest to the last fix.
    var place = TrackPlace(vertex: 0, along: 0, cross: 0, east: 0, north: 1)
    /// The distance from the line, averaged over a few seconds; metres with sign.
    var meanCross = 0.0
    /// What stops and stations run through have said so far, as a logarithm of likelihood.
    var record = 0.0
    /// Log odds of the ascending direction.
    var ascending = 0.0
    /// Which kind of train it may be.
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
    }

    /// Metres past a station in the direction of travel (+1 ascending, -1 descending), as the train's middle goes.
    func past(_ station: Int, sense: Double, on line: TrackNetwork.Line) -> Double {
        sense * offset(from: station, on: line) - seat
    }

    /// +1 when the ascending direction is the likelier one, else -1.
    var sense: Double { ascending >= 0 ? 1 : -1 }
}
