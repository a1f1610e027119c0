// SPDX-License-Identifier: MIT
import Tracking

/// Turns the railway tracker's answer into channels and events, with the ids of the map.
struct RailwayChannels: Sendable {
    let network: TrackNetwork

    func write(_ answer: RailwayAnswer, _ events: [TrackEvent], to update: inout TrackerUpdate) {
        func category(_ name: ChannelName, _ value: String?) { update.channels.append(name, value.map { .category($0) }) }
        func number(_ name: ChannelName, _ value: Double?) { update.channels.append(name, value.map { .number($0) }) }
        category(.activity, answer.activity.rawValue)
        number(.activityConfidence, answer.activityConfidence)
        // Only a train on a line is extrapolated; without one, a gap is just a gap.
        number(.estimated, answer.isEstimated && answer.railway != nil ? 1 : 0)
        guard !network.lines.isEmpty else { return }
        number(.offTrain, answer.railway == nil ? 1 : 0)
        if let railway = answer.railway.map({ network.map.railways[$0] }) {
            category(.line, railway.id)
            category(.mode, railway.mode?.rawValue)
            number(.lineColour, railway.mark.map { Double($0.colour) })
            category(.direction, answer.isAscending.flatMap { $0 ? railway.ascending : railway.descending })
            number(.directionSide, railway.mark.flatMap { mark in answer.isAscending.map { Double($0 ? mark.side : -mark.side) } })
            category(.station, answer.station.map { railway.stations[$0].id })
            category(.phase, answer.phase?.rawValue)
            number(.confidence, answer.confidence)
            category(.runnerUp, answer.runnerUp.map { network.map.railways[$0].id })
            number(.runnerUpShare, answer.runnerUp == nil ? nil : answer.runnerUpShare)
            number(.distanceToStation, answer.distance)
            number(.timeToStation, answer.seconds)
            category(.previousStation, answer.previous.map { railway.stations[$0].id })
            category(.previousPhase, answer.previousWasVisited.map { $0 ? "visited" : "passed" })
        }
        update.events += events
    }
}
