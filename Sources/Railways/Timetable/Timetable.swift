// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// When the trains of a railway leave its stations in a usual week.
public struct Timetable: Equatable, Sendable {
    struct Departure: Hashable, Sendable {
        /// Seconds since twelve hours before the service day's noon (its midnight, unless the clock changes); past 86,400 on the next day.
        var seconds: Int32
        /// Bit 0 for Monday to bit 6 for Sunday.
        var weekdays: UInt8
        /// The probability that a train leaves then, 0 ... 1: below 1 for trains of which only the headway is published.
        var share: Float = 1
    }

    public let clock: LocalClock
    /// For each station of the railway, in order of time.
    private(set) var ascending: [[Departure]]
    private(set) var descending: [[Departure]]

    init(clock: LocalClock, stations: Int) {
        self.clock = clock
        ascending = [[Departure]](repeating: [], count: stations)
        descending = ascending
    }

    mutating func add(_ departure: Departure, from station: Int, isAscending: Bool) {
        if isAscending { ascending[station].append(departure) } else { descending[station].append(departure) }
    }

    /// Puts the departures in order, after the last one was added.
    mutating func sort() {
        func sorted(_ stations: [[Departure]]) -> [[Departure]] {
            stations.map { $0.sorted { ($0.seconds, $0.weekdays, $0.share) < ($1.seconds, $1.weekdays, $1.share) } }
        }
        ascending = sorted(ascending)
        descending = sorted(descending)
    }

    /// The departures of both directions.
    public var count: Int { (ascending + descending).reduce(0) { $0 + $1.count } }

    // MARK: Questions

    private static let day = 86_400.0
    /// The mean delay in seconds, and the mean time by which a train leaves early, or the receiver shows it so.
    private static let late = 90.0
    private static let early = 15.0
    /// A longer delay than this is not expected.
    private static let latest = 900.0
    private static let earliest = 90.0

    /// How many trains per second are expected to leave a station at a moment.
    func trains(leaving station: Int, isAscending: Bool, at time: TrackTime) -> Double {
        var sum = 0.0
        forEach(station, isAscending, around: time, from: -Self.latest, to: Self.earliest) { wait, share in
            sum += share * DeterministicMath.exp(wait > 0 ? -wait / Self.early : wait / Self.late)
        }
        return sum / (Self.late + Self.early)
    }

    /// The seconds from a moment until the next departure after it, within a time in seconds; nil if there is none.
    func wait(at station: Int, isAscending: Bool, from time: TrackTime, within most: Double) -> Double? {
        var first: Double?
        forEach(station, isAscending, around: time, from: 0, to: most) { wait, _ in first = min(first ?? .infinity, wait) }
        return first
    }

    /// Visits the departures between two times in seconds after a moment: how long after it each is, and its share.
    private func forEach(
        _ station: Int, _ isAscending: Bool, around time: TrackTime, from least: Double, to most: Double, _ body: (Double, Double) -> Void
    ) {
        let departures = isAscending ? ascending[station] : descending[station]
        guard let last = departures.last else { return }
        let now = Double(time.nanoseconds) / 1e9
        // Yesterday's trains run past midnight.
        var day = DeterministicMath.floor((clock.seconds(at: time) + least - Double(last.seconds)) / Self.day)
        while true {
            let start = clock.start(ofServiceDay: day)
            guard start <= now + most else { return }
            let weekday: UInt8 = 1 << UInt8(TimeText.weekday(daysSince1970: Int(day)))
            for departure in departures[departures.partitioningIndex { start + Double($0.seconds) >= now + least }...] {
                let due = start + Double(departure.seconds)
                guard due <= now + most else { break }
                if departure.weekdays & weekday != 0 { body(due - now, Double(departure.share)) }
            }
            day += 1
        }
    }
}
