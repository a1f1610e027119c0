import DeterministicMath
import Tracking

/// What the railway tracker can say between fixes: the train carried on along its line, as it usually runs.
///
/// In a tunnel the train goes on at its pace and stops at each station as long as trains usually do.
struct RailwayEstimate: Sendable {
    /// Seconds that a train stands at a station.
    static let dwell = 30.0
    /// Metres per second at which trains run on average between stations, where their own pace is not known.
    static let usualPace = 12.0
    /// Seconds after which confidence has fallen to a third.
    private static let fading = 900.0

    /// Nothing known yet.
    init() {
        answer = RailwayAnswer()
        time = nil
        pace = Self.usualPace
        standing = 0
        ahead = []
    }

    /// - Parameters:
    ///   - answer: after the last fix.
    ///   - pace: metres per second between stations.
    ///   - standing: seconds that the train has stood.
    ///   - ahead: the stations ahead, from the answer's own on.
    init(_ answer: RailwayAnswer, at time: TrackTime, pace: Double, standing: Double, ahead: [Ahead]) {
        self.answer = answer
        self.time = time
        self.pace = max(4, pace)
        self.standing = standing
        self.ahead = ahead
    }

    /// A station ahead.
    struct Ahead: Sendable {
        /// Its place in `Railway.stations`.
        var station: Int
        /// Metres from the train.
        var distance: Double
    }

    var answer: RailwayAnswer
    private let time: TrackTime?
    private let pace: Double
    private let standing: Double
    private let ahead: [Ahead]

    /// Metres to a station ahead; 0 where the train stands there; nil when it is not ahead.
    func distance(to station: Int) -> Double? { ahead.first { $0.station == station }?.distance }

    /// Seconds to a place that many metres ahead, stops on the way included.
    func seconds(to distance: Double) -> Double {
        let stops = ahead.count { $0.distance < distance - 1 && $0.distance > 0 }
        let wait = standing > 0 ? max(0, Self.dwell - standing) : 0
        return wait + distance / pace + Double(stops) * Self.dwell
    }

    /// What is likely at a later moment.
    func answer(at moment: TrackTime) -> RailwayAnswer {
        guard let time, moment > time else { return answer }
        var result = answer
        result.isEstimated = true
        let passed = moment.seconds(since: time)
        result.confidence *= DeterministicMath.exp(-passed / Self.fading)
        result.activityConfidence *= DeterministicMath.exp(-passed / Self.fading)
        guard answer.railway != nil, !ahead.isEmpty else { return result }
        var left = passed
        var place = 0.0
        var previous: Int?
        if standing > 0 { left -= max(0, Self.dwell - standing) }
        for (index, next) in ahead.enumerated() {
            let isLast = index == ahead.count - 1
            if index == 0, standing > 0, next.distance <= 0 {
                if left <= 0 { return at(next.station, distance: 0, previous, &result) }
                previous = next.station
                continue
            }
            let run = (next.distance - place) / pace
            if left < run { return at(next.station, distance: next.distance - place - left * pace, previous, &result) }
            left -= run
            place = next.distance
            if left < Self.dwell || isLast { return at(next.station, distance: 0, previous, &result) }
            left -= Self.dwell
            previous = next.station
        }
        return result
    }

    private func at(_ station: Int, distance: Double, _ previous: Int?, _ result: inout RailwayAnswer) -> RailwayAnswer {
        result.station = station
        result.distance = max(0, distance)
        result.seconds = max(0, distance) / pace
        result.phase =
            distance < StationWatch.visitingRange
            ? .visiting : distance < StationWatch.approachingRange ? .approaching : .upcoming
        if let previous {
            result.previous = previous
            result.previousWasVisited = nil
        }
        return result
    }
}
