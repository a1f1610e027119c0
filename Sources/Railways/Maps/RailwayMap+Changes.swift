// SPDX-License-Identifier: MIT
import Tracking

extension Railway.Station {
    /// Metres within which stations of two railways are one, and within which they are if they have the same name.
    static let sameStation = 150.0
    static let sameNamedStation = 500.0
    /// The longest walk in metres to the trains of another line, and to those of a station with the same name.
    private static let longestWalk = 300.0
    static let longestWalkInStation = 800.0

    /// True if riders change trains between the two.
    /// - Parameter metres: The distance between them.
    func isChange(to other: Railway.Station, metres: Double) -> Bool {
        metres <= Self.longestWalk || metres <= Self.longestWalkInStation && hasName(of: other)
    }

    func isChange(to other: Railway.Station) -> Bool { isChange(to: other, metres: distance(to: other)) }

    /// The distance in metres; infinite if a position is unknown.
    func distance(to other: Railway.Station) -> Double {
        guard let here = position?.place, let there = other.position?.place else { return .infinity }
        return here.distance(to: there)
    }

    /// True if the two share a name in any language.
    func hasName(of other: Railway.Station) -> Bool {
        name.entries.contains { name in other.name.entries.contains { RailwayMap.isSameName(name.text, $0.text) } }
    }
}

extension RailwayMap {
    /// The station of a line at which one change leads to a station off that line: the nearest ahead at which at least half of the
    /// kinds of train stop, as the rider's own kind is not known here; else the nearest ahead, else the nearest behind.
    /// - Parameter next: The index of the line's next station.
    /// - Returns: Nil if the line serves the destination, or if one change is not enough.
    func change(on line: Railway, next: Int, isAscending: Bool, to destination: Railway.Station) -> Railway.Station? {
        guard !line.stations.contains(where: { $0.isChange(to: destination) }) else { return nil }
        let origins = railways.flatMap { railway -> ArraySlice<Railway.Station> in
            guard let end = railway.stations.firstIndex(where: { $0.isChange(to: destination) }) else { return [] }
            // On a one-way line, only the stations before the destination lead to it.
            guard let onlyWay = railway.onlyWay, !railway.isLoop else { return railway.stations[...] }
            return onlyWay ? railway.stations[..<end] : railway.stations[end...]
        }
        let count = line.stations.count
        let isLoop = line.isLoop
        func rank(_ station: Int) -> Int {
            let ahead = isAscending ? station - next : next - station
            return ahead >= 0 ? ahead : count + (isLoop ? ahead : -ahead)
        }
        let places = line.stations.indices.sorted { rank($0) < rank($1) }.filter { station in
            origins.contains { line.stations[station].isChange(to: $0) }
        }
        let kinds = line.patterns.filter { $0.stops.count == count }.compactMap { StopPattern(stops: $0.stops, isRing: isLoop) }
        let served = places.first { place in
            rank(place) < count && kinds.count { $0.calls[place] == .stops } >= kinds.count { $0.calls[place] == .passes }
        }
        return (served ?? places.first).map { line.stations[$0] }
    }
}
