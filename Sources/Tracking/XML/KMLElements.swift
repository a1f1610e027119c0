// SPDX-License-Identifier: MIT
import CLibXML2
import PlainText

/// Turns the elements of a KML document into fixes: `gx:Track` with its times; without one, points with a `TimeStamp`; without
/// these, lines without times, because programs write the same way two or three times. Points and lines are held until the end.
final class KMLElements: XMLElements {
    private typealias Position = KMLPositions.Position
    /// The elements that matter, by their names.
    private enum Role: String {
        case track = "Track", when, coord, placemark = "Placemark", timeStamp = "TimeStamp", point = "Point", lineString = "LineString"
        case name, coordinates, other
    }
    /// The usual maximum number of positions of each kind that are held.
    static let usualMost = 300_000
    private static let longestText = 256

    private var role: Role { path.last.flatMap(Role.init) ?? .other }
    private var parent: Role? { path.dropLast().last.flatMap(Role.init) }
    private var buffer: [UInt8] = []
    private var overflow = false
    private var place: (line: Int, column: Int) = (0, 0)

    // The times and positions of one gx:Track, which come in two lists.
    private var times: [Int64] = []
    private var track: KMLPositions
    // One placemark.
    private var stamp: TrackTime?
    private var point: Position?
    private var placeCount = 0
    /// Points with times, held until it is clear whether there is a gx:Track; then they may be its photographs and stops.
    private var points: KMLPositions
    /// Lines without times, held until it is clear whether there are times.
    private var lines: KMLPositions

    /// The results of a coordinates element that is still open.
    private struct OpenCoordinates {
        /// The index of its first position in `lines`.
        var firstLine = 0
        /// The number of malformed positions, and the texts of the first of them.
        var badPositionCount = 0
        var badPositions: [String] = []
        /// The number of its positions that were not held.
        var restCount = 0
    }
    private static let mostHeldFaults = 1000
    private var open = OpenCoordinates()

    /// The positions ready to be returned, in compact form: each list is due once the faults found before it have been taken.
    private var ready: [(after: Int, positions: [Position])] = []
    private var readyPlace = 0

    /// - Parameters:
    ///   - source: the input's name, for messages.
    ///   - most: the maximum number of positions of each kind that are held.
    init(source: String, most: Int) {
        track = KMLPositions(atMost: most)
        points = track
        lines = track
        super.init(source: source)
    }

    override var hasPending: Bool { super.hasPending || !ready.isEmpty }

    override func takePending() -> ReaderItem? {
        guard let first = ready.first, first.after <= takenCount || !super.hasPending else { return super.takePending() }
        readyPlace += 1
        let fix = first.positions[readyPlace - 1].fix
        if readyPlace == first.positions.count {
            ready.removeFirst()
            readyPlace = 0
        }
        return .fix(fix)
    }

    /// Queues these positions after all faults found so far.
    private func emit(_ positions: [Position]) {
        if positions.isEmpty { return }
        ready.append((foundCount, positions))
        countFixes(positions.count)
    }

    /// The root elements of KML; programs also write parts of a document.
    static let roots: Set<String> = ["kml", "Document", "Folder", "Placemark"]

    override var isForeign: Bool { rootName.map { !Self.roots.contains($0) } ?? false }

    override func start(_ name: String, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        switch role {
        case .track:
            times.removeAll(keepingCapacity: true)
            track = KMLPositions(atMost: track.most)
        case .placemark:
            stamp = nil
            point = nil
            beginTrack()
        case .lineString: lineBegins = true
        case .when, .coord: place = startOfTag()
        case .coordinates:
            place = startOfTag()
            open = OpenCoordinates(firstLine: lines.held.count)
        default: break
        }
        buffer.removeAll(keepingCapacity: true)
        overflow = false
    }

    private var lineBegins = false

    override func text(_ bytes: UnsafeBufferPointer<xmlChar>) {
        switch role {
        case .when, .coord, .name:
            let room = Self.longestText - buffer.count
            if bytes.count > room { overflow = true }
            buffer.append(contentsOf: bytes.prefix(room))
        case .coordinates:
            guard parent == .lineString || parent == .point else { return }
            // A line's coordinates are read as they arrive, tuple by tuple.
            for byte in bytes {
                if byte <= 0x20 { takeTuple() } else if buffer.count < Self.longestText { buffer.append(byte) } else { overflow = true }
            }
        default: break
        }
    }

