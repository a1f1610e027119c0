// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// The railway tracker's estimate between fixes: the train extrapolated along its line, as its runs so far suggest.
///
/// In a tunnel the train accelerates, keeps its speed, brakes and stands for the usual dwell at each station where it most likely
/// stops.
struct RailwayEstimate: Sendable {
    /// The usual dwell in seconds.
    static let dwell = 30.0
    /// The usual average speed between stations in metres per second.
    static let usualPace = 12.0
    /// Seconds after which the confidence has fallen to 1/e, about a third.
    private static let fading = 1_800.0
    /// The least speed in metres per second that a train is expected to keep.
    private static let leastTop = 4.0
    private static let stoppingSpeed = 9.0

    /// Nothing is known yet.
    init() { self.init(RailwayAnswer(), at: nil, pace: TrainPace(), usualTop: Self.usualPace, standing: nil, ahead: []) }

    /// - Parameters:
    ///   - answer: The answer after the last fix, without the seconds to the station.
    ///   - pace: The train's own.
    ///   - usualTop: The speed in metres per second that trains of its line usually keep.
    ///   - standing: Seconds for which the train has stood at a station; nil if it does not.
    ///   - ahead: The stations ahead, beginning with the answer's own.
    init(_ answer: RailwayAnswer, at time: TrackTime?, pace: TrainPace, usualTop: Double, standing: Double?, ahead: [Ahead]) {
        self.answer = answer
        self.time = time
        top = max(Self.leastTop, pace.top ?? usualTop)
        cruise = max(Self.leastTop, pace.cruise(usual: usualTop))
        speed = pace.speed ?? cruise
        dwell = pace.dwell
        self.ahead = ahead
        // Past the middle of a station a slow train comes to stand there.
        let isStopping = ahead.first.map { $0.distance <= 0 && $0.isStop } ?? false && speed < Self.stoppingSpeed
        self.standing = standing ?? (isStopping ? -speed / SpeedProfile.usualAcceleration : nil)
        self.answer.seconds = answer.distance.map { $0 <= 0 ? 0 : seconds(to: $0) }
    }

    /// A station ahead.
    struct Ahead: Sendable {
        /// The station's index in `Railway.stations`.
        var station: Int
        /// Metres from the train.
        var distance: Double
        /// The probability that the train stops there.
        var stops: Double

        /// True where the train most likely stops.
        var isStop: Bool { stops >= 0.5 }
    }

    /// The answer after the last fix.
    private(set) var answer: RailwayAnswer
    /// The time of the last fix.
    let time: TrackTime?
    /// Metres per second: now, for the rest of this run, and on the next ones.
    private let speed: Double
    private let cruise: Double
    private let top: Double
    private let dwell: Double
    /// Seconds for which it has stood at a station, negative before it stands; nil if it does not stop now.
    private let standing: Double?
    private let ahead: [Ahead]

    /// Seconds that the train still stands.
    private var wait: Double { standing.map { max(0, dwell - $0) } ?? 0 }

    /// The first of these stations ahead; nil if none is. The distance is 0 if the train is stopped there.
    func nearest(of stations: [Int]) -> Ahead? { ahead.first { stations.contains($0.station) } }

    /// Seconds to a point `distance` metres ahead where the train stops, including stops on the way.
    func seconds(to distance: Double) -> Double { course(to: distance).arrival }

    /// The way to a stop ahead.
    /// - Returns: In seconds from the last fix, when the train leaves the stop before it (0 once it has) and when it arrives.
    func course(to distance: Double) -> (departure: Double, arrival: Double) {
        var departure = wait
        var place = 0.0
        for next in ahead where next.isStop && next.distance > 0 && next.distance < distance - 1 {
            departure += run(from: place, to: next.distance).duration + dwell
            place = next.distance
        }
        return (departure, departure + run(from: place, to: distance).duration)
    }

    /// The probability that the train stops before a point `distance` metres ahead.
    func stopsBefore(_ distance: Double) -> Double {
        var passes = 1.0
        // The train may still stop at the station that it is just passing; it has stopped at the one where it stands.
        for next in ahead.dropFirst(answer.isStopped ? 1 : 0) where next.distance < distance - 1 { passes *= 1 - next.stops }
        return 1 - passes
    }

    /// The rest of this run, or one of the next ones.
    private func run(from place: Double, to distance: Double) -> SpeedProfile {
        let isPresent = place == 0 && standing == nil
        return SpeedProfile(length: distance - place, from: isPresent ? speed : 0, top: isPresent ? cruise : top)
    }

    /// The number of stations before a point `distance` metres ahead where the train most likely stops.
    func stopCount(before distance: Double) -> Int { ahead.count { $0.isStop && $0.distance > 0 && $0.distance < distance - 1 } }

    /// What is left of the confidence at a later moment, as a share.
    func certainty(at moment: TrackTime) -> Double {
        time.map { DeterministicMath.exp(-max(0, moment.seconds(since: $0)) / Self.fading) } ?? 1
    }

    /// The estimate for a later moment.
    func answer(at moment: TrackTime) -> RailwayAnswer {
        guard let time, moment > time else { return answer }
        var result = answer
        result.isEstimated = true
        let passed = moment.seconds(since: time)
        let fading = certainty(at: moment)
        result.confidence *= fading
        result.runnerUpShare *= fading
        result.activityConfidence *= fading
        guard answer.railway != nil, let last = ahead.last else { return result }
        var left = passed - wait
        if standing != nil, left <= 0 { return place(0, of: 0, in: 0, isStopped: true, &result) }
        var place = 0.0
        for next in ahead where next.distance > place && (next.isStop || next.distance == last.distance) {
            let run = run(from: place, to: next.distance)
            if left < run.duration {
                return self.place(place + run.state(at: left).metres, of: next.distance, in: run.duration - left, isStopped: false, &result)
            }
            left -= run.duration
            place = next.distance
            if left < dwell { break }
            left -= dwell
        }
        return self.place(place, of: place, in: 0, isStopped: true, &result)
    }

    /// - Parameters:
    ///   - metres: How far the train has come.
    ///   - stop: Where it stops next.
    ///   - seconds: When it stops there.
    private func place(
        _ metres: Double, of stop: Double, in seconds: Double, isStopped: Bool, _ result: inout RailwayAnswer
    ) -> RailwayAnswer {
        guard let index = ahead.firstIndex(where: { $0.distance >= metres }) else { return result }
        let next = ahead[index]
        let distance = max(0, next.distance - metres)
        result.station = next.station
        result.distance = distance
        result.seconds = next.distance == stop ? max(0, seconds) : distance / max(Self.leastTop, cruise)
        result.phase = RailwayAnswer.Phase(distance: distance)
        result.isStopped = isStopped
        if index > 0 {
            result.previous = ahead[index - 1].station
            result.previousWasVisited = nil
        }
        return result
    }
}
