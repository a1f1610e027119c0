// SPDX-License-Identifier: MIT
import Tracking

/// The path of a railway's trains over unordered pieces of track.
///
/// Sources keep track in pieces of any order and direction, including both tracks of a line, sidings, branches and holes. Given
/// the stations in order of travel, this finds the path past them: it assigns each station to the nearest tracks and, of all
/// paths from one to the next, takes the shortest one without a reversal. Holes and stretches without track are crossed in a
/// straight line and noted.
public struct TrackChain: Sendable {
    /// The track in the order of the stations. Consecutive segments touch, except over a hole of more than 100 m; no segment
    /// contains a point twice. On a loop the last segment ends where the first begins.
    public internal(set) var segments: [Railway.Segment] = []
    private(set) var isLoop = false
    /// Oddities as text: holes, stations without track, detours, reversals.
    public internal(set) var notes: [String] = []

    /// Holes up to this length are closed with a straight piece of track, in metres.
    static let closedHole = 100.0
    /// The greatest distance of a station from its track, in metres.
    static let farthestStation = 1500.0
    /// How much track is kept beyond the first and the last station, in metres: about the length of a train.
    static let overrun = 200.0

    let graph: TrackGraph
    let route: TrackRoute

    /// - Parameters:
    ///   - pieces: In any order and direction; points that are not on Earth are ignored.
    ///   - stations: In order of travel. A station without a position is not used for the path.
    ///   - isLoop: Whether the first station follows the last; nil to derive it from the track.
    ///   - isWhole: Whether the pieces belong to this railway alone, so that unused track is worth a note.
    public init(pieces: [Railway.Segment], stations: [Railway.Station], isLoop: Bool? = nil, isWhole: Bool = true) {
        graph = TrackGraph(pieces)
        route = TrackRoute(graph)
        let stops = stops(stations)
        guard !stops.isEmpty else { return }
        var path = way(past: stops)
        close(&path, stops: stops, isLoop: isLoop)
        lay(path, stops: stops)
        if isWhole { noteUnused(path) }
    }

    // MARK: Stations on the track

    /// A station and the positions where its trains may stand.
    struct Stop {
        var name: String
        var place: EarthPoint
        var stands: [(stand: TrackRoute.Stand, distance: Double)]
    }

    private mutating func stops(_ stations: [Railway.Station]) -> [Stop] {
        var stops: [Stop] = []
        for station in stations {
            guard let position = station.position, position.isOnEarth else { continue }
            let name = station.name.text(else: station.id)
            let places = TrackPlaces(graph, near: position.place)
            if places.nearest <= Self.farthestStation {
                stops.append(Stop(name: name, place: position.place, stands: places.stands))
            } else if !graph.edges.isEmpty {
                notes.append("\(name) lies \(PlainFigure.length(places.nearest)) from the track")
            }
        }
        return stops
    }

    // MARK: The path past the stops

    /// One leg of the path, from a stop to the next.
    struct Leg {
        /// Empty for a jump in a straight line, where there is no track.
        var runs: [TrackRoute.Run]
        var from, to: TrackRoute.Stand
    }

    /// The cheapest path over all stops (Viterbi over the stands of each, in both headings).
    private func way(past stops: [Stop]) -> [Leg] {
        struct State {
            var stand: TrackRoute.Stand
            var cost: Double
            var before: Int
        }
        func states(_ stop: Stop) -> [State] {
            stop.stands.flatMap { stand, distance in
                [stand, stand.turned].map { State(stand: $0, cost: (distance - (stop.stands.first?.distance ?? 0)) * 3, before: -1) }
            }
        }
        var columns = [states(stops[0])]
        for (last, stop) in zip(stops, stops.dropFirst()) {
            let column = columns[columns.count - 1]
            let jump = Self.jump(last.place.distance(to: stop.place))
            // The two headings of a stand are neighbours.
            let reaches = column.map { route.reach(from: $0.stand, within: jump) }
            columns.append(
                states(stop).map { own in
                    var state = own
                    state.cost = .infinity
                    let ways = reaches.map { min(route.cost($0, to: own.stand), jump) }
                    for (index, earlier) in column.enumerated() {
                        let cost = earlier.cost + min(ways[index], ways[index ^ 1] + TrackRoute.reversal) + own.cost
                        if cost < state.cost {
                            state.cost = cost
                            state.before = index
                        }
                    }
                    return state
                })
        }
        // Ties go to the first one, which is the nearest track.
        let last = columns[columns.count - 1]
        guard var at = last.indices.min(by: { last[$0].cost < last[$1].cost }) else { return [] }
        var chosen: [TrackRoute.Stand] = []
        for column in columns.reversed() {
            chosen.append(column[at].stand)
            at = max(0, column[at].before)
        }
        chosen.reverse()
        if chosen.count == 1 { return [Leg(runs: [], from: chosen[0], to: chosen[0])] }
        return chosen.indices.dropLast().map {
            leg(from: chosen[$0], to: chosen[$0 + 1], straight: stops[$0].place.distance(to: stops[$0 + 1].place))
        }
    }

