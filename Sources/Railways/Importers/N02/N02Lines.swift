// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// Collects the sections and stations of each line, and orders the stations along the track.
struct N02Lines {
    private struct Line {
        var company: String
        var name: String
        var sections: [Railway.Segment] = []
        /// The stops of each are its features.
        var stations: [LineStation] = []
    }
    private var lines: [Line] = []
    private var numbers: [[String]: Int] = [:]
    private(set) var hasSections = false
    private(set) var hasStations = false
    private var notes: [String] = []

    /// Features with one station and line name within this distance of each other, in metres, form one station.
    private static let together = 1000.0
    /// A station is on a run that is at most this much farther away than the nearest, in metres.
    private static let spread = 30.0
    /// A run ends on another one at most this far away, in metres.
    private static let touching = 30.0
    /// The greatest distance of a branch's beginning from the station where trains leave the line, in metres.
    private static let junctionReach = 1500.0

    var isEmpty: Bool { lines.isEmpty }

    mutating func add(_ features: [N02Feature]) {
        var strange = 0
        for feature in features {
            guard let name = feature.line, let company = feature.company, let runs = feature.lines else {
                strange += 1
                continue
            }
            let number = numbers[[company, name]] ?? lines.count
            if number == lines.count {
                numbers[[company, name]] = number
                lines.append(Line(company: company, name: name))
            }
            if let station = feature.station {
                hasStations = true
                add(station: station, code: feature.stationCode, runs, to: number)
            } else {
                hasSections = true
                for points in runs where points.count > 1 {
                    lines[number].sections.append(Railway.Segment(isUnderground: false, points: points))
                }
            }
        }
        if strange > 0 { notes.append("ignored \(CountText.of(strange, "feature")) without line, company or geometry") }
    }

    /// Adds a station. It is drawn as the piece of track along its platform; its position is the middle of that.
    private mutating func add(station name: String, code: String?, _ runs: [[Railway.Position]], to number: Int) {
        guard let middle = Self.middle(runs.flatMap { $0 }) else {
            notes.append("\(lines[number].company) \(lines[number].name): \(name) has no position")
            return
        }
        let known = lines[number].stations.indices.first { index in
            lines[number].stations[index].name.text() == name
                && (Railway.Position.middle(of: lines[number].stations[index].stops)?.place.distance(to: middle.place) ?? .infinity)
                    <= Self.together
        }
        if let known {
            lines[number].stations[known].stops.append(middle)
            return
        }
        // A name may occur twice on a line, far from each other.
        let isTaken = lines[number].stations.contains { $0.id == name }
        let count = lines[number].stations.count
        lines[number].stations.append(
            LineStation(
                id: isTaken ? "\(name).\(code ?? "\(count)")" : name, name: LocalizedName([.init(language: "ja", text: name)]),
                stops: [middle]))
    }

    /// The point halfway along the line.
    private static func middle(_ points: [Railway.Position]) -> Railway.Position? {
        guard let first = points.first else { return nil }
        let lengths = zip(points, points.dropFirst()).map { $0.place.distance(to: $1.place) }
        var rest = lengths.reduce(0, +) / 2
        for (index, length) in lengths.enumerated() {
            if rest <= length, length > 0 { return points[index].toward(points[index + 1], share: rest / length) }
            rest -= length
        }
        return first
    }

    // MARK: Railways

    func railways(_ progress: (ImportProgress) -> Void) -> RailwayImport {
        var builder = LineBuilder(stations: lines.flatMap(\.stations))
        builder.notes = notes
        /// The number of the line's first station among all.
        var first = 0
        for (index, line) in lines.enumerated() {
            defer { first += line.stations.count }
            progress(.layingTrack(index, of: lines.count))
            let title = "\(line.company).\(line.name)"
            if line.sections.isEmpty {
                builder.notes.append("\(title) has no track and was ignored")
                continue
            }
            let places = line.stations.map { Railway.Position.middle(of: $0.stops)?.place }
            let (orders, lost) = order(places, along: TrackTrunks(line.sections).trunks)
            if !lost.isEmpty {
                builder.notes.append("\(title): not on its track: \(lost.map { line.stations[$0].name.text() }.joined(separator: ", "))")
            }
            // All sections apply to every run: a branch begins on the line's own track.
            var source = LineSource(id: title, name: LocalizedName([.init(language: "ja", text: line.name)]))
            source.sequences = orders.map { order in LineSequence(stations: order.map { first + $0 }, track: line.sections) }
            builder.add(source)
        }
        var result = RailwayImport(map: RailwayMap(), notes: builder.notes)
        result.map.railways = builder.railways
        // The source has no information about trains.
        for index in result.map.railways.indices { result.map.railways[index].patterns = [] }
        return result
    }

    /// The stations of each run in order, and the stations that are on no run.
    /// - Parameter places: Where the stations are.
    private func order(_ places: [EarthPoint?], along trunks: [TrackTrunks.Trunk]) -> (orders: [[Int]], lost: [Int]) {
        var owners: [Int?] = []
        var offsets: [Double] = []
        for place in places {
            let found = trunks.map { trunk in
                place.map { trunk.nearest(to: $0) } ?? (distance: .infinity, offset: 0)
            }
            let nearest = found.map(\.distance).min() ?? .infinity
            let owner = nearest <= TrackChain.farthestStation ? found.firstIndex { $0.distance <= nearest + Self.spread } : nil
            owners.append(owner)
            offsets.append(owner.map { found[$0].offset } ?? 0)
        }
        var orders: [[Int]] = []
        for (number, trunk) in trunks.enumerated() {
            var order = places.indices.filter { owners[$0] == number }.sorted { (offsets[$0], $0) < (offsets[$1], $1) }
            if !order.isEmpty, !trunk.isLoop { join(&order, number, trunks, places, owners) }
            if trunk.isLoop, order.count > 2, let first = order.first { order.append(first) }
            if !order.isEmpty { orders.append(order) }
        }
        return (orders, places.indices.filter { owners[$0] == nil })
    }

    /// Adds the station at which a branch leaves another run, or at which a run returns to itself.
    private func join(
        _ order: inout [Int], _ number: Int, _ trunks: [TrackTrunks.Trunk], _ places: [EarthPoint?], _ owners: [Int?]
    ) {
        for (isEnd, end) in trunks[number].ends.enumerated() {
            let touchesOther = trunks[..<number].contains { $0.nearest(to: end).distance <= Self.touching }
            let returns = trunks[number].nearest(to: end, sparing: Self.junctionReach / 5).distance <= Self.touching
            guard touchesOther || returns else { continue }
            var best: (station: Int, distance: Double)?
            for index in places.indices {
                guard let owner = owners[index], returns || owner != number, index != (isEnd == 0 ? order.first : order.last),
                    let distance = places[index]?.distance(to: end), distance <= Self.junctionReach
                else { continue }
                if distance < best?.distance ?? .infinity { best = (index, distance) }
            }
            guard let best else { continue }
            if isEnd == 0 { order.insert(best.station, at: 0) } else { order.append(best.station) }
        }
    }
}
