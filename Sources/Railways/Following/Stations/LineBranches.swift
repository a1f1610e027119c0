// SPDX-License-Identifier: MIT
/// Where a train may still take the branch of its line that leads to the destination.
struct LineBranches: Sendable {
    /// For each railway of the map without the destination, the indexes in `Railway.stations` at which its trains may go on along
    /// a part of the same line that leads there.
    private let junctions: [[Int]]

    init(to destination: Destination, on map: RailwayMap) {
        var junctions = [[Int]](repeating: [], count: map.railways.count)
        for parts in map.branchedLines {
            var others = parts.filter { destination.goals[$0] == nil }
            // From the destination outwards: a train may run from one branch over the main run to another.
            var leading = parts.filter { destination.goals[$0] != nil }
            while !leading.isEmpty {
                let reached = leading.flatMap { map.railways[$0].stations }
                for part in others {
                    let stations = map.railways[part].stations
                    junctions[part] = stations.indices.filter { station in
                        reached.contains { $0.distance(to: stations[station]) <= Railway.Station.sameStation }
                    }
                }
                leading = others.filter { !junctions[$0].isEmpty }
                others.removeAll { !junctions[$0].isEmpty }
            }
        }
        self.junctions = junctions
    }

    /// True if a train has such a junction ahead, or stands there.
    func lieAhead(of answer: RailwayAnswer, on line: Int, isRing: Bool) -> Bool {
        guard !isRing, let station = answer.station, let isAscending = answer.isAscending else { return !junctions[line].isEmpty }
        return junctions[line].contains { isAscending ? $0 >= station : $0 <= station }
    }
}
