// SPDX-License-Identifier: MIT
/// The stops of one kind of train, as used by the tracker.
struct StopPattern: Equatable, Sendable {
    enum Call: Sendable { case stops, passes, doesNotRun }

    /// One per station in `TrackNetwork.Line.stations`.
    let calls: [Call]
    /// True if it stops at every station where it runs.
    let isLocal: Bool

    /// Nil for a train that stops at fewer than two of the stations.
    /// - Parameters:
    ///   - stops: One per station of the line: true if the train stops.
    ///   - isRing: True if the line is a ring, on which a train runs all the way round.
    init?(stops: [Bool], isRing: Bool) {
        guard let first = stops.firstIndex(of: true), let last = stops.lastIndex(of: true), last > first else { return nil }
        let run = isRing ? 0...stops.count - 1 : first...last
        calls = stops.indices.map { run.contains($0) ? (stops[$0] ? .stops : .passes) : .doesNotRun }
        isLocal = !calls.contains(.passes)
    }

    /// Whether the train runs between a station and the next.
    func runs(after station: Int) -> Bool {
        func runs(_ station: Int) -> Bool { !calls.indices.contains(station) || calls[station] != .doesNotRun }
        return runs(station) && runs(station + 1) && (calls.indices.contains(station) || calls.indices.contains(station + 1))
    }
}
