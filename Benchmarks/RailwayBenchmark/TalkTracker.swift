// SPDX-License-Identifier: MIT
import Glibc
import Railways
import Tracking

/// The algorithm of the talk "Let's write a train tracking algorithm" (Chris Trott, iOSDC 2025), written plainly after its
/// description: the baseline for the railway tracker.
///
/// Nearby railways accumulate a score indefinitely, by the distance to their nearest vertex and the speed. The course gives the
/// direction. The eight best railways are then followed past their stations.
struct TalkTracker<Map: TalkMap>: LineFollower {
    private let map: Map
    private var scores: [Int: Double] = [:]
    /// Sums of how well the course matches the ascending direction, -10 ... 10.
    private var ascending: [Int: Double] = [:]
    private var ways: [Way: TalkStations] = [:]
    private(set) var line: Int?

    /// A railway in one direction.
    private struct Way: Hashable {
        var line: Int
        var isAscending: Bool
    }

    private static var mostScore: Double { 10 }
    private static var leastScore: Double { 2 }
    private static var candidates: Int { 8 }
    /// The deduction from a railway's score for a stop between stations or a station run through.
    private static var penalty: Double { 0.01 }

    init(_ map: Map) { self.map = map }

    mutating func follow(_ fix: Fix) throws {
        guard let latitude = fix.latitude, let longitude = fix.longitude, let time = fix.time else { return }
        let position = Railway.Position(latitude: latitude, longitude: longitude)
        let near = try map.nearestVertices(position)
        score(near, position, speed: fix.speed)
        if let course = fix.course, let speed = fix.speed, speed > 3 {
            try direct(near.map(\.line), position, course: course)
        }
        try followStations(fix, position, time: time.seconds(since: TrackTime(nanoseconds: 0)))
    }

    private mutating func score(
        _ near: [(line: Int, vertex: Railway.Position)], _ position: Railway.Position, speed: Double?
    ) {
        let weight = pow(min(1, max(0, ((speed ?? 0) - 2) / 18)), 0.7)
        for (line, vertex) in near {
            let nearness = min(1, max(0, 1 - position.metres(to: vertex) / 3_000))
            scores[line, default: 0] += weight * pow(nearness, 5)
        }
    }

    private mutating func direct(_ lines: [Int], _ position: Railway.Position, course: Double) throws {
        let north = cos(course * .pi / 180)
        let east = sin(course * .pi / 180)
        for (line, pair) in try map.nearestStations(position, of: lines) {
            let (low, high) = pair[0].order < pair[1].order ? (pair[0], pair[1]) : (pair[1], pair[0])
            guard high.order - low.order == 1 else { continue }
            let chord = low.position.direction(to: high.position)
            let along = chord.north * north + chord.east * east
            let sum = ascending[line, default: 0] + (along > 0 ? along * along : -along * along)
            ascending[line] = min(Self.mostScore, max(-Self.mostScore, sum))
        }
    }

    private mutating func followStations(_ fix: Fix, _ position: Railway.Position, time: Double) throws {
        let best = scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(Self.candidates)
        line = nil
        for (candidate, _) in best {
            guard let sum = ascending[candidate], abs(sum) > Self.leastScore else { continue }
            let way = Way(line: candidate, isAscending: sum > 0)
            let stations = try map.stations(of: candidate)
            let faults = ways[way, default: TalkStations()].follow(
                fix, position, time: time, stations: way.isAscending ? stations : stations.reversed())
            scores[candidate, default: 0] -= Self.penalty * Double(faults)
            if line == nil, ways[way]?.focus != nil { line = candidate }
        }
    }
}

extension Railway.Position {
    /// The unit vector towards another position.
    func direction(to other: Railway.Position) -> (north: Double, east: Double) {
        let north = other.latitude - latitude
        let east = (other.longitude - longitude) * cos(latitude * .pi / 180)
        let length = (north * north + east * east).squareRoot()
        return length > 0 ? (north / length, east / length) : (0, 0)
    }
}
