// SPDX-License-Identifier: MIT
import DeterministicMath
import PlainText
import Tracking

/// The distinct runs of a feed's rail trips.
struct GTFSTrips {
    /// The trips of one line that stop at the same stops in the same order, over the same shape.
    struct Run {
        var route: Int
        /// The numbers of the stops.
        var stops: [Int]
        var trips = 0
        var direction: Int?
        /// The most frequent headsign.
        var headsign: String?
        var shape: String?
        var trains: [LineTrain] = []
    }
    private struct Trip {
        var route: Int
        var direction: Int?
        var headsign: Int?
        var shape: Int?
        var service: Int?
        /// Once all are read, in the order of the sequence.
        var calls: [Call] = []
        /// Nil for a trip that runs once, at the times of its calls.
        var headways: [GTFSHeadway]?
    }
    private struct Call {
        var sequence: Int32
        var stop: Int32
        /// Seconds of the service day; negative where none are given.
        var arrival: Int32
        var departure: Int32
        /// Where nobody may board or alight, the train passes for its riders.
        var isClosed: Bool
    }
    private struct RunKey: Hashable {
        var route: Int
        var direction: Int?
        var stops: [Int32]
        var shape: Int?
    }

    /// The maximum number of departures in frequencies.txt: a row of thirty bytes can mean 5760 trains.
    private static let mostDepartures = 20_000_000

    private(set) var runs: [Run] = []
    private(set) var notes: [String] = []
    private var trips: [Trip] = []
    private var numbers: [String: Int] = [:]
    private var texts: [String] = []
    private var textNumbers: [String: Int] = [:]

    /// - Parameters:
    ///   - routes: The index of each rail route by its id.
    ///   - most: The maximum number of departures in frequencies.txt; rows beyond it are ignored.
    init(
        _ feed: GTFSFeed, routes: [String: Int], stops: GTFSStops, most: Int = mostDepartures, progress: (ImportProgress) -> Void
    ) throws(RailwayError) {
        try readTrips(feed, routes: routes, progress)
        try readCalls(feed, stops, progress)
        try readHeadways(feed)
        gather(try GTFSWeek(feed, of: trainsOfServices()), most)
    }

    /// The trains of each service. Trains of one route that call at the same stops at the same times share a number.
    private func trainsOfServices() -> [String: [Int]] {
        // Compared by hash alone: one of a million trains mistaken for another hardly changes which date is the usual one.
        var numbers: [Int: Int] = [:]
        var trains: [String: [Int]] = [:]
        for trip in trips where !trip.calls.isEmpty {
            guard let service = trip.service else { continue }
            var hasher = Hasher()
            hasher.combine(trip.route)
            hasher.combine(trip.headways)
            for call in trip.calls {
                hasher.combine(call.stop)
                hasher.combine(call.departure)
            }
            let hash = hasher.finalize()
            let number = numbers[hash] ?? numbers.count
            numbers[hash] = number
            trains[texts[service], default: []].append(number)
        }
        return trains
    }

    private mutating func readTrips(
        _ feed: GTFSFeed, routes: [String: Int], _ progress: (ImportProgress) -> Void
    ) throws(RailwayError) {
        guard let table = try feed.table("trips.txt", needs: ["route_id", "trip_id"]) else { return }
        let route = table.column("route_id")
        let id = table.column("trip_id")
        let direction = table.column("direction_id")
        let headsign = table.column("trip_headsign")
        let shape = table.column("shape_id")
        let service = table.column("service_id")
        while try table.next(progress) {
            guard let line = routes[table.text(route)] else { continue }
            let way = table.csv.integer(direction)
            numbers[table.text(id)] = trips.count
            trips.append(
                Trip(
                    route: line, direction: way == 0 || way == 1 ? way : nil, headsign: number(table.text(headsign)),
                    shape: number(table.text(shape)), service: number(table.text(service))))
        }
    }

