// SPDX-License-Identifier: MIT
import CLibXML2
import PlainText

/// Turns the elements of a GPX 1.0 or 1.1 document into fixes and faults, in document order.
///
/// Elements are matched by their local names, so that a missing, unusual or undeclared namespace does not matter. Speed and course are
/// taken from `trkpt` itself (1.0), from its extensions (1.1) and from Geo Tracker's attributes; every other numeric element of a point
/// is an extra column. Each `trkseg` after the first fix starts a segment. `hdop` replaces a missing accuracy, at `metresPerDilution`. A
/// point with a malformed position or time is reported with its location and skipped; any other malformed element is left out of its
/// fix.
///
/// Driven by `XMLTrackParser` from libxml2's callbacks, on one thread.
final class GPXElements: XMLElements {
    /// Longer than any number or time; longer text is neither.
    private static let longestText = 128
    private static let mostExtras = 64
    private enum Role {
        case track, segment, point, waypoint, route, routePoint
        case time, elevation, speed, course, accuracy, dilution
        /// Text that is never shown as a number, even if it looks like one.
        case words
        case other
    }
    /// The elements that matter, by their names.
    private static let roles: [String: Role] = [
        "trk": .track, "trkseg": .segment, "trkpt": .point, "wpt": .waypoint, "rte": .route, "rtept": .routePoint, "time": .time,
        "ele": .elevation, "speed": .speed, "course": .course, "bearing": .course, "accuracy": .accuracy, "hacc": .accuracy,
        "hAcc": .accuracy, "hdop": .dilution, "name": .words, "cmt": .words, "desc": .words, "src": .words, "link": .words,
        "sym": .words, "type": .words, "fix": .words, "url": .words, "urlname": .words, "text": .words,
    ]
    /// The number of points examined for their extra columns before the first fix is returned.
    static let pointsAhead = 256
    /// The user-equivalent range error that turns a dilution of precision into metres (GPSLogger, gpsd use 4 to 6).
    static let metresPerDilution = 5.0

    private(set) var extraNames: [String] = []
    private var extraNamesFixed = false

    private var depth: Int { path.count }
    private var pointDepth: Int?
    private var trackDepth: Int?
    /// The name of the track, while it is read.
    private var trackName: [UInt8]?
    private var leafDepth: Int?
    private var leaf: (called: String, role: Role) = ("", .other)
    private var leafPlace: (line: Int, column: Int) = (0, 0)
    private var leafText: [UInt8] = []
    /// The trailing spaces, which count only if more text follows.
    private var leafBlanks = 0
    private var leafOverflow = false

    private var fix = Fix()
    private var dilution: Double?
    private var pointIsBroken = false
    private var segmentPending = false

    private var trackCount = 0
    private var pointCount = 0
    private var waypointCount = 0
    private var routeCount = 0
    private var routePointCount = 0

    /// True once the root element has shown that the document has another format.
    override var isForeign: Bool { rootName != nil && rootName != "gpx" }

    override func noTrack(in format: String) -> (message: String, remedy: String) { noPoints }

    func fixExtraNames() { extraNamesFixed = true }

    override func takePending() -> ReaderItem? {
        guard let item = super.takePending() else { return nil }
        if extraNames.isEmpty { return item }
        guard case .fix(var fix) = item, fix.extras.count < extraNames.count else { return item }
        fix.extras.append(contentsOf: repeatElement(nil, count: extraNames.count - fix.extras.count))
        return .fix(fix)
    }

    // MARK: Callbacks

