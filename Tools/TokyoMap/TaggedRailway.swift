// SPDX-License-Identifier: MIT
import Railways
import Tracking

/// Assembles one railway: its stations in order, and its track laid past them.
struct TaggedRailway {
    /// Nil if it has no station.
    private(set) var railway: Railway?
    private(set) var notes: [String] = []

    init(_ named: Railway, joined: StationJoin.Joined, directory: StationDirectory?) {
        notes = joined.notes
        guard !joined.stations.isEmpty else {
            notes.append("\(named.id): no station of it is named; left out")
            return
        }
        var railway = named
        railway.stations = StationOrder(joined, directory: directory).stations
        if railway.stations.count == 1 { notes.append("\(named.id): a line of one station") }
        let chain = TrackChain(pieces: joined.pieces, stations: railway.stations)
        notes += chain.notes.map { "\(named.id): \($0)" }
        railway.segments = chain.segments
        if railway.segments.isEmpty {
            railway.segments = joined.pieces
            notes.append("\(named.id): its track could not be put in order, as too few of its stations have coordinates")
        }
        if joined.pieces.isEmpty { notes.append("\(named.id): no way is tagged with it; it has no track") }
        self.railway = railway
    }
}
