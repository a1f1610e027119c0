// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// Where the rider of a simulated ride is at a moment: the truth.
public struct RideMoment: Equatable, Sendable {
    /// The seconds since the ride's start.
    var seconds: Double
    public var position: Railway.Position
    /// In metres per second.
    public var speed = 0.0
    /// In degrees; nil while standing.
    var course: Double?
    var isUnderground = false
    /// The index of the railway in the map, and the direction; nil off the train.
    public var railway: Int?
    public var isAscending: Bool?
    /// The index in `Railway.stations` of the next station, or of the one at which the train stands.
    public var station: Int?
    public var phase: RailwayAnswer.Phase?
}

/// A ride that nobody took: trains that run along a map's track, stop at its stations, and are changed on foot. The same ride
/// for the same map and seed on every machine. Value type; any thread.
///
/// A train accelerates and brakes by 0.7 to 0.9 m/s² and stands for 20 to 60 seconds. Where the map has a timetable, it leaves its
/// first station as due, or some seconds late, and no station before its time.
public struct SimulatedRide: Sendable {
    /// What happens in an interval of the ride.
    private struct Stage {
        enum Kind {
            /// The train runs between two calls of a leg.
            case runs(leg: Int, from: Int, to: Int, SpeedProfile)
            case stands(leg: Int, call: Int)
            case walks(Railway.Position, Railway.Position)
        }
        let kind: Kind
        let start: Double
        let duration: Double
    }

    /// The trains, in order.
    public let legs: [RideLeg]
    /// In seconds.
    public private(set) var duration = 0.0
    private let network: TrackNetwork
    private let start: TrackTime
    private var stages: [Stage] = []

    /// A train's acceleration and braking in m/s²; in seconds, how long it stands, how long it usually stands, and how long a rider waits
    /// for it.
    private static let acceleration = 0.7...0.9
    private static let dwell = 20.0...60.0
    private static let usualDwell = RailwayEstimate.dwell
    private static let wait = 120.0...300.0
    /// By a timetable, in seconds: the mean delay, the longest wait for a train, and by how much one may be early and wait for its time.
    private static let delay = 30.0
    private static let longestWait = 10_800.0
    private static let ahead = 90.0

    /// - Parameters:
    ///   - from: the ids of the stations at which it may begin (`RailwayMap.stations(called:)`).
    ///   - to: the ids of those at which it may end.
    ///   - line: the index of the railway to use, with its branches; nil to choose the trains with the fewest changes, then the fastest.
    ///   - topSpeed: in metres per second; nil for one that fits the distances between the stations of each line.
    ///   - start: when it begins; timetables depend on it.
    /// - Throws: `missing` if there is no such ride.
    public init(
        on network: TrackNetwork, from: [String], to: [String], line: Int? = nil, topSpeed: Double? = nil,
        start: TrackTime = TrackTime(nanoseconds: 0), seed: UInt64
    ) throws(RailwayError) {
        guard Set(from).isDisjoint(with: to) else {
            throw .missing(place: "ride", message: "it begins and ends at the same station", remedy: "name two stations")
        }
        guard let legs = RideSearch(network, only: line).legs(from: from, to: to), !legs.isEmpty else {
            throw .missing(
                place: "ride", message: line == nil ? "no trains connect the two stations" : "the line does not connect the two stations",
                remedy: line == nil ? "'amaoto railways info' lists lines and stations" : "leave out the line to allow changes")
        }
        self.network = network
        var joined = legs
        for leg in joined.indices.dropFirst() { joined[leg].isSameTrain = network.runsThrough(from: legs[leg - 1], to: legs[leg]) }
        self.legs = joined
        self.start = start
        var chance = SplitMix64(seed: seed, stream: 1)
        for leg in joined.indices {
            if leg > 0, !joined[leg].isSameTrain { change(to: leg, &chance) }
            run(leg, topSpeed: topSpeed, &chance)
        }
    }

    /// The moments from the start to the end, evenly spaced.
    /// - Parameter interval: in seconds, above 0.
    public func moments(every interval: Double) -> some Sequence<RideMoment> {
        let count = max(0, DeterministicMath.floorToInt(duration / interval))
        return (0...count).lazy.map { moment(at: Double($0) * interval) }
    }

    // MARK: Stages

    private mutating func add(_ kind: Stage.Kind, _ seconds: Double) {
        stages.append(Stage(kind: kind, start: duration, duration: seconds))
        duration += seconds
    }

    private mutating func run(_ index: Int, topSpeed: Double?, _ chance: inout SplitMix64) {
        let leg = legs[index]
        let top = topSpeed ?? network.lines[leg.railway].usualTop
        let stops = leg.calls.indices.filter { leg.calls[$0].stops || $0 == 0 || $0 == leg.calls.count - 1 }
        for (place, call) in stops.enumerated() {
            if place > 0 {
                let profile = SpeedProfile(
                    length: leg.calls[call].along - leg.calls[stops[place - 1]].along, top: top * chance.uniform(0.9...1),
                    acceleration: chance.uniform(Self.acceleration), braking: chance.uniform(Self.acceleration))
                add(.runs(leg: index, from: stops[place - 1], to: call, profile), profile.duration)
            }
            // Long stops are rarer than short ones.
            let usual = Self.usualDwell * DeterministicMath.exp(0.25 * chance.gaussian())
            var dwell = min(Self.dwell.upperBound, max(Self.dwell.lowerBound, usual))
            let isBoarding = place == 0 && !leg.isSameTrain
            // The leg before ended with this stand.
            if place == 0, !isBoarding { dwell = 0 }
            if isBoarding, let wait = wait(for: leg, at: call, after: dwell, within: Self.longestWait) {
                let here = network.position(of: leg, at: 0).position
                let delay = -Self.delay * DeterministicMath.log(1 - chance.uniform(0...0.999))
                add(.walks(here, here), wait + delay)
            } else if call != stops.last, let wait = wait(for: leg, at: call, after: dwell, within: Self.ahead) {
                dwell += wait
            }
            add(.stands(leg: index, call: call), dwell)
        }
    }

