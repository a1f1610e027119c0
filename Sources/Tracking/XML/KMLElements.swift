import CLibXML2

/// Turns the elements of a KML document into fixes: `gx:Track` with its times; without one, points with a `TimeStamp`; without
/// these, lines without times: programs write the same way two and three times. Points and lines are held until the end.
final class KMLElements: XMLElements {
    private enum Role { case track, when, coord, placemark, timeStamp, point, lineString, coordinates, other }
    private static let mostPositions = 300_000
    private static let longestText = 256

    private var stack: [Role] = []
    private var buffer: [UInt8] = []
    private var overflow = false
    private var place: (line: Int, column: Int) = (0, 0)
    private var rootName: String?

    /// A position that is held back, in little room.
    private struct Position {
        static let none = Position(latitude: .nan, longitude: .nan, altitude: .nan)
        /// Degrees; not a number for a time without a position.
        var latitude, longitude: Double
        /// Metres; not a number where unknown.
        var altitude: Double
        /// Nanoseconds since 1970.
        var time = Position.noTime
        var startsSegment = false
        static let noTime = Int64.min

        var fix: Fix {
            var fix = Fix()
            fix.latitude = latitude
            fix.longitude = longitude
            if !altitude.isNaN { fix.altitude = altitude }
            if time != Position.noTime { fix.time = TrackTime(nanoseconds: time) }
            fix.startsSegment = startsSegment
            return fix
        }
    }

    // One gx:Track, whose times and positions come in two lists.
    private var times: [Int64] = []
    private var positions: [Position] = []
    // One placemark.
    private var stamp: TrackTime?
    private var point: Position?
    /// Points with times, until it is known whether there is a gx:Track, whose photographs and halts they may be.
    private var points: [Position] = []
    /// The lines without times, until it is known whether there are times.
    private var lines: [Position] = []
    private var placeCount = 0

    /// What coordinates have given that are not at their end yet.
    private struct OpenCoordinates {
        /// The first of `lines` that is theirs.
        var firstLine = 0
        /// What was no position: how many, and the first of them in words.
        var noPositionCount = 0
        var noPositions: [String] = []
    }
    private static let mostHeldFaults = 1000
    private var open = OpenCoordinates()

    /// What is to be given, in little room: each list when so many faults have been taken as were found before it.
    private var ready: [(after: Int, positions: [Position])] = []
    private var readyPlace = 0

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

    /// Gives these after what has been found so far.
    private func give(_ positions: [Position]) {
        if positions.isEmpty { return }
        ready.append((foundCount, positions))
        countFixes(positions.count)
    }

    override var isForeign: Bool { rootName.map { $0 != "kml" && $0 != "Document" && $0 != "Folder" && $0 != "Placemark" } ?? false }

    override func start(_ name: UnsafePointer<xmlChar>, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        if rootName == nil {
            rootName = String(cString: name)
            stopIfForeign()
        }
        let role: Role =
            switch String(cString: name) {
            case "Track": .track
            case "when": .when
            case "coord": .coord
            case "Placemark": .placemark
            case "TimeStamp": .timeStamp
            case "Point": .point
            case "LineString": .lineString
            case "coordinates": .coordinates
            default: .other
            }
        stack.append(role)
        switch role {
        case .track:
            times.removeAll(keepingCapacity: true)
            positions.removeAll(keepingCapacity: true)
        case .placemark:
            stamp = nil
            point = nil
        case .lineString: lineBegins = true
        case .when, .coord: place = startOfTag()
        case .coordinates:
            place = startOfTag()
            open = OpenCoordinates(firstLine: lines.count)
        default: break
        }
        buffer.removeAll(keepingCapacity: true)
        overflow = false
    }

    private var lineBegins = false
    private var parent: Role? { stack.count > 1 ? stack[stack.count - 2] : nil }

    override func text(_ bytes: UnsafeBufferPointer<xmlChar>) {
        switch stack.last {
        case .when?, .coord?: append(bytes)
        case .coordinates?:
            guard parent == .lineString || parent == .point else { return }
            // A line's coordinates are read as they come, blank by blank.
            for byte in bytes {
                if byte <= 0x20 { takeTuple() } else if buffer.count < Self.longestText { buffer.append(byte) } else { overflow = true }
            }
        default: break
        }
    }

    private func append(_ bytes: UnsafeBufferPointer<xmlChar>) {
        let room = Self.longestText - buffer.count
        if bytes.count > room { overflow = true }
        buffer.append(contentsOf: bytes.prefix(room))
    }

