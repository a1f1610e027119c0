// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// Builds railways from a line's stop sequences and tracks.
struct LineBuilder {
    private let stations: [LineStation]
    private(set) var railways: [Railway] = []
    var notes: [String] = []
    /// The ids of the railways for which the source has no track past their stations.
    private(set) var undrawn: [String] = []
    /// The ids of railways and stations already in use.
    private var ids: Set<String> = []
    /// The first and the last station of each run of all lines.
    private var runEnds: Set<[Int]> = []
    private let positions: [Railway.Position?]
    private let places: [EarthPoint?]

    /// The maximum number of stop patterns per railway; the most frequent ones are kept.
    private static let mostPatterns = 100
    /// The maximum number of stops of one train: more than between Moscow and Vladivostok, and few enough that the path past them
    /// is found quickly.
    private static let mostStops = 2000

    init(stations: [LineStation]) {
        self.stations = stations
        positions = stations.map { Railway.Position.middle(of: $0.stops) }
        places = positions.map { $0.flatMap { $0.isOnEarth ? $0.place : nil } }
    }

    /// Adds lines.
    mutating func add(_ lines: [LineSource], progress: (ImportProgress) -> Void) {
        for sequence in lines.lazy.flatMap(\.sequences) {
            runEnds.insert([sequence.stations.first, sequence.stations.last].compactMap(\.self))
        }
        for (index, line) in lines.enumerated() {
            progress(.layingTrack(index, of: lines.count))
            add(line)
        }
    }

    /// Adds a line as one railway for its main run and one for each branch.
    mutating func add(_ line: LineSource) {
        var line = line
        for sequence in line.sequences where sequence.stations.count > Self.mostStops {
            notes.append("\(line.id): a train with \(sequence.stations.count) stops was ignored; the limit is \(Self.mostStops)")
        }
        line.sequences.removeAll { $0.stations.count > Self.mostStops }
        let strands = StrandMerger(line.sequences) { [places] in places[$0] }.strands
        if strands.isEmpty {
            let visited = Set(line.sequences.flatMap(\.stations)).count
            notes.append("\(line.id) has \(visited == 0 ? "no station" : "one station only") and was ignored")
            return
        }
        for (index, strand) in strands.enumerated() {
            var railway = Railway(
                id: claim(index == 0 ? line.id : Railway.id(ofPart: index + 1, of: line.id)), name: line.name, color: line.color)
            railway.code = line.code
            railway.mode = line.mode
            for stop in strand.stops { railway.stations.append(station(stop, of: railway.id)) }
            if index > 0 {
                railway.name = branchName(line.name, railway.stations)
                let isBranch = strands[..<index].contains { earlier in
                    strand.stops.contains { stop in earlier.stops.contains { $0.station == stop.station } }
                }
                notes.append("\(railway.id) is \(isBranch ? "a branch of" : "apart from") \(line.id): \(ends(railway.stations))")
            }
            let runs = runs(line.sequences, on: strand)
            name(directions: runs, of: &railway)
            // A railway is one-way only if its trains come back round a loop, on another part of the line or as another line. Otherwise the
            // source lacks them.
            if line.specifiesDirections {
                let ends = [strand.stops.first, strand.stops.last].compactMap { $0?.station }
                let isPart = strand.isLoop || strands.count > 1
                // Where a run ends at its first station, its own ends are those of the way back.
                let isStretch = ends.first != ends.last
                if !runs.contains(where: \.isForward), isPart || isStretch && runEnds.contains(ends) { railway.ascending = nil }
                if runs.allSatisfy(\.isForward), isPart || isStretch && runEnds.contains(ends.reversed()) { railway.descending = nil }
            }
            railway.patterns = patterns(runs, of: strand, named: railway.stations)
            if railway.patterns.count > Self.mostPatterns {
                notes.append("\(railway.id) has \(railway.patterns.count) stop patterns; the \(Self.mostPatterns) most frequent are kept")
                railway.patterns.removeLast(railway.patterns.count - Self.mostPatterns)
            }
            railway.timetable = line.clock.flatMap { timetable(runs, on: strand, $0) }
            lay(&railway, strand, runs, specifiesLoops: line.specifiesLoops, isWhole: strands.count == 1)
            railways.append(railway)
        }
    }

    /// Reserves an id, with a suffix if it is already in use.
    private mutating func claim(_ id: String) -> String {
        var own = id
        while !ids.insert(own).inserted { own += "'" }
        return own
    }

    private mutating func station(_ stop: Strand.Stop, of railway: String) -> Railway.Station {
        let source = stations[stop.station]
        let visit = stop.visit == 0 ? "" : ":\(stop.visit + 1)"
        var station = Railway.Station(id: claim("\(railway).\(source.id)\(visit)"), name: source.name, position: positions[stop.station])
        station.code = source.code
        return station
    }

