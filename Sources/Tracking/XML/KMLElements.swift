import CLibXML2

/// Turns the elements of a KML document into fixes: `gx:Track` with its times, points with a `TimeStamp`, and lines without times.
///
/// Where a document holds times, the lines without them are left out: programs write the same way twice.
final class KMLElements: XMLElements {
    private enum Role { case track, when, coord, placemark, timeStamp, point, lineString, coordinates, other }
    private static let mostPositions = 1_000_000
    private static let longestText = 256

    private var stack: [Role] = []
    private var buffer: [UInt8] = []
    private var overflow = false
    private var place: (line: Int, column: Int) = (0, 0)
    private var rootName: String?

    // One gx:Track, whose times and positions come in two lists.
    private var times: [TrackTime?] = []
    private var positions: [Fix?] = []
    // One placemark.
    private var stamp: TrackTime?
    private var pointFix: Fix?
    /// The lines without times, until it is known whether there are times.
    private var lines: [Fix] = []
    private var timedCount = 0
    private var placeCount = 0

    override var isForeign: Bool { rootName.map { $0 != "kml" && $0 != "Document" && $0 != "Folder" && $0 != "Placemark" } ?? false }

    override func start(_ name: UnsafePointer<xmlChar>, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        if rootName == nil { rootName = String(cString: name) }
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
            pointFix = nil
        case .lineString: lineBegins = true
        case .when, .coord, .coordinates: place = startOfTag()
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
        guard buffer.count + bytes.count <= Self.longestText else {
            overflow = true
            return
        }
        buffer.append(contentsOf: bytes)
    }

    override func end() {
        let role = stack.last ?? .other
        switch role {
        case .when where parent == .track:
            let time = overflow ? nil : buffer.withUnsafeBufferPointer { TimeText.iso8601($0) }
            if time == nil { fault(.badValue, place, "the time does not read as ISO 8601: \(text)", "its position is skipped") }
            if times.count < Self.mostPositions { times.append(time) }
        case .when where parent == .timeStamp: stamp = overflow ? nil : buffer.withUnsafeBufferPointer { TimeText.iso8601($0) }
        case .coord: takeCoord()
        case .coordinates: takeTuple()
        case .track: endTrack()
        case .placemark: endPlacemark()
        default: break
        }
        if !stack.isEmpty { stack.removeLast() }
    }

    private var text: String { buffer.withUnsafeBufferPointer { quoted(DecimalText.trimmed($0)) } }

    // MARK: Positions

    /// `longitude latitude [altitude]`, as gx:coord writes it, or with commas.
    private func fix(_ parts: [ArraySlice<UInt8>]) -> Fix? {
        let numbers = parts.prefix(3).map { part in part.withUnsafeBufferPointer { DecimalText.double($0) } }
        guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1], longitude.magnitude <= 180, latitude.magnitude <= 90
        else {
            fault(.badValue, place, "no position as longitude, latitude and altitude: \(text)", "it is skipped")
            return nil
        }
        var fix = Fix()
        fix.latitude = latitude
        fix.longitude = longitude
        if numbers.count > 2 { fix.altitude = numbers[2] }
        return fix
    }

    private func takeCoord() {
        guard parent == .track, positions.count < Self.mostPositions else { return }
        let parts = buffer.split { $0 <= 0x20 || $0 == 0x2C }
        // An empty one stands for a time without a position.
        positions.append(parts.isEmpty || overflow ? nil : fix(Array(parts)))
    }

    private func takeTuple() {
        guard !buffer.isEmpty, parent == .lineString || parent == .point else { return }
        defer {
            buffer.removeAll(keepingCapacity: true)
            overflow = false
        }
        guard !overflow, var fix = fix(buffer.split(separator: 0x2C)) else { return }
        if parent == .point {
            pointFix = fix
        } else if lines.count < Self.mostPositions {
            fix.startsSegment = lineBegins && !lines.isEmpty
            lineBegins = false
            lines.append(fix)
        }
    }

    private func endTrack() {
        if times.count != positions.count {
            fault(
                .fieldCount, startOfTag(), "a track of \(positions.count) positions with \(times.count) times",
                "what has both is read")
        }
        var isFirst = true
        for (time, position) in zip(times, positions) {
            guard let time, var fix = position else { continue }
            fix.time = time
            fix.startsSegment = isFirst && fixCount > 0
            isFirst = false
            timedCount += 1
            give(fix)
        }
        times.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
    }

    private func endPlacemark() {
        guard var fix = pointFix else { return }
        pointFix = nil
        guard let stamp else {
            placeCount += 1
            return
        }
        fix.time = stamp
        timedCount += 1
        give(fix)
    }

    // MARK: The end

    override func finish() {
        if timedCount == 0 { for fix in lines { give(fix) } }
        lines.removeAll()
    }

    override var contents: String { placeCount > 0 ? "\(placeCount) places without a time" : "" }
}
