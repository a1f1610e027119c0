import Tracking

/// Follows a ride: motion, what the rider does, and, with a map, the railway. What the program plays and prints.
public struct RideTracker: Tracker {
    private var motion: MotionTracker
    private var railway: RailwayTracker
    /// False until a fix has shown that the track lies on the map, where that is asked.
    private var isInside: Bool?
    private var destination: DestinationWatch?
    private let hindsight: Hindsight?
    /// How many fixes have come.
    private var count = 0
    private var words: RailwayChannels

    /// Makes trackers for rides over one map.
    /// - Parameters:
    ///   - map: nil for motion and activity alone.
    ///   - line: the id of the railway, when the rider says it; one that the map does not have is not followed.
    ///   - destination: the ids of the stations at which the rider wants to alight.
    ///   - hindsight: what the whole of the recorded track says; made over the same map.
    ///   - onlyInside: true asks the first position whether the track lies on the map, and leaves railways out where it does not.
    public static func maker(
        map: RailwayMap?, line: String? = nil, destination: [String] = [], hindsight: Hindsight? = nil,
        onlyInside: Bool = false
    ) -> TrackerMaker {
        let network = TrackNetwork(map ?? RailwayMap())
        let told = line.flatMap { network.railway($0) }
        let destinations = DestinationWatch(destination, on: network)
        return { names in
            RideTracker(
                motion: MotionTracker(extraNames: names), railway: RailwayTracker(network, line: told),
                destination: destinations, hindsight: hindsight, isInside: onlyInside ? nil : true)
        }
    }

    init(motion: MotionTracker, railway: RailwayTracker, destination: DestinationWatch?, hindsight: Hindsight? = nil, isInside: Bool?) {
        self.motion = motion
        self.railway = railway
        self.destination = destination
        self.hindsight = hindsight
        self.isInside = isInside
        // Until the track is known to lie on the map, nothing of railways is said.
        words = RailwayChannels(network: isInside == nil ? TrackNetwork(RailwayMap()) : railway.network)
    }

    public mutating func step(to fix: Fix) -> TrackerStep {
        let fix = fix.possible
        let before = motion.tickCount(before: fix) > 0 ? between : nil
        var (update, ticks) = motion.take(possible: fix)
        if isInside == nil, let latitude = fix.latitude, let longitude = fix.longitude {
            isInside = railway.network.covers(latitude: latitude, longitude: longitude)
            if isInside == true {
                words = RailwayChannels(network: railway.network)
            } else {
                railway = RailwayTracker(words.network)
            }
        }
        let (answer, events) =
            if let hindsight, count < hindsight.railways.count, isInside == true {
                railway.process(possible: fix, on: hindsight.railways[count])
            } else {
                railway.process(possible: fix)
            }
        count += 1
        words.write(answer, events, to: &update)
        destination?.follow(answer, events, railway.carried, &update)
        return TrackerStep(update: update, tickCount: ticks, before: before)
    }

    public var lastTime: TrackTime? { motion.lastTime }
    public var gapAfter: Double { motion.gapAfter }
    public var estimate: any TrackerEstimate { between }

    private var between: Estimate { Estimate(motion: motion, railway: railway.carried, words: words) }

    /// What is said between fixes.
    private struct Estimate: TrackerEstimate {
        let motion: MotionTracker
        let railway: RailwayEstimate
        let words: RailwayChannels

        var lastTime: TrackTime? { motion.lastTime }
        var gapAfter: Double { motion.gapAfter }

        func tick(at time: TrackTime, after previous: TrackTime?) -> TrackerUpdate {
            var update = motion.tick(at: time, after: previous)
            words.write(railway.answer(at: time), [], to: &update)
            return update
        }
    }
}