    /// `Fürth – Langwasser`: the ends of a run of stations.
    private func ends(_ stations: some BidirectionalCollection<Railway.Station>, in languages: [String] = []) -> String {
        guard let first = stations.first, let last = stations.last else { return "" }
        return "\(first.name.text(languages)) – \(last.name.text(languages))"
    }

    private func branchName(_ name: LocalizedName, _ stations: [Railway.Station]) -> LocalizedName {
        LocalizedName(
            name.entries.map { entry in
                LocalizedName.Entry(language: entry.language, text: "\(entry.text) (\(ends(stations, in: [entry.language])))")
            })
    }

    // MARK: Runs on a strand

    /// A sequence, or a part of one, matched to a strand.
    private struct Run {
        var sequence: LineSequence
        var isForward: Bool
        /// Indexes into the strand's stops, in the strand's order, and those of the same stops in the sequence.
        var places: [Int]
        var calls: [Int]
    }

    /// A train that leaves the strand between two of its stops makes a run before and one after it.
    private func runs(_ sequences: [LineSequence], on strand: Strand) -> [Run] {
        sequences.flatMap { sequence in
            StrandMerger.unfolded(sequence.stations).flatMap { part in
                guard let match = strand.match(part.map { sequence.stations[$0] }) else { return [Run]() }
                return zip(match.places, match.isForward ? part : part.reversed()).split { $0.0 == nil }.filter { $0.count > 1 }.map {
                    Run(sequence: sequence, isForward: match.isForward, places: $0.compactMap(\.0), calls: $0.map(\.1))
                }
            }
        }
    }

    /// Names the directions by the most frequent headsign, else by the source's direction number.
    private func name(directions runs: [Run], of railway: inout Railway) {
        func name(_ isForward: Bool) -> String? {
            var order: [String] = []
            var trips: [String: Int] = [:]
            var numbers: Set<Int> = []
            for run in runs where run.isForward == isForward {
                if let direction = run.sequence.direction { numbers.insert(direction) }
                guard let headsign = run.sequence.headsign, !headsign.isEmpty else { continue }
                if trips[headsign] == nil { order.append(headsign) }
                trips[headsign, default: 0] += run.sequence.trips
            }
            // Ties go to the first; max would return the last.
            var best: String?
            for headsign in order where trips[headsign, default: 0] > best.map({ trips[$0, default: 0] }) ?? 0 { best = headsign }
            return best ?? (numbers.count == 1 ? numbers.first.map(String.init) : nil)
        }
        let ascending = name(true)
        let descending = name(false)
        guard ascending != descending else { return }
        if let ascending { railway.ascending = ascending }
        if let descending { railway.descending = descending }
    }

    /// The departures of all trains; none at the stop where a run ends. Nil without any.
    private func timetable(_ runs: [Run], on strand: Strand, _ clock: LocalClock) -> Timetable? {
        var timetable = Timetable(clock: clock, stations: strand.stops.count)
        for run in runs {
            let stops = zip(run.places, run.calls)
            for (place, call) in run.isForward ? Array(stops.dropLast()) : Array(stops.dropFirst()) {
                for train in run.sequence.trains where train.departures[call] >= 0 {
                    timetable.add(
                        Timetable.Departure(seconds: train.departures[call], weekdays: train.weekdays, share: train.share), from: place,
                        isAscending: run.isForward)
                }
            }
        }
        timetable.sort()
        return timetable.count > 0 ? timetable : nil
    }

    /// The distinct sets of stops, the most frequent first.
    private func patterns(_ runs: [Run], of strand: Strand, named stations: [Railway.Station]) -> [Railway.StopPattern] {
        var order: [[Bool]] = []
        var trips: [[Bool]: Int] = [:]
        for run in runs {
            var stops = [Bool](repeating: false, count: strand.stops.count)
            for place in run.places { stops[place] = true }
            if trips[stops] == nil { order.append(stops) }
            trips[stops, default: 0] += run.sequence.trips
        }
        let sorted = order.enumerated().sorted { a, b in
            (trips[b.element, default: 0], a.offset) < (trips[a.element, default: 0], b.offset)
        }
        return sorted.map { Railway.StopPattern(name: patternName($0.element, stations), stops: $0.element) }
    }

    /// `Fürth – Langwasser`, or `Fürth – Langwasser, 7 of 12 stops`.
    private func patternName(_ stops: [Bool], _ stations: [Railway.Station]) -> LocalizedName {
        guard let first = stops.firstIndex(of: true), let last = stops.lastIndex(of: true) else { return LocalizedName() }
        let made = stops.count { $0 }
        let run = stations[first...last]
        let suffix = made == run.count ? "" : ", \(made) of \(run.count) stops"
        let languages = (stations[first].name.entries + stations[last].name.entries).map(\.language).uniqued()
        return LocalizedName(languages.map { LocalizedName.Entry(language: $0, text: ends(run, in: [$0]) + suffix) })
    }

