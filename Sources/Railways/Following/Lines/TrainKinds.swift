// SPDX-License-Identifier: MIT
/// The belief in each kind of train: a local and an express without a known timetable, and each of the railway's own stop
/// patterns.
struct TrainKinds: Sendable {
    /// The shares of the local, the express, and each of `Line.patterns`.
    private var shares: [Double] = []

    /// Without any belief.
    init() {}

    /// - Parameter station: The last station before the train's position; -1 before the first.
    init(on line: TrackNetwork.Line, after station: Int) {
        shares = Self.usual(on: line, after: station)
    }

    /// The probability that the train stops at a station; nil for a station of another railway.
    func stops(at station: Int?, on line: TrackNetwork.Line) -> Double {
        var sum = 0.0
        for kind in shares.indices { sum += shares[kind] * Self.stops(kind, at: station, on: line) }
        return sum
    }

    /// Updates the belief after the train has stopped at a station or passed it.
    mutating func learn(stopped: Bool, at station: Int?, on line: TrackNetwork.Line) {
        var sum = 0.0
        for kind in shares.indices {
            let stops = Self.stops(kind, at: station, on: line)
            shares[kind] *= stopped ? stops : 1 - stops
            sum += shares[kind]
        }
        // Trains change their kind on the way: a local in the suburbs is an express in the city.
        let forget = 0.02
        let usual = Self.usual(on: line, after: station ?? -1)
        for kind in shares.indices { shares[kind] = (1 - forget) * shares[kind] / sum + forget * usual[kind] }
    }

    /// The belief in each kind if something is `ratio` times more likely with a stop at a station than without.
    func weighed(by ratio: Double, at station: Int, on line: TrackNetwork.Line) -> TrainKinds {
        var weighed = self
        var sum = 0.0
        for kind in shares.indices {
            let stops = Self.stops(kind, at: station, on: line)
            weighed.shares[kind] *= stops * ratio + 1 - stops
            sum += weighed.shares[kind]
        }
        for kind in shares.indices { weighed.shares[kind] /= sum }
        return weighed
    }

    /// The belief in each kind of train before any stop is known.
    private static func usual(on line: TrackNetwork.Line, after station: Int) -> [Double] {
        let patterns = line.patterns
        let known = patterns.isEmpty ? 0 : Assumed.knownPatterns
        var shares = [(1 - known) * (1 - Assumed.expressShare), (1 - known) * Assumed.expressShare]
        guard !patterns.isEmpty else { return shares }
        var locals = 0.0
        var expresses = 0.0
        func runs(_ pattern: StopPattern) -> Double { pattern.runs(after: station) ? 1 : 0.05 }
        for pattern in patterns { if pattern.isLocal { locals += runs(pattern) } else { expresses += runs(pattern) } }
        let express = expresses == 0 ? 0 : locals == 0 ? 1 : Assumed.expressShare
        for pattern in patterns {
            shares.append(known * runs(pattern) * (pattern.isLocal ? (1 - express) / locals : express / expresses))
        }
        return shares
    }

    private static func stops(_ kind: Int, at station: Int?, on line: TrackNetwork.Line) -> Double {
        if kind == 0 { return Assumed.localStops }
        guard kind > 1 else { return Assumed.expressStops }
        let pattern = line.patterns[kind - 2]
        guard let station else { return pattern.isLocal ? Assumed.localStops : Assumed.expressStops }
        return switch pattern.calls[station] {
        case .stops: Assumed.localStops
        case .passes: 1 - Assumed.localStops
        case .doesNotRun: 0.5
        }
    }
}
