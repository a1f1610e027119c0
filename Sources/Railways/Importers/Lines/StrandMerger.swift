// SPDX-License-Identifier: MIT
import Tracking

/// Merges the stop sequences of one line into strands.
///
/// The longest sequence comes first, and the others are merged into it. Stops missing from it are inserted, stops beyond its ends
/// extend it, and a run that leaves it becomes a separate strand that begins where it leaves. If two sequences have different
/// stops between the same two, each stop is inserted where it makes the path longer by at most 5 % and 50 m.
struct StrandMerger {
    private(set) var strands: [Strand] = []
    private let place: (Int) -> EarthPoint?

    /// - Parameter place: The position of a station; nil if unknown.
    init(_ sequences: [LineSequence], place: @escaping (Int) -> EarthPoint?) {
        self.place = place
        var pieces: [(stations: [Int], trips: Int, index: Int)] = []
        for (index, sequence) in sequences.enumerated() {
            for piece in Self.unfolded(sequence.stations) {
                pieces.append((piece.map { sequence.stations[$0] }, sequence.trips, index))
            }
        }
        pieces.sort { ($1.stations.count, $1.trips, $0.index) < ($0.stations.count, $0.trips, $1.index) }
        for piece in pieces { lay(piece.stations, besides: []) }
        for index in strands.indices where Self.runs(sequences, against: strands[index]) { strands[index].stops.reverse() }
    }

    /// Splits a sequence where a train reverses at a station: out and back in one trip are two runs.
    /// - Returns: The indices in the sequence of each run's stops.
    static func unfolded(_ stations: [Int]) -> [[Int]] {
        var runs: [[Int]] = []
        var run: [Int] = []
        for (index, station) in stations.enumerated() {
            if let last = run.last, stations[last] == station { continue }
            run.append(index)
            if run.count > 1, index + 1 < stations.count, stations[index + 1] == stations[run[run.count - 2]] {
                runs.append(run)
                run = [index]
            }
        }
        runs.append(run)
        return runs.filter { $0.count > 1 }
    }

    /// Whether more trips of the source's first direction run against a strand than along it.
    private static func runs(_ sequences: [LineSequence], against strand: Strand) -> Bool {
        var along = 0
        for sequence in sequences {
            guard let direction = sequence.direction else { continue }
            for run in unfolded(sequence.stations) {
                guard let match = strand.match(run.map { sequence.stations[$0] }) else { continue }
                along += match.isForward == (direction == 0) ? sequence.trips : -sequence.trips
            }
        }
        return along < 0
    }

    // MARK: Merging one sequence

    private mutating func lay(_ stations: [Int], besides excluded: Set<Int>) {
        var best: (strand: Int, match: Strand.Match)?
        for index in strands.indices where !excluded.contains(index) {
            if let match = strands[index].match(stations), match.shared > best?.match.shared ?? 0 { best = (index, match) }
        }
        guard let (strand, match) = best else {
            begin(stations)
            return
        }
        for branch in merge(match, into: strand) { lay(branch, besides: excluded.union([strand])) }
    }

    private mutating func begin(_ stations: [Int]) {
        if let period = Self.period(stations) {
            strands.append(Strand(stops: Strand.numbered(Array(stations[..<period])), isLoop: true))
        } else {
            strands.append(Strand(stops: Strand.numbered(stations)))
        }
    }

    /// The number of stops after which a train has completed a loop and everything repeats.
    private static func period(_ stations: [Int]) -> Int? {
        // Two stations and back are not a loop.
        guard stations.count > 3 else { return nil }
        let period = (3..<stations.count).first { period in
            stations.indices.dropFirst(period).allSatisfy { stations[$0] == stations[$0 - period] }
        }
        // Out to a loop and back on the same track is not a loop either: it passes stations twice.
        return period.flatMap { Set(stations[..<$0]).count == $0 ? $0 : nil }
    }

    /// Inserts the stops that the strand lacks.
    /// - Returns: The runs that leave the strand, each including the stations where it does.
    private mutating func merge(_ match: Strand.Match, into index: Int) -> [[Int]] {
        var branches: [[Int]] = []
        var run: [Strand.Stop] = []
        var before: Strand.Stop?
        for (stop, place) in zip(match.stops, match.places) {
            if place == nil {
                run.append(stop)
                continue
            }
            if !run.isEmpty, !insert(run, after: before, before: stop, into: index) {
                branches.append((before.map { [$0.station] } ?? []) + run.map(\.station) + [stop.station])
            }
            run = []
            before = stop
        }
        if let before, !run.isEmpty {
            if !insert(run, after: before, before: nil, into: index) {
                branches.append([before.station] + run.map(\.station))
            }
        }
        return branches
    }

    /// Inserts a run of new stops between two stops of a strand, or beyond its end.
    /// - Returns: False if the run leaves the strand.
    private mutating func insert(
        _ run: [Strand.Stop], after: Strand.Stop?, before: Strand.Stop?, into index: Int
    ) -> Bool {
        let stops = strands[index].stops
        let low = after.flatMap { stops.firstIndex(of: $0) }
        let high = before.flatMap { stops.firstIndex(of: $0) }
        // A stop that is elsewhere on the strand is not inserted a second time.
        guard Set(run).isDisjoint(with: stops) else { return false }
        if strands[index].isLoop {
            guard let low, let high, (low + 1) % stops.count == high else { return false }
            strands[index].stops.insert(contentsOf: run, at: low + 1)
            return true
        }
        if low == nil, high == 0 {
            strands[index].stops.insert(contentsOf: run, at: 0)
        } else if high == nil, low == stops.count - 1 {
            strands[index].stops.append(contentsOf: run)
        } else if let low, let high, high == low + 1 {
            strands[index].stops.insert(contentsOf: run, at: high)
        } else {
            let range = (low ?? 0)...(high ?? stops.count - 1)
            let known = Array(stops[range])
            // Swap the roles if the run reaches beyond the strand's end.
            let ends = (low.map { [stops[$0]] } ?? []) + run + (high.map { [stops[$0]] } ?? [])
            let between = known.dropFirst(low == nil ? 0 : 1).dropLast(high == nil ? 0 : 1)
            guard let woven = weave(run, into: known) ?? weave(Array(between), into: ends) else { return false }
            strands[index].stops.replaceSubrange(range, with: woven)
        }
        return true
    }

    /// Merges two runs between the same stops by position; nil if a stop is not on the path of the others.
    private func weave(_ run: [Strand.Stop], into stops: [Strand.Stop]) -> [Strand.Stop]? {
        var woven = stops
        var from = 0
        for stop in run {
            guard let here = place(stop.station) else { return nil }
            var best: (gap: Int, detour: Double)?
            for gap in from..<max(from, woven.count - 1) {
                guard let a = place(woven[gap].station), let b = place(woven[gap + 1].station) else { continue }
                let straight = a.distance(to: b)
                let detour = a.distance(to: here) + here.distance(to: b) - straight
                if detour <= straight * 0.05 + 50, detour < best?.detour ?? .infinity { best = (gap, detour) }
            }
            guard let best else { return nil }
            woven.insert(stop, at: best.gap + 1)
            from = best.gap + 1
        }
        return woven
    }
}
