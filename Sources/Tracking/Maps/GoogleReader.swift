// SPDX-License-Identifier: MIT
import PlainText

/// Reads the location history that Google exports: Takeout's `Records.json` (`latitudeE7`, `longitudeE7`, `timestamp` or
/// `timestampMs`) and Semantic Location History (the points of each `simplifiedRawPath`: `latE7`, `lngE7`), and the phones'
/// `Timeline.json` (`semanticSegments` with a `timelinePath` from Android, an array of segments from iOS, or `rawSignals` alone).
///
/// Such files are large, so they are read event by event in the memory of one object. People cut them with jq, so several objects may
/// follow each other.
public struct GoogleReader: FixReader {
    public let extraNames: [String] = []
    private let events: JSONReader
    private let source: String
    private var objects: [Object] = []
    private var key = ""
    private var fixCount = 0
    private var pathCount = 0
    private var faultCount = 0
    private var ended = false

    /// The fields read so far of an object that is still open.
    private struct Object {
        /// The object's key; empty in an array.
        let name: String
        var latitude: Double?
        var longitude: Double?
        var time: TrackTime?
        var start: TrackTime?
        /// Minutes after the segment's start.
        var offset: Double?
        var accuracy, altitude, speed, course: Double?
        var broken: String?
        let line: Int
    }

    public init(_ source: ByteSource) {
        self.source = source.name
        events = JSONReader(source, isSequence: true)
    }

    /// - Throws: `noFix` at the end of a document without a position; `unreadable`.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        while !ended {
            do throws(InputFault) {
                if let item = try step() { return item }
            } catch {
                ended = true
                if error.kind == .unreadable || fixCount == 0 { throw error }
                return .fault(error)
            }
        }
        guard fixCount == 0 else { return nil }
        throw InputFault(
            kind: .noFix, source: source, line: 0,
            message: "no position in this location history\(faultCount > 0 ? ": \(faultCount) broken ones" : "")",
            remedy: "export Records.json or Timeline.json again")
    }

    private mutating func step() throws(InputFault) -> ReaderItem? {
        guard let event = try events.next() else {
            ended = true
            return nil
        }
        switch event {
        case .key: key = events.string
        case .beginObject:
            objects.append(Object(name: key, line: events.line))
            key = ""
        case .endObject:
            guard let object = objects.popLast() else { return nil }
            return item(of: object)
        case .beginArray:
            // Activity guesses and nearby radios make up most of a Records.json.
            if ["activity", "wifiScan", "activeWifiScan", "locationMetadata", "probableActivities"].contains(key) {
                try events.skipContainer()
            }
            if key != "timelinePath", key != "locations" { key = "" }
        case .string, .number: set()
        default: break
        }
        return nil
    }

    private mutating func set() {
        guard !objects.isEmpty else { return }
        let last = objects.count - 1
        func time(_ unit: Int64?) -> TrackTime? {
            events.text.withUnsafeBufferPointer { TimeText.instant($0, unit: unit) }
        }
        switch key {
        case "latitudeE7", "latE7": objects[last].latitude = events.number.map(Self.degrees)
        case "longitudeE7", "lngE7": objects[last].longitude = events.number.map(Self.degrees)
        case "timestamp", "time": objects[last].time = time(nil)
        case "timestampMs": objects[last].time = objects[last].time ?? time(1_000_000)
        case "startTime": objects[last].start = time(nil)
        case "durationMinutesOffsetFromStartTime": objects[last].offset = events.number
        case "point", "LatLng":
            guard let (latitude, longitude) = Self.position(events.text) else {
                objects[last].broken = "not a position: '\(String(utf8: events.text, atMost: 40))'"
                return
            }
            objects[last].latitude = latitude
            objects[last].longitude = longitude
        case "accuracy", "accuracyMeters": objects[last].accuracy = events.number
        case "altitude", "altitudeMeters": objects[last].altitude = events.number
        case "velocity", "speedMetersPerSecond": objects[last].speed = events.number
        case "heading": objects[last].course = events.number
        default: break
        }
    }

    /// Degrees of a count of ten-millionths. Records.json has negative ones of some years as 32 bits without a sign.
    private static func degrees(_ count: Double) -> Double { (count > Double(Int32.max) ? count - 4_294_967_296 : count) / 1e7 }

    /// `35.6812°, 139.7671°`, or `geo:35.681200,139.767100`.
    private static func position(_ text: [UInt8]) -> (Double, Double)? {
        var bytes = text[...]
        if bytes.starts(with: Array("geo:".utf8)) { bytes = bytes.dropFirst(4) }
        let parts = bytes.split(separator: 0x2C)
        guard parts.count == 2 else { return nil }
        func degrees(_ part: ArraySlice<UInt8>) -> Double? {
            // The degree sign takes two bytes.
            let digits = part.filter { $0 < 0x80 }
            return digits.withUnsafeBufferPointer { DecimalText.double($0) }
        }
        guard let latitude = degrees(parts[0]), let longitude = degrees(parts[1]) else { return nil }
        return (latitude, longitude)
    }

    private mutating func item(of object: Object) -> ReaderItem? {
        let isPath = objects.last?.start != nil
        guard object.broken != nil || object.latitude != nil && object.longitude != nil else { return nil }
        let time: TrackTime?
        if let offset = object.offset, let start = objects.last?.start, offset.magnitude < 1e7 {
            time = TrackTime(nanoseconds: start.nanoseconds &+ Int64((offset * 60e9).rounded()))
        } else {
            time = object.time
        }
        // A visited place, or the start of an activity, is not a fix.
        if time == nil, object.broken == nil { return nil }
        // The radio's own fixes of the last weeks follow the path that was computed from them.
        if object.name == "position", pathCount > 0 { return nil }
        func fault(_ kind: InputFault.Kind, _ message: String) -> ReaderItem {
            faultCount += 1
            return .fault(InputFault(kind: kind, source: source, line: object.line, message: message, remedy: "it is skipped"))
        }
        if let broken = object.broken { return fault(.badValue, broken) }
        if let time, !TimeText.range.contains(time) { return fault(.outOfRange, "an offset to an impossible time: \(time)") }
        var fix = Fix()
        fix.time = time
        guard let latitude = object.latitude, let longitude = object.longitude, latitude.magnitude <= 90, longitude.magnitude <= 180 else {
            return fault(.outOfRange, "invalid position: \(object.latitude ?? 0), \(object.longitude ?? 0)")
        }
        fix.latitude = latitude
        fix.longitude = longitude
        fix.accuracy = object.accuracy
        fix.altitude = object.altitude
        fix.speed = object.speed
        fix.course = object.course == -1 ? nil : object.course
        fixCount += 1
        if isPath { pathCount += 1 }
        return .fix(fix.possible)
    }
}
