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
