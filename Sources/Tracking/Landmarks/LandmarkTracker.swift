// SPDX-License-Identifier: MIT
import DeterministicMath

/// Follows a track with another tracker, and adds the data of landmarks: the distance to points, and regions entered and left.
///
/// Each point of `Landmarks` adds the channels `distance.NAME` (metres, straight), `bearing.NAME` (degrees true towards the
/// point; in a plane clockwise from up) and `approach.NAME` (m/s, from speed and course). Each region adds `in.NAME` and the
/// events `entered NAME` and `left NAME` (`RegionWatch` defines when). A doubtful position, a fix without a position and a tick
/// change nothing: distance, bearing and region keep their values, and the approach is known as long as speed and course are.
public struct LandmarkTracker: Tracker {
    private var tracker: any Tracker
    private let landmarks: Landmarks
    private var known: Known

    /// Makes trackers that also watch `landmarks`; if there are none, returns `maker`.
    public static func maker(_ landmarks: Landmarks, around maker: @escaping TrackerMaker) -> TrackerMaker {
        if landmarks.isEmpty { return maker }
        let channels = Channels(landmarks)
        return { LandmarkTracker(tracker: maker($0), landmarks: landmarks, known: Known(landmarks, channels)) }
    }

    public mutating func step(to fix: Fix) -> TrackerStep {
        let fix = fix.possible
        let lastTime = tracker.lastTime
        let step = tracker.step(to: fix)
        let before = step.before.map { Estimate(tracker: $0, known: known) }
        var update = step.update
        if let time = fix.time, lastTime.map({ time > $0 }) ?? true, !update.isDoubtful, let view = PlaceView(fix) {
            update.events += known.take(view, error: fix.accuracy ?? view.usualError, at: time, landmarks)
        }
        known.write(to: &update)
        return TrackerStep(update: update, tickCount: step.tickCount, before: before)
    }

    public var lastTime: TrackTime? { tracker.lastTime }
    public var gapAfter: Double { tracker.gapAfter }
    public var estimate: any TrackerEstimate { Estimate(tracker: tracker.estimate, known: known) }

    private struct Estimate: TrackerEstimate {
        let tracker: any TrackerEstimate
        let known: Known

        var lastTime: TrackTime? { tracker.lastTime }
        var gapAfter: Double { tracker.gapAfter }

        func tick(at time: TrackTime, after previous: TrackTime) -> TrackerUpdate {
            var update = tracker.tick(at: time, after: previous)
            known.write(to: &update)
            return update
        }
    }

    /// The names of channels and events, created once.
    private final class Channels: Sendable {
        let points: [(distance: String, bearing: String, approach: String)]
        let regions: [(inside: String, entered: TrackEvent, left: TrackEvent)]

        init(_ landmarks: Landmarks) {
            func name(_ kind: LandmarkChannel, _ landmark: String) -> String { kind.name(landmark) }
            points = landmarks.points.map { (name(.distance, $0.name), name(.bearing, $0.name), name(.approach, $0.name)) }
            regions = landmarks.regions.map {
                (name(.inside, $0.name), TrackEvent(.entered, subject: $0.name), TrackEvent(.left, subject: $0.name))
            }
        }
    }

    /// The state after the last position.
    private struct Known: Sendable {
        private let channels: Channels
        private var start: TrackPlace?
        private var sights: [Sight?]
        private var watches: [RegionWatch]

        init(_ landmarks: Landmarks, _ channels: Channels) {
            self.channels = channels
            sights = [Sight?](repeating: nil, count: landmarks.points.count)
            watches = [RegionWatch](repeating: RegionWatch(), count: landmarks.regions.count)
        }

        /// Takes a position; returns the events of regions left, then of regions entered.
        mutating func take(_ view: PlaceView, error: Double, at time: TrackTime, _ landmarks: Landmarks) -> [TrackEvent] {
            start = start ?? view.place
            for (index, point) in landmarks.points.enumerated() {
                let place = point.place == .start ? start : point.resolved(inPlane: view.isPlane)
                sights[index] = place.flatMap { Sight(of: $0, from: view.place) }
            }
            var left: [TrackEvent] = []
            var entered: [TrackEvent] = []
            for (index, region) in landmarks.regions.enumerated() {
                guard let shape = region.shape(inPlane: view.isPlane),
                    let depth = shape.depth(of: view, cutoff: RegionWatch.outward(error: error)),
                    watches[index].take(depth: depth, error: error, size: shape.size, at: time)
                else { continue }
                if watches[index].isInside == true {
                    entered.append(channels.regions[index].entered)
                } else {
                    left.append(channels.regions[index].left)
                }
            }
            return left + entered
        }

        func write(to update: inout TrackerUpdate) {
            let speed = update.channels[.speed]?.number
            let course = update.channels[.course]?.number
            for (names, sight) in zip(channels.points, sights) {
                guard let sight else { continue }
                update.channels.append(names.distance, sight.distance)
                if let bearing = sight.bearing { update.channels.append(names.bearing, bearing) }
                if let approach = sight.approach(speed: speed, course: course) { update.channels.append(names.approach, approach) }
            }
            for (names, watch) in zip(channels.regions, watches) {
                if let isInside = watch.isInside { update.channels.append(names.inside, isInside ? 1 : 0) }
            }
        }
    }
}

/// The distance and bearing of a point from a place.
struct Sight: Equatable, Sendable {
    /// The distance in metres.
    let distance: Double
    /// The bearing in degrees, 0 ..< 360; nil at the point itself.
    let bearing: Double?

    /// Nil between the Earth and a plane.
    init?(of point: TrackPlace, from place: TrackPlace) {
        guard let distance = place.distance(to: point), let offset = place.offset(to: point) else { return nil }
        self.distance = distance
        bearing = offset.east == 0 && offset.north == 0 ? nil : EarthPoint.course(east: offset.east, north: offset.north)
    }

    /// The speed of approach in metres per second; nil if the motion is unknown.
    func approach(speed: Double?, course: Double?) -> Double? {
        guard let speed else { return nil }
        if speed == 0 { return 0 }
        guard let course, let bearing else { return nil }
        return speed * DeterministicMath.sincos((course - bearing) * EarthPoint.radiansPerDegree).1
    }
}