    override func end() {
        switch role {
        case .when where parent == .track:
            let time = overflow ? nil : buffer.withUnsafeBufferPointer { TimeText.iso8601($0) }
            if time == nil {
                let (kind, message) = buffer.withUnsafeBufferPointer { TimeText.fault($0, quoted: text) }
                fault(kind, place, message, "its position is skipped")
            }
            if times.count < track.most { times.append(time?.nanoseconds ?? Position.noTime) }
        case .when where parent == .timeStamp: stamp = overflow ? nil : buffer.withUnsafeBufferPointer { TimeText.iso8601($0) }
        case .name where parent == .placemark: nameTrack(buffer)
        case .coord: takeCoord()
        case .coordinates: closeCoordinates()
        case .track: endTrack()
        case .placemark: endPlacemark()
        default: break
        }
    }

    private var text: String { buffer.withUnsafeBufferPointer { quoted(DecimalText.trimmed($0)) } }

    // MARK: Positions

    /// A position `longitude latitude [altitude]`, separated by spaces as in gx:coord, or by commas.
    private func position(_ parts: [ArraySlice<UInt8>]) -> Position? {
        let numbers = parts.prefix(3).map { part in part.withUnsafeBufferPointer { DecimalText.double($0) } }
        guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1], longitude.magnitude <= 180,
            latitude.magnitude <= 90
        else { return nil }
        return Position(latitude: latitude, longitude: longitude, altitude: numbers.count > 2 ? numbers[2] ?? .nan : .nan)
    }

    private func takeCoord() {
        guard parent == .track else { return }
        guard !track.isFull else { return track.countRest(1, at: place) }
        let parts = buffer.split { $0 <= 0x20 || $0 == 0x2C }
        // An empty element means a time without a position.
        guard !parts.isEmpty, !overflow else { return track.add(.none, at: place) }
        let position = position(Array(parts))
        if position == nil { reportBadPosition(text) }
        track.add(position ?? .none, at: place)
    }

    private func reportBadPosition(_ text: String) {
        fault(.badValue, place, "not a position as longitude, latitude and altitude: \(text)", "it is skipped")
    }

    private func takeTuple() {
        guard !buffer.isEmpty, parent == .lineString || parent == .point else { return }
        defer {
            buffer.removeAll(keepingCapacity: true)
            overflow = false
        }
        guard !overflow else { return }
        guard var position = position(buffer.split(separator: 0x2C)) else {
            open.badPositionCount += 1
            if open.badPositions.count < Self.mostHeldFaults { open.badPositions.append(text) }
            return
        }
        if parent == .point {
            point = position
        } else if lines.isFull {
            open.restCount += 1
        } else {
            position.startsSegment = lineBegins && !lines.held.isEmpty
            lineBegins = false
            lines.add(position, at: place)
        }
    }

    /// Ends a coordinates element, and reports its malformed and excess positions.
    private func closeCoordinates() {
        takeTuple()
        for text in open.badPositions { reportBadPosition(text) }
        let unreported = open.badPositionCount - open.badPositions.count
        if unreported > 0 { fault(.badValue, place, "\(unreported) more invalid positions in these coordinates", "they are skipped") }
        if open.restCount > 0 { lines.countRest(open.restCount, at: place) }
        open = OpenCoordinates()
    }

    override func broke(afterText: Bool) {
        guard role == .coordinates else { return }
        if afterText { return closeCoordinates() }
        // How much text the parser passes on before an invalid byte depends on how the input was split.
        lines.held.removeSubrange(min(open.firstLine, lines.held.count)...)
        open = OpenCoordinates()
    }

    private func endTrack() {
        var ended = KMLPositions(atMost: track.most)
        swap(&ended, &track)
        if times.count != ended.held.count {
            fault(
                .fieldCount, startOfTag(), "a track of \(ended.held.count) positions with \(times.count) times",
                "positions with times are read")
        }
        for index in ended.held.indices { ended.held[index].time = index < times.count ? times[index] : Position.noTime }
        times = []
        reportRest(of: ended)
        ended.held.removeAll { $0.latitude.isNaN || $0.time == Position.noTime }
        if !ended.held.isEmpty { ended.held[0].startsSegment = fixCount > 0 }
        emit(ended.held)
    }

    private func endPlacemark() {
        guard var position = point else { return }
        point = nil
        guard let stamp else {
            placeCount += 1
            return
        }
        position.time = stamp.nanoseconds
        points.add(position, at: place)
    }

    private func reportRest(of positions: KMLPositions) {
        guard positions.restCount > 0 else { return }
        fault(
            .outOfRange, positions.restPlace, "\(CountText.of(positions.restCount, "position")) beyond the first \(positions.most)",
            "skipped; split the file to read all of them")
    }

    // MARK: The end

    override func finish() {
        if fixCount == 0 {
            let found = points.held.isEmpty ? lines : points
            reportRest(of: found)
            emit(found.held)
        }
        points.held = []
        lines.held = []
    }

    override func noTrack(in format: String) -> (message: String, remedy: String) {
        let (message, remedy) = super.noTrack(in: format)
        return (placeCount > 0 ? "\(message): \(placeCount) places without a time" : message, remedy)
    }
}