    private func leg(from: TrackRoute.Stand, to: TrackRoute.Stand, straight: Double) -> Leg {
        let jump = Self.jump(straight)
        let onward = route.reach(from: from, within: jump)
        let turned = route.reach(from: from.turned, within: jump)
        let onwardCost = route.cost(onward, to: to)
        let turnedCost = route.cost(turned, to: to) + TrackRoute.reversal
        if jump < min(onwardCost, turnedCost) { return Leg(runs: [], from: from, to: to) }
        return Leg(runs: route.runs(onwardCost <= turnedCost ? onward : turned, to: to), from: from, to: to)
    }

    /// The cost of a straight jump, in metres: longer than any winding track of a real railway.
    private static func jump(_ straight: Double) -> Double { straight * 4 + 1000 }

    /// Adds the leg from the last stop back to the first if the railway is a loop.
    /// - Parameter requested: Whether it is one; nil to derive it from the track.
    private mutating func close(_ path: inout [Leg], stops: [Stop], isLoop requested: Bool?) {
        guard requested != false, stops.count > 2, let first = path.first, let last = path.last else { return }
        let closing = closing(from: last.to, to: first.from, stops)
        if requested == nil {
            let longest = zip(stops, stops.dropFirst()).map { $0.place.distance(to: $1.place) }.max() ?? 0
            guard !closing.runs.isEmpty, metres(closing) <= longest * 2.5, !crossesHole(closing) else { return }
            // A line that ends near its beginning returns over its own track.
            guard overlap(closing, path) < 0.2 * metres(closing) else { return }
            guard turnBacks(path.flatMap(\.runs) + closing.runs) == turnBacks(path.flatMap(\.runs)) else { return }
        }
        isLoop = true
        path.append(closing)
    }

    /// The leg from the last stop back to the first. The drawing of a loop may end beside its beginning, where the first stop has
    /// another stand.
    private func closing(from last: TrackRoute.Stand, to first: TrackRoute.Stand, _ stops: [Stop]) -> Leg {
        let straight = stops[stops.count - 1].place.distance(to: stops[0].place)
        let begin = position(first).place
        let ends =
            [first]
            + stops[0].stands.flatMap { [$0.stand, $0.stand.turned] }.filter {
                position($0).place.distance(to: begin) <= Self.closedHole
            }
        let legs = ends.map { leg(from: last, to: $0, straight: straight) }.filter { !$0.runs.isEmpty && turnBacks($0.runs) == 0 }
        return legs.min { metres($0) < metres($1) } ?? leg(from: last, to: first, straight: straight)
    }

    private func metres(_ leg: Leg) -> Double { leg.runs.reduce(0) { $0 + ($1.to - $1.from).magnitude } }

    private func crossesHole(_ leg: Leg) -> Bool {
        leg.runs.contains { run in
            let edge = graph.edges[run.edge]
            return edge.isGap.indices.contains {
                edge.isGap[$0] && edge.offsets[$0] < max(run.from, run.to) && edge.offsets[$0 + 1] > min(run.from, run.to)
            }
        }
    }

    /// The metres of a leg that the path covers as well.
    private func overlap(_ leg: Leg, _ path: [Leg]) -> Double {
        let used = path.flatMap(\.runs)
        return leg.runs.reduce(0) { sum, run in
            let low = min(run.from, run.to)
            let high = max(run.from, run.to)
            return sum
                + used.reduce(0) { most, other in
                    guard other.edge == run.edge else { return most }
                    return max(most, min(high, max(other.from, other.to)) - max(low, min(other.from, other.to)))
                }
        }
    }

    /// The number of reversals.
    func turnBacks(_ runs: [TrackRoute.Run]) -> Int {
        zip(runs, runs.dropFirst()).count { a, b in
            guard a.edge == b.edge, a.to == b.from, a.to != a.from, b.to != b.from else { return false }
            return (a.to > a.from) != (b.to > b.from)
        }
    }
}
