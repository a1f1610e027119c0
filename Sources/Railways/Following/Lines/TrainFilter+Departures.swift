// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// The last stand of the rider, and whether the train that left after it has been weighed.
struct RiderStand: Sendable {
    private(set) var began = TrackTime(nanoseconds: 0)
    private(set) var ended = TrackTime(nanoseconds: 0)
    /// Track time in seconds.
    private(set) var lastSeconds = -Double.infinity
    var isWeighed = true

    mutating func follow(_ o: TrainObservation) {
        guard o.isStanding else { return }
        if !o.wasStanding { began = o.at }
        (ended, lastSeconds, isWeighed) = (o.at, o.time, false)
    }

    /// Whether the rider may have changed trains.
    var isLong: Bool { ended.seconds(since: began) >= Assumed.changeSeconds }
}

/// The evidence of a timetable about the train that leaves a station.
extension TrainFilter {
    /// Once a train has left the station where the rider stood: how many trains of each railway were due to leave then. A railway
    /// without a timetable counts as one with a train every few minutes.
    mutating func weighDeparture(_ o: TrainObservation) {
        stand.follow(o)
        guard !stand.isWeighed else { return }
        if pass.isReverse {
            // The reverse ride arrives as the train left.
            guard o.confirmsStop else { return }
            weighDeparture(at: TrackTime(nanoseconds: -stand.began.nanoseconds))
        } else {
            guard !o.isStanding, o.speed >= Assumed.tramNamingSpeed else { return }
            stand.isWeighed = true
            if o.time - stand.lastSeconds <= Assumed.departureSeconds { weighDeparture(at: stand.ended) }
        }
    }

    private mutating func weighDeparture(at time: TrackTime) {
        for number in active where lines[number].stoodTime == stand.lastSeconds {
            guard let timetable = network.map.railways[number].timetable else { continue }
            let station = network.lines[number].stations[lines[number].stoodAt].station
            func likelihood(_ isAscending: Bool) -> Double {
                let trains = timetable.trains(leaving: station, isAscending: isAscending != pass.isReverse, at: time)
                return Assumed.unscheduled + (1 - Assumed.unscheduled) * trains * Assumed.usualHeadway
            }
            let up = likelihood(true)
            let down = likelihood(false)
            let ascends = lines[number].ascends
            let evidence = DeterministicMath.log(ascends * up + (1 - ascends) * down)
            // A train that is late at one station is late at the next.
            let known = stand.isLong ? 0 : Assumed.keptDelay * lines[number].punctuality
            lines[number].punctuality = evidence
            lines[number].weight *= DeterministicMath.exp(evidence - known)
            lines[number].record += evidence - known
            lines[number].lean(by: DeterministicMath.log(up / down))
        }
    }
}
