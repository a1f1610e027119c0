/// Which kind of train this may be: shares of belief in a local and an express of no known timetable, and in each of the
/// railway's own stop patterns.
struct TrainKinds: Sendable {
    /// The local's, the express's, and one for each of `Line.patterns`.
    private var shares: [Double] = []

    /// Nothing held yet.
    init() {}

    /// - Parameter station: between this station and the next the train is now; -1 before the first.
    init(on line: TrackNetwork.Line, after station: Int, _ model: TrackingModel) {
        shares = Self.usual(on: line, after: station, model)
    }

    /// How likely the train stops at a station; nil for one that is not the railway's own.
    func stops(at station: Int?, on line: TrackNetwork.Line, _ model: TrackingModel) -> Double {
        var sum = 0.0
        for kind in shares.indices { sum += shares[kind] * Self.stops(kind, at: station, on: line, model) }
        return sum
    }

    /// Learns that the train stopped there, or ran through.
    mutating func learn(stopped: Bool, at station: Int?, on line: TrackNetwork.Line, _ model: TrackingModel) {
        var sum = 0.0
        for kind in shares.indices {
            let stops = Self.stops(kind, at: station, on: line, model)
            shares[kind] *= stopped ? stops : 1 - stops
            sum += shares[kind]
        }
        // Trains change their kind on the way: a local of the suburbs is an express of the city.
        let forget = 0.02
        let usual = Self.usual(on: line, after: station ?? -1, model)
        for kind in shares.indices { shares[kind] = (1 - forget) * shares[kind] / sum + forget * usual[kind] }
    }

    /// The belief in each kind of train before any stop is known.
    private static func usual(on line: TrackNetwork.Line, after station: Int, _ model: TrackingModel) -> [Double] {
        let patterns = line.patterns
        let known = patterns.isEmpty ? 0 : model.knownPatterns
        var shares = [(1 - known) * (1 - model.expressShare), (1 - known) * model.expressShare]
        guard !patterns.isEmpty else { return shares }
        var locals = 0.0
        var expresses = 0.0
        func runs(_ pattern: StopPattern) -> Double { pattern.runs(after: station) ? 1 : 0.05 }
        for pattern in patterns { if pattern.isLocal { locals += runs(pattern) } else { expresses += runs(pattern) } }
        let express = expresses == 0 ? 0 : locals == 0 ? 1 : model.expressShare
        for pattern in patterns {
            shares.append(known * runs(pattern) * (pattern.isLocal ? (1 - express) / locals : express / expresses))
        }
        return shares
    }

    private static func stops(_ kind: Int, at station: Int?, on line: TrackNetwork.Line, _ model: TrackingModel) -> Double {
        if kind == 0 { return model.localStops }
        guard kind > 1 else { return model.expressStops }
        let pattern = line.patterns[kind - 2]
        guard let station else { return pattern.isLocal ? model.localStops : model.expressStops }
        return switch pattern.calls[station] {
        case .stops: model.localStops
        case .passes: 1 - model.localStops
        case .doesNotRun: 0.5
        }
    }
}
