/// Where one kind of train of a railway stops, as the tracker sees it.
struct StopPattern: Equatable, Sendable {
    enum Call: Sendable { case stops, passes, doesNotRun }

    /// One for each of `TrackNetwork.Line.stations`.
    let calls: [Call]
    /// True when it stops wherever it runs.
    let isLocal: Bool

    /// - Parameters:
    ///   - stops: true where the train stops, one for each of the line's stations.
    ///   - isRing: a train on a ring runs over all of it.
    /// Nil for a train that stops at fewer than two of the stations.
    init?(stops: [Bool], isRing: Bool) {
        guard let first = stops.firstIndex(of: true), let last = stops.lastIndex(of: true), last > first else { return nil }
        let run = isRing ? 0...stops.count - 1 : first...last
        calls = stops.indices.map { run.contains($0) ? (stops[$0] ? .stops : .passes) : .doesNotRun }
        isLocal = !calls.contains(.passes)
    }

    /// True where the train runs between a station and the next.
    func runs(after station: Int) -> Bool {
        func runs(_ station: Int) -> Bool { !calls.indices.contains(station) || calls[station] != .doesNotRun }
        return runs(station) && runs(station + 1) && (calls.indices.contains(station) || calls.indices.contains(station + 1))
    }
}