    private mutating func number(_ text: String) -> Int? {
        if text.isEmpty { return nil }
        if let number = textNumbers[text] { return number }
        textNumbers[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }

    /// Reads stop_times.txt, the largest table.
    private mutating func readCalls(_ feed: GTFSFeed, _ stops: GTFSStops, _ progress: (ImportProgress) -> Void) throws(RailwayError) {
        guard let table = try feed.table("stop_times.txt", needs: ["trip_id", "stop_id", "stop_sequence"]) else { return }
        let trip = table.column("trip_id")
        let stop = table.column("stop_id")
        let sequence = table.column("stop_sequence")
        let arrival = table.column("arrival_time"), departure = table.column("departure_time")
        let boarding = table.column("pickup_type"), alighting = table.column("drop_off_type")
        var unknown = 0
        var unordered = 0
        // Rows of one trip are mostly consecutive.
        var lastText: [UInt8] = []
        var last: Int?
        while try table.next(progress) {
            table.csv.withField(trip) { text in
                if !text.elementsEqual(lastText) {
                    lastText = Array(text)
                    last = numbers[table.text(trip)]
                }
            }
            guard let last else { continue }
            guard let order = table.csv.integer(sequence).flatMap(Int32.init(exactly:)) else {
                unordered += 1
                continue
            }
            guard let number = stops.numbers[table.text(stop)].flatMap(Int32.init(exactly:)) else {
                // A call on demand names an area instead of a stop.
                unknown += 1
                continue
            }
            let arrives = table.csv.withField(arrival) { GTFSHeadway.seconds($0) }
            let leaves = table.csv.withField(departure) { GTFSHeadway.seconds($0) }
            trips[last].calls.append(
                Call(
                    sequence: order, stop: number, arrival: arrives ?? leaves ?? -1, departure: leaves ?? arrives ?? -1,
                    isClosed: table.csv.integer(boarding) == 1 && table.csv.integer(alighting) == 1))
        }
        for trip in trips.indices {
            // A stable sort: for equal sequence numbers the first row comes first.
            var calls = trips[trip].calls.enumerated().sorted { ($0.element.sequence, $0.offset) < ($1.element.sequence, $1.offset) }
                .map(\.element)
            // Where it passes, a train may have the time on which those of the stops around it depend.
            Self.interpolate(&calls, stops)
            calls.removeAll(where: \.isClosed)
            trips[trip].calls = calls
        }
        if unknown > 0 { notes.append("stop_times.txt: ignored \(CountText.of(unknown, "call")) at stops missing from stops.txt") }
        if unordered > 0 { notes.append("stop_times.txt: ignored \(CountText.of(unordered, "call")) without a stop_sequence") }
    }

    /// Gives a departure to each call between two calls with times, as feeds need times at main stops only: by the straight way past
    /// the stops, or evenly if a position is unknown. A call without any would look like one at which no train is due.
    private static func interpolate(_ calls: inout [Call], _ stops: GTFSStops) {
        var last: Int?
        for place in calls.indices where calls[place].departure >= 0 {
            defer { last = place }
            guard let last, last + 1 < place, calls[last].departure <= calls[place].arrival else { continue }
            let ways = (last..<place).map { stops.distance(from: Int(calls[$0].stop), to: Int(calls[$0 + 1].stop)) }
            let length = ways.reduce(0, +)
            let isKnown = length > 0 && length < .infinity
            let time = Double(calls[place].arrival - calls[last].departure)
            var share = 0.0
            for (call, way) in zip(last + 1..<place, ways) {
                share += isKnown ? way / length : 1 / Double(ways.count)
                calls[call].departure = calls[last].departure + Int32(DeterministicMath.roundToInt(share * time))
            }
        }
    }

    /// Reads frequencies.txt: trips that run every few minutes.
    private mutating func readHeadways(_ feed: GTFSFeed) throws(RailwayError) {
        guard let table = try feed.table("frequencies.txt", needs: ["trip_id", "start_time", "end_time", "headway_secs"]) else { return }
        var ignored = 0
        while try table.next() {
            guard let trip = numbers[table.text(table.column("trip_id"))] else { continue }
            let headway = GTFSHeadway(table)
            if headway == nil { ignored += 1 }
            // The times of its calls are only a pattern, even if this row does not say when it runs.
            trips[trip].headways = (trips[trip].headways ?? []) + [headway].compactMap(\.self)
        }
        if ignored > 0 { notes.append("frequencies.txt: ignored \(CountText.of(ignored, "row")) without usable times or headway") }
    }

    private mutating func gather(_ week: GTFSWeek, _ most: Int) {
        var keys: [RunKey: Int] = [:]
        var headsigns: [[Int: Int]] = []
        var idle = 0
        var departures = 0
        var excessive = 0
        for trip in trips {
            if trip.calls.isEmpty {
                idle += 1
                continue
            }
            let key = RunKey(route: trip.route, direction: trip.direction, stops: trip.calls.map(\.stop), shape: trip.shape)
            let number = keys[key] ?? runs.count
            if number == runs.count {
                keys[key] = number
                runs.append(
                    Run(
                        route: trip.route, stops: key.stops.map(Int.init), direction: trip.direction,
                        shape: trip.shape.map { texts[$0] }))
                headsigns.append([:])
            }
            runs[number].trips += 1
            if let headsign = trip.headsign { headsigns[number][headsign, default: 0] += 1 }
            let times = trip.calls.map(\.departure)
            guard let weekdays = trip.service.flatMap({ week.weekdays[texts[$0]] }), times.contains(where: { $0 >= 0 }) else {
                continue
            }
            let train = LineTrain(weekdays: weekdays, departures: times)
            guard let headways = trip.headways else {
                runs[number].trains.append(train)
                continue
            }
            for headway in headways {
                let added = headway.count * times.count
                if added > most - departures {
                    excessive += 1
                } else {
                    departures += added
                    runs[number].trains += headway.trains(like: train)
                }
            }
        }
        for number in runs.indices {
            runs[number].headsign = mostFrequent(headsigns[number])
        }
        if excessive > 0 { notes.append("frequencies.txt: ignored \(CountText.of(excessive, "row")) beyond \(most) departures in all") }
        if idle > 0 { notes.append("ignored \(CountText.of(idle, "trip")) without stops") }
        trips = []
    }

    private func mostFrequent(_ counts: [Int: Int]) -> String? {
        counts.min { ($1.value, $0.key) < ($0.value, $1.key) }.map { texts[$0.key] }
    }
}
