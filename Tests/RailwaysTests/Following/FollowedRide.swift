// SPDX-License-Identifier: MIT
import Tracking

@testable import Railways

/// The railway tracker's output for a ride, by the ids of the map.
struct FollowedRide {
    struct Moment: Equatable {
        var line: String?
        var direction: String?
        var station: String?
        var phase: RailwayAnswer.Phase?
        var confidence = 0.0
        var isEstimated = false
    }

    private(set) var moments: [Moment] = []
    /// `departed A.1`, `line changed B`, ..., each with the index of its fix.
    private(set) var events: [(fix: Int, text: String)] = []
    private(set) var answers: [RailwayAnswer] = []

    init(_ fixes: [Fix], on map: RailwayMap, line: String? = nil) {
        let network = TrackNetwork(map)
        var tracker = RailwayTracker(network, line: line.flatMap { network.railway($0) })
        self.init(fixes, with: &tracker)
    }

    init(_ fixes: [Fix], with tracker: inout RailwayTracker) {
        let map = tracker.network.map
        for (number, fix) in fixes.enumerated() {
            let (answer, happened) = tracker.process(fix)
            answers.append(answer)
            moments.append(Moment(answer, map))
            events += happened.map { event in (number, event.subject.map { "\(event.kind.rawValue) \($0)" } ?? event.kind.rawValue) }
        }
    }

    var last: Moment { moments.last ?? Moment() }
    var lines: [String?] { moments.map(\.line) }
    func events(_ name: String) -> [String] { events.map(\.text).filter { $0.hasPrefix(name) } }

    /// The named railways in order, one entry per run, without nil.
    var namedInOrder: [String] {
        var runs: [String] = []
        for case let line? in lines where runs.last != line { runs.append(line) }
        return runs
    }
}

extension FollowedRide.Moment {
    init(_ answer: RailwayAnswer, _ map: RailwayMap) {
        guard let number = answer.railway else { return }
        let railway = map.railways[number]
        line = railway.id
        direction = answer.isAscending.flatMap { $0 ? railway.ascending : railway.descending }
        station = answer.station.map { railway.stations[$0].id }
        phase = answer.phase
        confidence = answer.confidence
        isEstimated = answer.isEstimated
    }
}
