// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// Describes in words the events of a ride and the rider's whereabouts: `Approaching Shinagawa`. Value type; any thread.
public struct Announcer: Sendable {
    public let names: RailwayNames

    /// Where the rider gets off, if that is known.
    private let goal: RailwayDestination?

    /// - Parameters:
    ///   - names: Those of the known railways; by default none.
    ///   - goal: Where the rider gets off, if that is known.
    public init(_ names: RailwayNames = RailwayNames(RailwayMap()), goal: RailwayDestination? = nil) {
        self.names = names
        self.goal = goal
    }

    /// The same with names in English where they have one: an English voice spells other scripts out.
    public var inEnglish: Announcer { Announcer(RailwayNames(names.map), goal: goal) }

    /// A sentence for an event, without a full stop.
    /// - Parameters:
    ///   - event: Its subject is the id of the station, line or direction concerned, or the region's name.
    ///   - channels: The channel values at the time of the event.
    public func sentence(_ event: TrackEvent, channels: ChannelValues) -> String {
        let subject = event.subject
        let station = subject.map { names.stationName($0) }
        switch event.kind {
        case .departed: return station.map { "Departed \($0)" } ?? "Departed"
        case .approaching: return station.map { "Approaching \($0)" } ?? "Approaching a station"
        case .arrived: return station.map { "Arrived at \($0)" } ?? "Arrived at a station"
        case .passed: return station.map { "Passed \($0)" } ?? "Passed a station"
        case .lineChanged: return line(subject, channels).map { "Now on \(Self.withArticle($0))" } ?? "Now on another line"
        case .directionChanged: return towards(channels).map { "Now \($0)" } ?? "Now the other way"
        case .stoppedBetweenStations: return stopped(channels)
        case .onTrain: return line(subject, channels).map { "On \(Self.withArticle($0))" } ?? "On a train"
        case .offTrain: return "Off the train"
        case .destinationNext, .destinationSoon, .destinationReached, .destinationPassed, .wrongWay, .wrongLine:
            return destination(event, station ?? "your destination", channels)
        case .fixLost: return "Lost the fix"
        case .fixBack: return "The fix is back"
        case .fixDoubtful: return "A doubtful position"
        case .entered: return "Entered \(subject ?? "")"
        case .left: return "Left \(subject ?? "")"
        }
    }

