// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// The railway tracker's estimate between fixes: the train extrapolated along its line at its usual pace.
///
/// In a tunnel the train continues at its pace and stops at each station for the usual dwell.
struct RailwayEstimate: Sendable {
    /// The usual dwell in seconds.
    static let dwell = 30.0
    /// The average speed between stations in metres per second, if the train's own pace is unknown.
    static let usualPace = 12.0
    /// Seconds after which the confidence has fallen to 1/e, about a third.
    private static let fading = 900.0

    /// Nothing is known yet.
    init() {
        answer = RailwayAnswer()
        time = nil
        pace = Self.usualPace
        standing = 0
        ahead = []
    }

    /// - Parameters:
    ///   - answer: The answer after the last fix.
    ///   - pace: Metres per second between stations.
    ///   - standing: Seconds for which the train has stood.
    ///   - ahead: The stations ahead, beginning with the answer's own.
    init(_ answer: RailwayAnswer, at time: TrackTime, pace: Double, standing: Double, ahead: [Ahead]) {
        self.answer = answer
        self.time = time
        self.pace = max(4, pace)
        self.standing = standing
        self.ahead = ahead
    }

    /// A station ahead.
    struct Ahead: Sendable {
        /// The station's index in `Railway.stations`.
        var station: Int
        /// Metres from the train.
        var distance: Double
    }

    var answer: RailwayAnswer
    private let time: TrackTime?
    private let pace: Double
    private let standing: Double
    private let ahead: [Ahead]

    /// Metres to a station ahead; 0 if the train is stopped there; nil if it is not ahead.
    func distance(to station: Int) -> Double? { ahead.first { $0.station == station }?.distance }

    /// Seconds to a point `distance` metres ahead, including stops on the way.
    func seconds(to distance: Double) -> Double {
        let stops = ahead.count { $0.distance < distance - 1 && $0.distance > 0 }
        let wait = standing > 0 ? max(0, Self.dwell - standing) : 0
        return wait + distance / pace + Double(stops) * Self.dwell
    }

    /// The estimate for a later moment.
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
        result.phase = RailwayAnswer.Phase(distance: distance)
        if let previous {
            result.previous = previous
            result.previousWasVisited = nil
        }
        return result
    }
}