    override func start(_ name: String, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        let role = Self.roles[name] ?? .other
        if let pointDepth {
            leafDepth = depth
            leaf = (name, role)
            leafPlace = startOfTag()
            leafText.removeAll(keepingCapacity: true)
            leafBlanks = 0
            leafOverflow = false
            // A time or elevation at a deeper level belongs to something else.
            if depth > pointDepth + 1, role == .time || role == .elevation { leafDepth = nil }
            // Geo Tracker: <geotracker:meta c="218.37" s="0.73"/>.
            if name == "meta" {
                for (letter, role) in [("c", Role.course), ("s", .speed)] as [(StaticString, Role)] {
                    guard let text = value(of: letter, attributes, count: count), let number = DecimalText.double(text) else { continue }
                    take(number, as: role, text: text)
                }
            }
            return
        }
        switch role {
        case .track:
            trackCount += 1
            trackDepth = depth
            beginTrack()
        case .words where trackDepth == depth - 1 && name == "name": trackName = []
        case .segment: segmentPending = fixCount > 0
        case .waypoint: waypointCount += 1
        case .route: routeCount += 1
        case .routePoint: routePointCount += 1
        case .point: startPoint(attributes, count: count)
        default: break
        }
    }

    override func text(_ bytes: UnsafeBufferPointer<xmlChar>) {
        if let length = trackName?.count { trackName?.append(contentsOf: bytes.prefix(Self.longestText - length)) }
        guard leafDepth == depth, pointDepth != nil, !leafOverflow, leaf.role != .words else { return }
        // Drops the spaces at both ends, however long they are and however the text is split.
        let rest = leafText.isEmpty ? bytes.drop { $0 <= 0x20 } : bytes[...]
        guard let last = rest.lastIndex(where: { $0 > 0x20 }) else {
            leafBlanks += rest.count
            return
        }
        let needed = rest[...last]
        let room = Self.longestText - leafText.count
        leafOverflow = leafBlanks + needed.count > room
        leafText.append(contentsOf: repeatElement(0x20, count: min(leafBlanks, room)))
        leafText.append(contentsOf: needed.prefix(max(0, room - leafBlanks)))
        leafBlanks = rest.endIndex - needed.endIndex
    }

    override func end() {
        if let pointDepth {
            if depth == pointDepth {
                endPoint()
            } else if leafDepth == depth {
                endLeaf()
            }
            leafDepth = nil
        } else if let name = trackName.take() {
            nameTrack(name)
        } else if depth == trackDepth {
            trackDepth = nil
        }
    }

    // MARK: Points

    private func startPoint(_ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        pointDepth = depth
        pointCount += 1
        fix = Fix()
        dilution = nil
        pointIsBroken = false
        let latitude = value(of: "lat", attributes, count: count)
        let longitude = value(of: "lon", attributes, count: count)
        guard let latitude, let longitude else {
            pointIsBroken = true
            fault(.missing, startOfTag(), "a track point without \(latitude == nil ? "lat" : "lon")", "the point is skipped")
            return
        }
        fix.latitude = coordinate(latitude, called: "lat", limit: 90)
        if fix.latitude != nil { fix.longitude = coordinate(longitude, called: "lon", limit: 180) }
    }

    /// The value of a tag's attribute.
    private func value(
        of name: StaticString, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) -> UnsafeBufferPointer<xmlChar>? {
        for attribute in 0..<count {
            // Five pointers per attribute: local name, prefix, URI, value and its end.
            guard let attributes, let known = attributes[attribute * 5], matches(known, name),
                let first = attributes[attribute * 5 + 3], let last = attributes[attribute * 5 + 4]
            else { continue }
            return UnsafeBufferPointer(start: first, count: last - first)
        }
        return nil
    }

    private func coordinate(_ value: UnsafeBufferPointer<xmlChar>, called name: String, limit: Double) -> Double? {
        guard let number = DecimalText.double(value) else {
            pointIsBroken = true
            fault(.badValue, place(of: value), "\(name) is not a number: \(quoted(value))", "the point is skipped")
            return nil
        }
        guard number.magnitude <= limit else {
            pointIsBroken = true
            fault(
                .outOfRange, place(of: value), "\(name) \(quoted(value)) is outside -\(Int(limit)) to \(Int(limit)) degrees",
                "the point is skipped")
            return nil
        }
        return number
    }