    /// The rider's whereabouts: line, next station, its distance, the stations to the destination, and accuracy; without a railway
    /// the position and the speed.
    public func whereabouts(_ update: TrackerUpdate) -> String {
        let channels = update.channels
        var parts: [String] = []
        if let line = line(nil, channels) {
            parts.append(line)
            if let place = station(channels) { parts.append(place) }
            if let rest = restOfTheWay(channels) { parts.append(rest) }
        } else {
            if channels[.offTrain]?.number == 1 { parts.append("not on a train") }
            if let latitude = update.fix?.latitude, let longitude = update.fix?.longitude {
                parts.append("\(PlainFigure.of(latitude, decimals: 5)), \(PlainFigure.of(longitude, decimals: 5))")
            }
        }
        let isRailway = channels[.line] != nil
        if let speed = channels[.speed]?.number { parts.append("\(PlainFigure.of(speed * 3.6)) km/h") }
        if !isRailway {
            if let course = channels[.course]?.number { parts.append("heading \(PlainFigure.of(course))°") }
            if let altitude = channels[.altitude]?.number { parts.append("altitude \(PlainFigure.of(altitude)) m") }
        }
        if let accuracy = channels[.accuracy]?.number { parts.append("accurate to \(PlainFigure.of(accuracy)) m") }
        if !isRailway, let metres = channels[.distance]?.number {
            parts.append("\(PlainFigure.of(metres / 1000, decimals: 1)) km travelled")
        }
        if update.estimated || channels[.estimated]?.number == 1 {
            parts.append("estimated")
            if let age = channels[.fixAge]?.number, age >= 1 { parts.append("last fix \(PlainFigure.of(age)) s ago") }
        }
        guard var text = parts.first else { return "Nothing is known yet" }
        for part in parts.dropFirst() { text += ", " + part }
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The line and the station alone, for a status line: `Yamanote Line, next station Mejiro in 400 m`; nil off the railway.
    public func place(_ update: TrackerUpdate) -> String? {
        guard let id = update.channels[.line]?.category else { return nil }
        let line = names.spokenLine(id)
        return station(update.channels).map { "\(line), \($0)" } ?? line
    }

    // MARK: Pieces

    /// The share of the second line from which both are named.
    private static let doubtful = 0.25
    /// Below this confidence a sentence about the destination says that it may be wrong.
    private static let sure = 0.6

    private func destination(_ event: TrackEvent, _ name: String, _ channels: ChannelValues) -> String {
        let landmark = goal?.landmark, stop = "\(name), \(purpose)"
        let sentence =
            switch event.kind {
            case .destinationNext: "The next stop is \(stop)"
            case .destinationSoon: "Get ready for \(stop)"
            case .destinationReached: stop
            case .destinationPassed: "You passed \(name)" + next(channels)
            case .wrongWay: "\(landmark ?? name) is the other way" + next(channels)
            default: "\(landmark ?? name) is not on this line" + (change(to: event.subject, channels) ?? next(channels))
            }
        let isAhead = [.destinationNext, .destinationSoon, .destinationReached].contains(event.kind)
        guard let confidence = channels[isAhead ? .alightingConfidence : .confidence]?.number, confidence < Self.sure else {
            return sentence
        }
        return "Perhaps: \(sentence)"
    }

    /// What the rider's stop is for.
    private var purpose: String { goal?.landmark.map { "your stop for \($0)" } ?? "your destination" }

    /// How many stations after the next or present one the destination is; nil if it is not ahead on the line.
    private func restOfTheWay(_ channels: ChannelValues) -> String? {
        guard let goal, let line = channels[.line]?.category.flatMap(names.railway),
            let isAscending = line.onlyWay ?? channels[.direction]?.category.map({ $0 != line.descending }),
            let next = line.stations.firstIndex(where: { $0.id == channels[.station]?.category })
        else { return nil }
        let count = line.stations.count, isLoop = line.isLoop
        let stops = line.stations.indices.filter { goal.stations.contains(line.stations[$0].id) }.map { stop in
            let ahead = isAscending ? stop - next : next - stop
            return (ahead: isLoop ? (ahead + count) % count : ahead, stop: line.stations[stop])
        }
        guard let (ahead, stop) = stops.filter({ $0.ahead >= 0 }).min(by: { $0.ahead < $1.ahead }) else { return nil }
        return ahead == 0 ? purpose : "\(names.stationName(stop.id)) \(CountText.of(ahead, "station")) after it"
    }

    /// Where to change trains for a station that the line does not serve.
    private func change(to destination: String?, _ channels: ChannelValues) -> String? {
        guard let destination = destination.flatMap(names.station), let line = channels[.line]?.category.flatMap(names.railway),
            let next = line.stations.firstIndex(where: { $0.id == channels[.station]?.category })
        else { return nil }
        let isAscending = line.onlyWay ?? (channels[.direction]?.category != line.descending)
        let change = names.map.change(on: line, next: next, isAscending: isAscending, to: destination)
        return change.map { "; change at \(names.stationName($0.id))" }
    }

    private func next(_ channels: ChannelValues) -> String {
        guard let id = channels[.station]?.category else { return "" }
        return "; next stop \(names.stationName(id))"
    }

    private func station(_ channels: ChannelValues) -> String? {
        guard let id = channels[.station]?.category else { return nil }
        let name = names.stationName(id)
        if channels[.phase]?.category == "visiting" { return "at \(name)" }
        var text = "next station \(name)"
        if let metres = channels[.distanceToStation]?.number, metres.isFinite {
            text +=
                metres < 950
                ? " in \(PlainFigure.of((metres / 10).rounded() * 10)) m" : " in \(PlainFigure.of(metres / 1000, decimals: 1)) km"
        }
        return text
    }

    /// The line and its train's destination.
    private func line(_ subject: String?, _ channels: ChannelValues) -> String? {
        guard let id = subject ?? channels[.line]?.category else { return nil }
        var name = names.spokenLine(id)
        // Two operators, or two regions added from one feed, may have lines of one name.
        if channels[.line]?.category == id, let other = channels[.runnerUp]?.category.map(names.spokenLine), other != name,
            channels[.runnerUpShare]?.number ?? 0 >= Self.doubtful
        {
            name += " or \(other)"
        }
        // The known direction applies only to the known line.
        guard channels[.line]?.category == id, let towards = towards(channels) else { return name }
        return "\(name) \(towards)"
    }

    /// `the Yamanote Line`, but `Line B1`.
    private static func withArticle(_ line: String) -> String { line.hasPrefix("Line ") ? line : "the \(line)" }

    private func towards(_ channels: ChannelValues) -> String? {
        guard let line = channels[.line]?.category, let direction = channels[.direction]?.category else { return nil }
        return names.destination(line: line, direction: direction, from: channels[.station]?.category).map { "towards \($0)" }
    }

    private func stopped(_ channels: ChannelValues) -> String {
        guard let last = channels[.previousStation]?.category, let next = channels[.station]?.category, last != next else {
            return "Stopped between stations"
        }
        return "Stopped between \(names.stationName(last)) and \(names.stationName(next))"
    }
}
