// SPDX-License-Identifier: MIT
import Tracking

/// The events at the destination that are due before the next fix, and when: from the estimated course of the train.
///
/// It follows from the state after the last fix alone, so ticks, whatever their pace, and the next fix agree on what was reported.
struct DestinationForecast: Sendable {
    private var scheduled: [(time: TrackTime, event: TrackEvent)] = []

    /// Seconds for which a train that seems to have run through a station may still stop there.
    private static let overshoot = 10.0
    /// Seconds before the arrival at which the destination is soon on a long run: the middle of the minute in which it is in time,
    /// as dead reckoning errs both ways.
    private static let soonOnLongRun = 90.0
    /// Seconds after the fix for which a doubt about another stop is respected.
    private static let doubt = 5.0

    /// No event is due.
    init() {}

    /// - Parameters:
    ///   - watch: What has been reported.
    ///   - next: The destination on the estimate's railway.
    ///   - silence: Seconds after the fix before which nothing is reported.
    init(_ watch: DestinationWatch, _ next: RailwayEstimate.Ahead, id: String, _ estimate: RailwayEstimate, silence: Double) {
        let answer = estimate.answer
        guard !watch.hasReported(.destinationReached), let time = estimate.time, answer.station != next.station || !answer.isStopped else {
            return
        }
        let (departure, arrival) = estimate.course(to: next.distance)
        // What was due at the fix would have been reported, if it had been certain.
        let leaves = max(departure, answer.mayStopAtPrevious ? Self.overshoot : Self.doubt)
        let isShort = !watch.hasReported(.destinationNext) && arrival - leaves <= DestinationWatch.soon
        let soon = isShort ? leaves : max(leaves, arrival - Self.soonOnLongRun)
        func schedule(_ kind: TrackEvent.Kind, _ seconds: Double) {
            let (nanoseconds, overflow) = time.nanoseconds.addingReportingOverflow(Int64(min(max(seconds, silence), 1e9) * 1e9))
            scheduled.append((TrackTime(nanoseconds: overflow ? .max : nanoseconds), TrackEvent(kind, subject: id)))
        }
        if !watch.hasReported(.destinationNext), !isShort { schedule(.destinationNext, leaves) }
        if !watch.hasReported(.destinationSoon) { schedule(.destinationSoon, soon) }
        schedule(.destinationReached, max(arrival, soon))
    }

    /// The events after a moment, up to and including another one.
    func events(after previous: TrackTime, until time: TrackTime) -> [TrackEvent] {
        scheduled.filter { $0.time > previous && $0.time <= time }.map(\.event)
    }
}
