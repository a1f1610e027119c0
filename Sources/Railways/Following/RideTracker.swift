// SPDX-License-Identifier: MIT
import Tracking

/// Follows a ride: motion, the rider's activity and, with a map, the railway. This is what the program plays and prints.
public struct RideTracker: Tracker {
    private var motion: MotionTracker
    /// Knows no railways while `unchecked` waits.
    private var railway: RailwayTracker
    /// The tracker that takes over once a position is on its map; nil if it has, if the track is elsewhere or no check was requested.
    private var unchecked: RailwayTracker?
    private var destination: DestinationWatch?
    private var hindsight: Hindsight?
    /// The number of fixes so far.
    private var count = 0

    /// Returns a maker of trackers for rides on one map.
    /// - Parameters:
    ///   - map: Nil for motion and activity alone.
    ///   - line: The id of the railway, if the rider has set it, with its branches; an id that is not on the map is ignored.
    ///   - destination: The ids of the stations at which the rider wants to alight.
    ///   - hindsight: The smoothed result for the complete recorded track, made with the same map; its network is used.
    ///   - onlyInside: True checks with the first position whether the track is on the map, and ignores the railways if it is
    ///     not.
    public static func maker(
        map: RailwayMap?, line: String? = nil, destination: [String] = [], hindsight: Hindsight? = nil,
        onlyInside: Bool = false
    ) -> TrackerMaker {
        let network = hindsight?.network ?? TrackNetwork(map ?? RailwayMap())
        let chosen = line.flatMap { network.railway($0) }
        let destination = Destination(destination, on: network)
        let watch = destination.map { DestinationWatch($0, on: network) }
        return { names in
            RideTracker(
                motion: MotionTracker(extraNames: names), railway: RailwayTracker(network, line: chosen, destination: destination),
                destination: watch, hindsight: hindsight, onlyInside: onlyInside)
        }
    }

    private init(
        motion: MotionTracker, railway: RailwayTracker, destination: DestinationWatch?, hindsight: Hindsight?, onlyInside: Bool
    ) {
        self.motion = motion
        self.railway = onlyInside ? RailwayTracker(TrackNetwork(RailwayMap())) : railway
        unchecked = onlyInside ? railway : nil
        self.destination = destination
        self.hindsight = hindsight
    }

    public mutating func step(to fix: Fix) -> TrackerStep {
        let fix = fix.possible
        let ticks = motion.tickCount(before: fix)
        let before = ticks > 0 ? between : nil
        let previousTime = motion.lastTime
        var update = motion.process(possible: fix, afterTicks: ticks)
        var tickEvents: [TrackEvent] = []
        if let before, let previousTime {
            // As the ticks report them, whether or not they are read.
            tickEvents = before.forecast.events(after: previousTime, until: before.time(ofTick: ticks, after: previousTime))
            destination?.record(tickEvents)
        }
        if unchecked != nil, let latitude = fix.latitude, let longitude = fix.longitude, let tracker = unchecked.take() {
            if tracker.network.covers(latitude: latitude, longitude: longitude) { railway = tracker } else { hindsight = nil }
        }
        let (answer, events) =
            if let hindsight, count < hindsight.railways.count {
                railway.process(possible: fix, naming: .known(hindsight.railways[count]))
            } else {
                railway.process(possible: fix)
            }
        count += 1
        channels.write(answer, events, to: &update)
        if answer.isEstimated, let destination, let previousTime {
            // The source reports that it has no fix.
            update.events += destination.forecast(railway).events(after: previousTime, until: update.time).filter {
                !tickEvents.contains($0)
            }
            self.destination?.record(update.events)
        }
        destination?.follow(answer, events, railway, &update)
        return TrackerStep(update: update, tickCount: ticks, before: before)
    }

    public var lastTime: TrackTime? { motion.lastTime }
    public var gapAfter: Double { motion.gapAfter }
    public var estimate: any TrackerEstimate { between }

    private var channels: RailwayChannels { RailwayChannels(network: railway.network) }

    private var between: Estimate { Estimate(self) }

    /// The estimate between fixes. A class, so that nothing is copied where there is no gap.
    private final class Estimate: TrackerEstimate {
        let motion: MotionTracker
        let railway: RailwayEstimate
        let channels: RailwayChannels
        let destination: DestinationWatch?
        let forecast: DestinationForecast

        init(_ tracker: RideTracker) {
            motion = tracker.motion
            railway = tracker.railway.estimate
            channels = tracker.channels
            destination = tracker.destination
            forecast = tracker.destination?.forecast(tracker.railway) ?? DestinationForecast()
        }

        var lastTime: TrackTime? { motion.lastTime }
        var gapAfter: Double { motion.gapAfter }

        func tick(at time: TrackTime, after previous: TrackTime) -> TrackerUpdate {
            var update = motion.tick(at: time, after: previous)
            channels.write(railway.answer(at: time), [], to: &update)
            update.channels.append(.alightingConfidence, destination?.confidence(railway, at: time).map { .number($0) })
            update.events += forecast.events(after: previous, until: time)
            return update
        }
    }
}
