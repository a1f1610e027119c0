// SPDX-License-Identifier: MIT
/// Where the rider wants to alight: the stations of one place, on each of its railways.
struct Destination: Sendable {
    /// The destination on one railway, which may pass it more than once.
    struct Goal: Sendable {
        /// Indexes in `Railway.stations`, in `Line.stations`, and their ids.
        let stations: [Int]
        let places: [Int]
        let ids: [String]
        let isOnRing: Bool

        func id(of station: Int) -> String { stations.firstIndex(of: station).map { ids[$0] } ?? ids[0] }
    }

    /// The id of the first station.
    let id: String
    /// For each railway of the map, the destination among its stations; nil if it has none.
    let goals: [Goal?]

    /// - Parameter ids: The stations' ids; returns nil if none is on the map.
    init?(_ ids: [String], on network: TrackNetwork) {
        guard let first = ids.first else { return nil }
        id = first
        goals = zip(network.map.railways, network.lines).map { railway, line in
            let stations = railway.stations.indices.filter { ids.contains(railway.stations[$0].id) }
            let places = line.stations.indices.filter { stations.contains(line.stations[$0].station) }
            return stations.isEmpty
                ? nil : Goal(stations: stations, places: places, ids: stations.map { railway.stations[$0].id }, isOnRing: line.isRing)
        }
        guard goals.contains(where: { $0 != nil }) else { return nil }
    }
}