    private func endPoint() {
        pointDepth = nil
        if pointIsBroken { return }
        if fix.accuracy == nil, let dilution { fix.accuracy = dilution * Self.metresPerDilution }
        fix.startsSegment = segmentPending
        segmentPending = false
        emit(fix)
    }

    private func endLeaf() {
        guard !pointIsBroken else { return }
        let role = leaf.role
        if role == .words || leafOverflow && role == .other { return }
        leafText.withUnsafeBufferPointer { bytes in
            let text = DecimalText.trimmed(bytes)
            if text.isEmpty { return }
            if role == .time {
                fix.time = leafOverflow ? nil : TimeText.iso8601(text)
                if fix.time == nil {
                    pointIsBroken = true
                    let (kind, message) = TimeText.fault(text, quoted: quoted(text))
                    fault(kind, leafPlace, message, "the point is skipped")
                }
                return
            }
            guard !leafOverflow, let number = DecimalText.double(text) else {
                if role != .other {
                    fault(.badValue, leafPlace, "\(leaf.called) is not a number: \(quoted(text))", "the value is ignored")
                }
                return
            }
            take(number, as: role, text: text)
        }
    }

    private func take(_ number: Double, as role: Role, text: UnsafeBufferPointer<UInt8>) {
        // Some programs write -1 for unknown.
        let unknown = number == -1
        switch role {
        case .elevation: fix.altitude = number
        case .speed where unknown, .course where unknown, .accuracy where unknown, .dilution where unknown: break
        case .speed where number < 0, .accuracy where number < 0, .dilution where number < 0:
            fault(.outOfRange, leafPlace, "\(leaf.called) is negative: \(quoted(text))", "the value is ignored")
        case .speed: if fix.speed == nil { fix.speed = number }
        case .course:
            guard let course = Fix.course(degrees: number) else {
                fault(.outOfRange, leafPlace, "\(leaf.called) is not a direction: \(quoted(text))", "the value is ignored")
                return
            }
            if fix.course == nil { fix.course = course }
        case .accuracy: if fix.accuracy == nil { fix.accuracy = number }
        case .dilution:
            dilution = number
            setExtra(number)
        case .other: setExtra(number)
        default: break
        }
    }

    private func setExtra(_ number: Double) {
        let known = extraNames.firstIndex(of: leaf.called)
        if known == nil {
            guard !extraNamesFixed, extraNames.count < Self.mostExtras else { return }
            extraNames.append(leaf.called)
        }
        let index = known ?? extraNames.count - 1
        if fix.extras.count <= index {
            fix.extras.append(contentsOf: repeatElement(nil, count: max(index + 1, extraNames.count) - fix.extras.count))
        }
        if fix.extras[index] == nil { fix.extras[index] = number }
    }
}

extension GPXElements {
    /// The message and remedy for a document without a fix: what it holds instead, and what to do.
    private var noPoints: (message: String, remedy: String) {
        var holds: [String] = []
        func count(_ number: Int, _ one: String, _ many: String? = nil) {
            if number > 0 { holds.append(CountText.of(number, one, many)) }
        }
        count(waypointCount, "waypoint")
        count(routeCount, "route")
        count(routePointCount, "route point")
        count(trackCount, "track without usable points", "tracks without usable points")
        let message = holds.isEmpty ? "the GPX holds no track" : "the GPX holds no track points, only \(holds.joined(separator: ", "))"
        let remedy =
            routePointCount > 0
            ? "record a ride, or turn the route into a track: gpsbabel -i gpx -f IN -x transform,trk=rte -o gpx -F OUT"
            : pointCount > 0
                ? "see the faults of its \(CountText.of(pointCount, "point"))"
                : trackCount > 0
                    ? "an indoor ride has no positions: export it as TCX, which keeps its speed; otherwise record the track again"
                    : "record or export a track (trk, trkseg, trkpt)"
        return (message, remedy)
    }
}