    // MARK: Track

    private mutating func lay(
        _ railway: inout Railway, _ strand: Strand, _ runs: [Run], specifiesLoops: Bool, isWhole: Bool
    ) {
        var pieces = tracks(runs, of: strand)
        let isDrawn = !pieces.isEmpty
        if !isDrawn {
            pieces = straightTrack(railway.stations, isLoop: strand.isLoop)
            undrawn.append(railway.id)
        }
        let chain = TrackChain(
            pieces: pieces, stations: railway.stations, isLoop: strand.isLoop ? true : specifiesLoops || !isDrawn ? false : nil,
            isWhole: isWhole)
        railway.segments = chain.segments
        notes += chain.notes.map { "\(railway.id): \($0)" }
        let lost = railway.stations.filter { $0.position == nil }
        if !lost.isEmpty {
            notes.append("\(railway.id): no position for \(lost.map { $0.name.text(else: $0.id) }.joined(separator: ", "))")
        }
    }

    private func straightTrack(_ stations: [Railway.Station], isLoop: Bool) -> [Railway.Segment] {
        var points = stations.compactMap(\.position)
        if isLoop, let first = points.first { points.append(first) }
        return zip(points, points.dropFirst()).map { Railway.Segment(isUnderground: false, points: [$0, $1]) }
    }

    /// The track of as few runs as are needed to cover every stretch of the strand. Prefers runs that stop at both ends of a
    /// stretch, since an express may take another route, over runs that pass; and runs in the strand's direction, to leave out
    /// the other direction's track. A shape may end short of the stops of its trips: it covers a stretch only if it comes near
    /// both ends; what no shape covers so is left to the runs that stop there.
    private func tracks(_ runs: [Run], of strand: Strand) -> [Railway.Segment] {
        let known = runs.filter { !$0.sequence.track.isEmpty }.map { (run: $0, stops: stopsReached(by: $0, on: strand)) }
        // A track far from every station is another line's, or damaged.
        let near = known.filter { !$0.stops.isEmpty }
        let drawn = near.map(\.run), reached = near.map(\.stops)
        var open = Set(0..<(strand.isLoop ? strand.stops.count : strand.stops.count - 1))
        var pieces: [Railway.Segment] = []
        for (passes, mayMiss) in [(false, false), (true, false), (false, true), (true, true)] where !open.isEmpty {
            let stretches = drawn.indices.map { index in
                let own = self.stretches(of: drawn[index], on: strand, passing: passes)
                return mayMiss ? own : own.filter { reached[index].contains($0) && reached[index].contains(($0 + 1) % strand.stops.count) }
            }
            while !open.isEmpty {
                var best: (index: Int, gain: (Int, Int, Int))?
                for (index, own) in stretches.enumerated() {
                    let gain = (own.intersection(open).count, drawn[index].places.count, drawn[index].isForward ? 1 : 0)
                    if gain.0 > 0, gain > best?.gain ?? (0, 0, 0) { best = (index, gain) }
                }
                guard let best else { break }
                open.subtract(stretches[best.index])
                pieces += drawn[best.index].sequence.track
            }
        }
        return pieces
    }

    /// The stops of a strand that a run's track comes near, by their index; those without a position count.
    private func stopsReached(by run: Run, on strand: Strand) -> Set<Int> {
        let points = run.sequence.track.flatMap(\.points).compactMap { MapPoint($0) }
        return Set(
            strand.stops.indices.filter { index in
                guard let point = positions[strand.stops[index].station].flatMap({ MapPoint($0) }) else { return true }
                let plane = TangentPlane(at: point)
                return zip(points, points.dropFirst()).contains { from, to in
                    FlatPiece.nearest(plane.offset(to: from), plane.offset(to: to)).squared < Self.nearTrack * Self.nearTrack
                }
            })
    }

    /// Metres within which a track passes a station.
    private static let nearTrack = 500.0

    /// The stretches of a strand that a run covers, each identified by the stop where it begins.
    /// - Parameter passing: Whether to include stretches where the run does not stop at both ends.
    private func stretches(of run: Run, on strand: Strand, passing: Bool) -> Set<Int> {
        let count = strand.stops.count
        var stretches: Set<Int> = []
        for (a, b) in zip(run.places, run.places.dropFirst()) {
            let next = strand.isLoop ? (a + 1) % count : a + 1
            if !passing, b != next { continue }
            var at = a
            while at != b {
                stretches.insert(at)
                at = strand.isLoop ? (at + 1) % count : at + 1
            }
        }
        // A train that calls at every station of a loop, with the first one only once, goes all the way round.
        if strand.isLoop, run.places.count == count { stretches.formUnion(0..<count) }
        return stretches
    }
}
