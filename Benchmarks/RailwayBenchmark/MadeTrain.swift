// SPDX-License-Identifier: MIT
import Glibc
import Railways
import Tracking

/// A made-up train that runs over one railway of a map after another, from end to end, with one fix per second.
///
/// It stands for half a minute at each station. Its positions have errors of a few metres, the same on every run.
struct MadeTrain: IteratorProtocol {
    private let railways: [(place: Int, way: Way)]
    private var turn = 0
    private var legs: ArraySlice<(from: Double, to: Double)>
    private var second = 0
    private var time: Int64 = 1_767_225_600
    private var chance: UInt32 = 1

    private static let dwell = 30

    /// - Parameter map: only railways of a single piece of track are used, as the pieces of the others have no order.
    init(_ map: RailwayMap) {
        railways = map.railways.enumerated().compactMap { place, railway in
            guard railway.segments.count == 1 else { return nil }
            let way = Way(railway)
            return way.legs.isEmpty ? nil : (place, way)
        }
        legs = railways.first?.way.legs[...] ?? []
    }

    /// The next fix, and the railway's index in the map; nil only on a map without such railways.
    mutating func next() -> (fix: Fix, line: Int)? {
        guard !railways.isEmpty else { return nil }
        var (place, way) = railways[turn]
        let run = legs.first.map { max(40, Int(($0.to - $0.from) / 13)) } ?? 0
        if legs.isEmpty || second >= Self.dwell + run {
            second = 0
            legs = legs.dropFirst()
            if legs.isEmpty {
                turn = (turn + 1) % railways.count
                (place, way) = railways[turn]
                legs = way.legs[...]
            }
        }
        guard let leg = legs.first else { return nil }
        let seconds = max(40, (leg.to - leg.from) / 13)
        let part = min(1, max(0, Double(second - Self.dwell) / seconds))
        let along = leg.from + (leg.to - leg.from) * part * part * (3 - 2 * part)
        var (fix, north, east) = way.fix(at: along)
        let speed = 6 * part * (1 - part) * (leg.to - leg.from) / seconds
        fix.speed = speed
        if speed > 1 {
            let degrees = atan2(east, north) * 180 / Double.pi
            fix.course = degrees < 0 ? degrees + 360 : degrees
        }
        fix.latitude? += error()
        fix.longitude? += error()
        fix.accuracy = 8
        fix.time = TrackTime(nanoseconds: time * 1_000_000_000)
        second += 1
        time += 1
        return (fix, place)
    }

    /// Degrees, within 5 m of latitude either way.
    private mutating func error() -> Double {
        chance = chance &* 1_664_525 &+ 1_013_904_223
        return (Double(chance >> 16) / 65_536 - 0.5) * 9e-5
    }
}

/// One railway's track with its distances.
private struct Way {
    /// Metres along the track from stop to stop.
    private(set) var legs: [(from: Double, to: Double)] = []
    private let points: [Railway.Position]
    private var along: [Double] = [0]

    init(_ railway: Railway) {
        points = railway.segments.first?.points ?? []
        for (from, to) in zip(points, points.dropFirst()) { along.append((along.last ?? 0) + from.metres(to: to)) }
        var stops: [Double] = []
        for station in railway.stations {
            guard let position = station.position,
                let near = points.indices.min(by: { points[$0].metres(to: position) < points[$1].metres(to: position) })
            else { continue }
            stops.append(along[near])
        }
        stops.sort()
        legs = zip(stops, stops.dropFirst()).filter { $1 - $0 > 200 }.map { (from: $0, to: $1) }
    }

    func fix(at metres: Double) -> (fix: Fix, north: Double, east: Double) {
        let low = max(0, along.dropLast().partitioningIndex { $0 > metres } - 1)
        let (from, to) = (points[low], points[low + 1])
        let length = along[low + 1] - along[low]
        let part = length > 0 ? (metres - along[low]) / length : 0
        var fix = Fix()
        fix.latitude = from.latitude + part * (to.latitude - from.latitude)
        fix.longitude = from.longitude + part * (to.longitude - from.longitude)
        return (fix, to.latitude - from.latitude, (to.longitude - from.longitude) * cos(from.latitude * .pi / 180))
    }
}

extension Railway.Position {
    /// Metres, on a sphere.
    func metres(to other: Railway.Position) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let chord = north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}

extension RideSet {
    /// Rides of a made-up train, one hour each.
    init(made count: Int, on map: RailwayMap) {
        var train = MadeTrain(map)
        rides = (0..<count).map { number in
            var ride = Ride(name: "made \(number)", fixes: [], truth: [])
            while ride.fixes.count < 3_600, let (fix, line) = train.next() {
                ride.fixes.append(fix)
                ride.truth.append(Truth(isRiding: true, lines: [line], isWithoutTrain: false))
            }
            return ride
        }
        title = "the fixes of a made train over the railways of the map"
    }
}
