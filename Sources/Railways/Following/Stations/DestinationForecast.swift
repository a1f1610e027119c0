// SPDX-License-Identifier: MIT
import Tracking

/// What to tell about the destination until the next fix, and when: from the course of the train as it is estimated.
///
/// It follows from the state after the last fix alone, so ticks, whatever their pace, and the next fix agree on what was told.
struct DestinationForecast: Sendable {
    private var tellings: [(time: TrackTime, event: TrackEvent)] = []

    /// Seconds for which a train that seems to have run through a station may still stop there.
    private static let overshoot = 10.0
    /// Seconds before the arrival at which the destination is soon on a long run: the middle of the minute in which it is in time,
    /// as dead reckoning errs both ways.
    private static let soonOnLongRun = 90.0
    /// Seconds after the fix for which a doubt about another stop is respected.
    private static let doubt = 5.0

    /// There is nothing to tell.
    init() {}

    /// - Parameters:
    ///   - watch: What has been told.
    ///   - next: The destination on the estimate's railway.
    ///   - silence: Seconds after the fix before which nothing is told.
    init(_ watch: DestinationWatch, _ next: RailwayEstimate.Ahead, id: String, _ carried: RailwayEstimate, silence: Double = 0) {
        let answer = carried.answer
        guard !watch.hasSaid(.destinationReached), let time = carried.time, answer.station != next.station || !answer.isStopped else {
            return
        }
        let (departure, arrival) = carried.course(to: next.distance)
        // What was due at the fix would have been told, if it had been certain.
        let leaves = max(departure, answer.mayStopAtPrevious ? Self.overshoot : Self.doubt)
        let isShort = !watch.hasSaid(.destinationNext) && arrival - leaves <= DestinationWatch.soon
        let soon = isShort ? leaves : max(leaves, arrival - Self.soonOnLongRun)
        func tell(_ kind: TrackEvent.Kind, _ seconds: Double) {
            let (nanoseconds, overflow) = time.nanoseconds.addingReportingOverflow(Int64(min(max(seconds, silence), 1e9) * 1e9))
            tellings.append((TrackTime(nanoseconds: overflow ? .max : nanoseconds), TrackEvent(kind, subject: id)))
        }
        if !watch.hasSaid(.destinationNext), !isShort { tell(.destinationNext, leaves) }
        if !watch.hasSaid(.destinationSoon) { tell(.destinationSoon, soon) }
        tell(.destinationReached, max(arrival, soon))
    }

    /// The events after a moment, up to and including another one.
    func events(after previous: TrackTime, until time: TrackTime) -> [TrackEvent] {
        tellings.filter { $0.time > previous && $0.time <= time }.map(\.event)
    }
}