    override func end() {
        let role = stack.last ?? .other
        switch role {
        case .when where parent == .track:
            let time = overflow ? nil : buffer.withUnsafeBufferPointer { TimeText.iso8601($0) }
            if time == nil { fault(.badValue, place, "the time does not read as ISO 8601: \(text)", "its position is skipped") }
            if times.count < Self.mostPositions { times.append(time?.nanoseconds ?? Position.noTime) }
        case .when where parent == .timeStamp: stamp = overflow ? nil : buffer.withUnsafeBufferPointer { TimeText.iso8601($0) }
        case .coord: takeCoord()
        case .coordinates: closeCoordinates()
        case .track: endTrack()
        case .placemark: endPlacemark()
        default: break
        }
        if !stack.isEmpty { stack.removeLast() }
    }

    private var text: String { buffer.withUnsafeBufferPointer { quoted(DecimalText.trimmed($0)) } }

    // MARK: Positions

    /// `longitude latitude [altitude]`, as gx:coord writes it, or with commas.
    private func position(_ parts: [ArraySlice<UInt8>]) -> Position? {
        let numbers = parts.prefix(3).map { part in part.withUnsafeBufferPointer { DecimalText.double($0) } }
        guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1], longitude.magnitude <= 180, latitude.magnitude <= 90
        else { return nil }
        return Position(latitude: latitude, longitude: longitude, altitude: numbers.count > 2 ? numbers[2] ?? .nan : .nan)
    }

    private func takeCoord() {
        guard parent == .track, positions.count < Self.mostPositions else { return }
        let parts = buffer.split { $0 <= 0x20 || $0 == 0x2C }
        // An empty one stands for a time without a position.
        guard !parts.isEmpty, !overflow else { return positions.append(.none) }
        let position = position(Array(parts))
        if position == nil { tellNoPosition(text) }
        positions.append(position ?? .none)
    }

    private func tellNoPosition(_ text: String) {
        fault(.badValue, place, "no position as longitude, latitude and altitude: \(text)", "it is skipped")
    }

    private func takeTuple() {
        guard !buffer.isEmpty, parent == .lineString || parent == .point else { return }
        defer {
            buffer.removeAll(keepingCapacity: true)
            overflow = false
        }
        guard !overflow else { return }
        guard var position = position(buffer.split(separator: 0x2C)) else {
            open.noPositionCount += 1
            if open.noPositions.count < Self.mostHeldFaults { open.noPositions.append(text) }
            return
        }
        if parent == .point {
            point = position
        } else if lines.count < Self.mostPositions {
            position.startsSegment = lineBegins && !lines.isEmpty
            lineBegins = false
            lines.append(position)
        }
    }

    /// The coordinates have come to their end, and with them it is sure what they held.
    private func closeCoordinates() {
        takeTuple()
        for text in open.noPositions { tellNoPosition(text) }
        let untold = open.noPositionCount - open.noPositions.count
        if untold > 0 { fault(.badValue, place, "\(untold) more that are no positions in these coordinates", "they are skipped") }
        open = OpenCoordinates()
    }

    override func broke(afterText: Bool) {
        guard stack.last == .coordinates else { return }
        if afterText { return closeCoordinates() }
        // How much of the text before a byte that is no text the parser hands over, depends on the pieces it came in.
        lines.removeSubrange(min(open.firstLine, lines.count)...)
        open = OpenCoordinates()
    }

    private func endTrack() {
        if times.count != positions.count {
            fault(
                .fieldCount, startOfTag(), "a track of \(positions.count) positions with \(times.count) times",
                "what has both is read")
        }
        for index in positions.indices { positions[index].time = index < times.count ? times[index] : Position.noTime }
        times = []
        positions.removeAll { $0.latitude.isNaN || $0.time == Position.noTime }
        if !positions.isEmpty { positions[0].startsSegment = fixCount > 0 }
        give(positions)
        positions = []
    }

    private func endPlacemark() {
        guard var position = point else { return }
        point = nil
        guard let stamp else {
            placeCount += 1
            return
        }
        position.time = stamp.nanoseconds
        if points.count < Self.mostPositions { points.append(position) }
    }

    // MARK: The end

    override func finish() {
        if fixCount == 0 { give(points.isEmpty ? lines : points) }
        points = []
        lines = []
    }

    override var contents: String { placeCount > 0 ? "\(placeCount) places without a time" : "" }
}
