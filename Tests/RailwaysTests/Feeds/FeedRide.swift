// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

@testable import Railways

/// A ride on a trip of a made feed: where its train is according to the feed, whatever an importer makes of it.
struct FeedRide {
    struct Moment {
        var fix: Fix
        /// In metres along the trip's track.
        var along: Double
        var isRiding: Bool
    }

    let trip: MadeFeed.Trip
    private(set) var moments: [Moment] = []
    /// Where stops or track first differ from those of every other line, in metres along the trip's track.
    let differsAt: Double
    /// The lines that are alike up to there.
    let rivals: Set<String>

    private static let start = TrackTime(nanoseconds: 1_767_600_000_000_000_000)
    /// Two tracks within this many metres are one, and so are two stops along a track.
    private static let sameTrack = 60.0
    private static let sameStop = 150.0
    /// Metres beyond a difference from which it can have been seen.
    static let seen = 200.0

    /// - Parameters:
    ///   - trip: the index in `feed.trips`.
    ///   - calls: the first and the last call of the rider.
    init(_ trip: Int, of feed: MadeFeed, calls: ClosedRange<Int>, receiver kind: RideReceiver.Kind, seed: UInt64) {
        let own = feed.trips[trip]
        self.trip = own
        var receiver = RideReceiver(kind, seed: seed), chance = SplitMix64(seed: seed, stream: 3)
        var seconds = 0.0
        var moments: [Moment] = []
        let track = feed.tracks[own.shape]
        func report(_ along: Double, _ speed: Double, isRiding: Bool) {
            let (a, b) = (track.point(at: along - 2), track.point(at: along + 2))
            var moment = RideMoment(seconds: seconds, position: feed.place.position(track.point(at: along)))
            moment.speed = speed
            if speed > 0 { moment.course = EarthPoint.course(east: b.east - a.east, north: b.north - a.north) }
            seconds += 1
            guard let fix = receiver.fix(at: moment, start: Self.start) else { return }
            moments.append(Moment(fix: fix, along: along, isRiding: isRiding))
        }
        let stops = own.calls[calls].map(\.along)
        for (index, stop) in stops.enumerated() {
            if index > 0 {
                let before = stops[index - 1]
                let top = min(28, max(11, DeterministicMath.sqrt((stop - before) * 0.2))) * chance.uniform(0.85...1)
                let profile = SpeedProfile(length: stop - before, top: top, acceleration: chance.uniform(0.7...0.9))
                for second in 0..<DeterministicMath.floorToInt(profile.duration) {
                    let (metres, speed) = profile.state(at: Double(second))
                    report(before + metres, speed, isRiding: true)
                }
            }
            for _ in 0..<DeterministicMath.floorToInt(chance.uniform(20...40)) { report(stop, 0, isRiding: index > 0) }
        }
        self.moments = moments
        (differsAt, rivals) = Self.difference(trip, of: feed, from: stops[0], until: stops[stops.count - 1])
    }

    private static func difference(_ trip: Int, of feed: MadeFeed, from: Double, until: Double) -> (Double, Set<String>) {
        let own = feed.trips[trip], track = feed.tracks[own.shape]
        var farthest = from, rivals: Set<String> = []
        for other in feed.trips where other.route != own.route {
            let path = feed.tracks[other.shape]
            // Where the other one's track is beside, and its stops.
            func along(_ point: MadeTrack.Point) -> Double? {
                let near = stride(from: 0, through: path.length, by: 20).map { ($0, path.point(at: $0).distance(to: point)) }
                return near.min { $0.1 < $1.1 }.flatMap { $0.1 <= sameTrack ? $0.0 : nil }
            }
            func isStop(of trip: MadeFeed.Trip, at point: MadeTrack.Point) -> Bool {
                trip.calls.contains { feed.tracks[trip.shape].point(at: $0.along).distance(to: point) < sameStop }
            }
            var way = from
            var last: Double?
            while way < until {
                let here = track.point(at: way)
                guard let place = along(here), place >= last ?? 0 else { break }
                last = place
                let stopsDiffer =
                    own.calls.contains { ($0.along - way).magnitude <= 10 && !isStop(of: other, at: track.point(at: $0.along)) }
                    || other.calls.contains { ($0.along - place).magnitude <= 10 && !isStop(of: own, at: path.point(at: $0.along)) }
                if stopsDiffer { break }
                way += 20
            }
            guard way > from + 40 else { continue }
            rivals.insert(other.route)
            farthest = max(farthest, way)
        }
        return (farthest, rivals)
    }
}

extension MadeTrack.Point {
    func distance(to other: MadeTrack.Point) -> Double {
        ((east - other.east) * (east - other.east) + (north - other.north) * (north - other.north)).squareRoot()
    }
}