    /// The seconds until a train that stands for some seconds is due to leave; nil without a timetable, or if none is within a time.
    private func wait(for leg: RideLeg, at call: Int, after dwell: Double, within most: Double) -> Double? {
        let leaves = TrackTime(nanoseconds: start.nanoseconds &+ Int64((duration + dwell) * 1e9))
        return network.map.railways[leg.railway].timetable?.wait(
            at: leg.calls[call].station, isAscending: leg.isAscending, from: leaves, within: most)
    }

    private mutating func change(to index: Int, _ chance: inout SplitMix64) {
        let before = legs[index - 1]
        let from = network.position(of: before, at: before.length).position
        let to = network.position(of: legs[index], at: 0).position
        add(.walks(from, to), from.place.distance(to: to.place) / RideSearch.walkingPace)
        guard wait(for: legs[index], at: 0, after: 0, within: Self.longestWait) == nil else { return }
        add(.walks(to, to), chance.uniform(Self.wait))
    }

    // MARK: A moment

    /// Where the rider is.
    /// - Parameter seconds: since the start; times outside the ride have the rider at its ends.
    func moment(at seconds: Double) -> RideMoment {
        let stage = stages[max(0, stages.partitioningIndex { $0.start > seconds } - 1)]
        let passed = min(stage.duration, max(0, seconds - stage.start))
        switch stage.kind {
        case .runs(let leg, let from, let to, let profile):
            let (metres, speed) = profile.state(at: passed)
            let along = legs[leg].calls[from].along + metres
            let next = (from + 1..<to).first { legs[leg].calls[$0].along >= along } ?? to
            return moment(at: seconds, on: legs[leg], along: along, speed: speed, next: next)
        case .stands(let leg, let call):
            return moment(at: seconds, on: legs[leg], along: legs[leg].calls[call].along, speed: 0, next: call)
        case .walks(let from, let to):
            let way = from.place.distance(to: to.place)
            var moment = RideMoment(seconds: seconds, position: from.toward(to, share: stage.duration > 0 ? passed / stage.duration : 1))
            guard way > 0, passed < stage.duration else { return moment }
            let (east, north) = from.place.offset(to: to.place)
            moment.speed = way / stage.duration
            moment.course = EarthPoint.course(east: east, north: north)
            return moment
        }
    }

    private func moment(at seconds: Double, on leg: RideLeg, along: Double, speed: Double, next: Int) -> RideMoment {
        let place = network.position(of: leg, at: along)
        var moment = RideMoment(seconds: seconds, position: place.position)
        moment.speed = speed
        moment.course = speed > 0 ? place.course : nil
        moment.isUnderground = place.isUnderground
        moment.railway = leg.railway
        moment.isAscending = leg.isAscending
        moment.station = leg.calls[next].station
        moment.phase = RailwayAnswer.Phase(distance: leg.calls[next].along - along)
        return moment
    }
}

extension TrackNetwork {
    /// True if a leg's train goes on as that of the next one: both are on parts of one line, which importers divide where its trains
    /// leave the main run, and it need not reverse.
    fileprivate func runsThrough(from leg: RideLeg, to next: RideLeg) -> Bool {
        let (before, after) = (map.railways[leg.railway], map.railways[next.railway])
        guard let end = leg.calls.last, let start = next.calls.first, before.id != after.id,
            (before.lineId ?? before.id) == (after.lineId ?? after.id), before.code == after.code,
            before.stations[end.station].distance(to: after.stations[start.station]) <= Railway.Station.sameStation
        else { return false }
        let turn = (position(of: next, at: 0).course - position(of: leg, at: leg.length).course).magnitude
        return min(turn, 360 - turn) < 90
    }

    /// The place at a number of metres from a leg's first station, along its line's track; the course is in degrees.
    func position(of leg: RideLeg, at metres: Double) -> (position: Railway.Position, course: Double, isUnderground: Bool) {
        let line = lines[leg.railway]
        var way = leg.start + (leg.isAscending ? metres : -metres)
        if line.isRing {
            if way < 0 { way += line.length }
            if way >= line.length { way -= line.length }
        }
        let low = Self.vertex(at: way, on: line, along)
        let (a, b) = (points[low], points[low + 1])
        let length = along[low + 1] - along[low]
        let point = a.between(b, length > 0 ? min(1, max(0, (way - along[low]) / length)) : 0)
        let (east, north) = TangentPlane(at: a).offset(to: b)
        let sense = leg.isAscending ? 1.0 : -1.0
        return (
            Railway.Position(
                latitude: Double(point.y) / MapPoint.unitsPerDegree, longitude: Double(point.x) / MapPoint.unitsPerDegree),
            EarthPoint.course(east: sense * east, north: sense * north), isUnderground[low]
        )
    }
}
