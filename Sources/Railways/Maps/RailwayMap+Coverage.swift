// SPDX-License-Identifier: MIT
import Tracking

extension RailwayMap {
    /// The lines of which another map has the same: three quarters of their stations or more are stations of one line there.
    /// - Returns: indexes into `railways`.
    func lines(coveredBy other: RailwayMap) -> [Int] {
        let own = stops, all = own + other.stops
        /// For each line, its stations that each line of the other map has too.
        var shared = [[Int: Set<Int>]](repeating: [:], count: railways.count)
        MapPoint.pairs(of: all.map(\.point), within: Self.reach) { one, another, _ in
            let (mine, its) = (min(one, another), max(one, another))
            if mine < own.count, its >= own.count { shared[own[mine].line][all[its].line, default: []].insert(mine) }
        }
        return railways.indices.filter { line in
            let count = own.count { $0.line == line }
            let most = shared[line].values.map(\.count).max() ?? 0
            return count > 1 && Double(most) >= max(2, Self.sharedPart * Double(count))
        }
    }

    /// Sources disagree about stations that were opened or renamed since.
    private static let sharedPart = 0.75
    /// Metres by which two sources may place one station apart.
    private static let reach = 250.0

    /// The stations that are on Earth, each with its line.
    private var stops: [(line: Int, point: MapPoint)] {
        railways.enumerated().flatMap { line, railway in
            railway.stations.compactMap(\.position).filter(\.isOnEarth).compactMap { MapPoint($0) }.map { (line, $0) }
        }
    }
}
