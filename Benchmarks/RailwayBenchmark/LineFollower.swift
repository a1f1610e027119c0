// SPDX-License-Identifier: MIT
import Railways
import Tracking

/// A follower of fixes that names the railway they are on.
protocol LineFollower {
    mutating func follow(_ fix: Fix) throws
    /// The railway's index in the map; nil for none. Not timed.
    var line: Int? { get }
}

struct RailwayFollower: LineFollower {
    private var tracker: RailwayTracker
    private(set) var line: Int?

    init(_ network: TrackNetwork) { tracker = RailwayTracker(network) }

    mutating func follow(_ fix: Fix) { line = tracker.process(fix).answer.railway }
}

/// The complete tracker with its channels and events, as the program uses it.
struct RideFollower: LineFollower {
    private var tracker: any Tracker
    private var update: TrackerUpdate?
    private let network: TrackNetwork

    init(_ make: TrackerMaker, _ network: TrackNetwork) {
        tracker = make([])
        self.network = network
    }

    mutating func follow(_ fix: Fix) { update = tracker.step(to: fix).update }

    var line: Int? { update?.channels["line"]?.category.flatMap { network.railway($0) } }
}
