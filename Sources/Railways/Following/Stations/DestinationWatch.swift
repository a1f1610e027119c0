// SPDX-License-Identifier: MIT
import Tracking

/// Reports once when the rider's destination is two minutes away, and once when the train has arrived there.
struct DestinationWatch: Sendable {
    private static let soon = 120.0

    /// For each railway of the map, the destination among its stations; nil if it has none.
    private let stations: [(station: Int, id: String)?]
    private var hasSaidSoon = false
    private var hasSaidReached = false

    /// - Parameter ids: The stations' ids; returns nil if empty.
    init?(_ ids: [String], on network: TrackNetwork) {
        guard !ids.isEmpty else { return nil }
        stations = network.map.railways.map { railway in
            railway.stations.firstIndex { ids.contains($0.id) }.map { ($0, railway.stations[$0].id) }
        }
    }

    mutating func follow(
        _ answer: RailwayAnswer, _ events: [RailwayEvent], _ carried: RailwayEstimate, _ update: inout TrackerUpdate
    ) {
        guard let line = answer.railway, let (station, id) = stations[line],
            let distance = carried.distance(to: station)
        else { return }
        if !hasSaidReached, events.contains(.arrived(station)) || distance == 0 {
            hasSaidReached = true
            hasSaidSoon = true
            update.events.append(TrackEvent(.destinationReached, subject: id))
        } else if !hasSaidSoon, carried.seconds(to: distance) <= Self.soon {
            hasSaidSoon = true
            update.events.append(TrackEvent(.destinationSoon, subject: id))
        }
    }
}
