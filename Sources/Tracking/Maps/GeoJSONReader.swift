// SPDX-License-Identifier: MIT
import PlainText

/// Reads GeoJSON (RFC 7946), also as a text sequence (RFC 8142) or as one text per line, feature by feature: points with a `time`
/// property, also those of a saved post of Overland, and lines with times in `coordTimes`, `times` or
/// `coordinateProperties.times`, or without times.
///
/// Longitude comes before latitude; a third number is the altitude. Other geometries are skipped and counted. Each line, and each
/// part of a MultiLineString, starts a segment. `speed`, `course`, `accuracy` and similar properties of a point are recognised by
/// name (`ColumnMeaning`); `id` or `track` names the track, but a number in a point's `id` does not. Memory is that of one feature,
/// of up to 300,000 positions.
public struct GeoJSONReader: FixReader {
    private static let mostPositions = 300_000

    public let extraNames: [String] = []
    /// The lines.
    public private(set) var documentTracks: [DocumentTrack] = []
    private let events: JSONReader
    private let source: String
    private var feature = Feature()
    /// The feature whose fixes are being returned, and how many have been returned.
    private var current = Feature()
    private var returnedCount = 0
    private var returnedParts = 0
    /// The fault to return before the fixes.
    private var pending: InputFault?
    private var fixCount = 0
    private var otherGeometries = 0
    private var ended = false

    /// The part of a feature that has been read so far.
    private struct Feature {
        var positions: [(latitude: Double, longitude: Double, altitude: Double?)] = []
        /// Where each part of the geometry begins in `positions`.
        var parts: [Int] = []
        var times: [TrackTime?] = []
        var isPoint = false
        /// The properties of a point, and where its vehicle points.
        var fix = Fix()
        var heading: Double?
        var isShip = false
        /// A number in `id`: it names the track of a line. That of a point is as often the number of a row.
        var numericID: String?
        var name: String?
        var line = 0
        var broken: String?
    }

    public init(_ source: ByteSource) {
        self.source = source.name
        events = JSONReader(source, isSequence: true)
    }

    /// - Throws: `noFix` at the end of a document without a position, with a description of its contents; `unreadable`.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        while true {
            if let fault = pending.take() { return .fault(fault) }
            if returnedCount < current.positions.count { return .fix(nextFix()) }
            if ended {
                guard fixCount == 0 else { return nil }
                throw InputFault(
                    kind: .noFix, source: source, line: 0,
                    message: "no track in this GeoJSON"
                        + (otherGeometries > 0
                            ? ": \(CountText.of(otherGeometries, "geometry is neither a point nor a line", "geometries are neither points nor lines"))"
                            : ""),
                    remedy: "export lines or points")
            }
            do throws(InputFault) {
                try read()
            } catch {
                ended = true
                if error.kind == .unreadable || fixCount == 0 { throw error }
                pending = error
            }
        }
    }

    // MARK: The document

    /// Reads to the end of the next feature.
    private mutating func read() throws(InputFault) {
        var key = ""
        while let event = try events.next() {
            switch event {
            case .key: key = events.string
            case .beginObject:
                switch key {
                case "geometry": try readGeometry()
                case "properties": try readProperties()
                // Overland repeats its newest position, and where the trip began.
                case "current", "trip": try events.skipContainer()
                // A feature, or the collection itself.
                default: break
                }
                key = ""
            case .beginArray:
                switch key {
                case "coordinates": try readCoordinates(depth: events.depth)
                case "features", "geometries", "locations": break
                default: try events.skipContainer()
                }
                key = ""
            case .string, .number:
                if key == "type" { setType() }
                guard key == "id" else { continue }
                if event == .number {
                    if feature.numericID == nil { feature.numericID = trackName }
                } else if feature.fix.track == nil {
                    feature.fix.track = trackName
                }
            case .endObject:
                if !feature.positions.isEmpty || feature.broken != nil {
                    endFeature()
                    return
                }
                feature = Feature()
            default: break
            }
        }
        ended = true
    }

    private mutating func readGeometry() throws(InputFault) {
        let depth = events.depth
        var key = ""
        while events.depth >= depth, let event = try events.next() {
            switch event {
            case .key: key = events.string
            case .string where key == "type": setType()
            case .beginArray where key == "coordinates": try readCoordinates(depth: events.depth)
            case .beginArray where key != "geometries", .beginObject where key != "geometries": try events.skipContainer()
            default: break
            }
        }
    }

    private mutating func setType() {
        switch events.string {
        case "Point": feature.isPoint = true
        case "Polygon", "MultiPolygon": feature.broken = ""
        default: break
        }
    }

    /// Numbers at any depth: the innermost arrays are positions, and each array of positions is a part.
    private mutating func readCoordinates(depth: Int) throws(InputFault) {
        feature.line = events.line
        var numbers: [Double] = []
        var isPart = true
        while events.depth >= depth, let event = try events.next() {
            switch event {
            case .beginArray:
                numbers.removeAll(keepingCapacity: true)
            case .number:
                if numbers.count < 4, let number = events.number { numbers.append(number) }
            case .word: numbers.append(.nan)
            case .endArray:
                if numbers.isEmpty {
                    isPart = true
                    continue
                }
                add(numbers, isPart: isPart)
                isPart = false
                numbers.removeAll(keepingCapacity: true)
            default: break
            }
        }
    }

    private mutating func add(_ numbers: [Double], isPart: Bool) {
        guard numbers.count >= 2, numbers[0].magnitude <= 180, numbers[1].magnitude <= 90 else {
            if feature.broken == nil { feature.broken = "a position that is not longitude and latitude in degrees" }
            return
        }
        guard feature.positions.count < Self.mostPositions else {
            feature.broken = "a line of more than \(Self.mostPositions) positions"
            return
        }
        if isPart { feature.parts.append(feature.positions.count) }
        feature.positions.append((numbers[1], numbers[0], numbers.count > 2 && numbers[2].isFinite ? numbers[2] : nil))
    }

    private mutating func readProperties() throws(InputFault) {
        let depth = events.depth
        var key = ""
        var inTimes: Int?
        while events.depth >= depth, let event = try events.next() {
            if let within = inTimes, events.depth < within { inTimes = nil }
            switch event {
            case .key: key = ColumnMeaning.key(events.string)
            case .beginArray where inTimes == nil:
                if key == "coordtimes" || key == "times" { inTimes = events.depth } else { try events.skipContainer() }
            case .beginObject where key != "coordinateproperties": try events.skipContainer()
            case .string, .number, .word:
                if inTimes != nil {
                    if feature.times.count < Self.mostPositions { feature.times.append(event == .word ? nil : time(unit: nil)) }
                } else if event != .word {
                    setProperty(key, isNumber: event == .number)
                }
            default: break
            }
        }
    }

    private func time(unit: Int64?) -> TrackTime? {
        events.text.withUnsafeBufferPointer { TimeText.instant($0, unit: unit) }
    }

    /// The text that has just been read, as the name of a track.
    private var trackName: String { TrackNames.name(events.text) }

    private mutating func setProperty(_ key: String, isNumber: Bool) {
        switch key {
        case "id" where isNumber:
            feature.numericID = trackName
            return
        case "id", "track",
            _ where TrackNames.certain.contains(key):
            feature.fix.track = trackName
            feature.isShip = feature.isShip || key == "mmsi"
            return
        // Digitraffic's ships have the second of the minute in `timestamp`.
        case "timestampexternal":
            feature.fix.time = time(unit: nil)
            return
        default: break
        }
        if key == "name" { feature.name = trackName }
        guard let meaning = ColumnMeaning(named: key) else { return }
        switch meaning {
        case .time(let unit): if feature.fix.time == nil { feature.fix.time = time(unit: unit) }
        case .latitude, .longitude, .date: break
        default:
            guard let number = events.number, !feature.isShip || !meaning.isUnknownInAIS(number), !feature.fix.has(meaning) else { return }
            try? feature.fix.set(meaning, named: key, to: number, heading: &feature.heading)
        }
    }

    // MARK: Fixes

    private mutating func endFeature() {
        var feature = feature
        self.feature = Feature()
        if feature.fix.course == nil { feature.fix.course = feature.heading }
        if !feature.isPoint, feature.fix.track == nil { feature.fix.track = feature.numericID }
        if let broken = feature.broken {
            if broken.isEmpty {
                otherGeometries += 1
                return
            }
            pending = InputFault(
                kind: .outOfRange, source: source, line: feature.line, message: "a feature with \(broken)",
                remedy: "the feature is skipped")
            return
        }
        let isTimed = feature.times.count == feature.positions.count
        if !feature.times.isEmpty, !isTimed {
            pending = InputFault(
                kind: .fieldCount, source: source, line: feature.line,
                message: "a line of \(feature.positions.count) positions with \(feature.times.count) times",
                remedy: "its times are ignored")
        }
        current = feature
        if !isTimed { current.times = [] }
        returnedCount = 0
        returnedParts = 0
    }

    private mutating func nextFix() -> Fix {
        let position = current.positions[returnedCount]
        if returnedCount == 0, !current.isPoint, documentTracks.count < DocumentTracks.most {
            documentTracks.append(DocumentTrack(name: current.name, start: fixCount))
        }
        var fix = current.isPoint ? current.fix : Fix()
        fix.track = current.fix.track
        fix.latitude = position.latitude
        fix.longitude = position.longitude
        fix.altitude = position.altitude ?? fix.altitude
        if !current.times.isEmpty { fix.time = current.times[returnedCount] }
        if returnedParts < current.parts.count, current.parts[returnedParts] == returnedCount {
            returnedParts += 1
            fix.startsSegment = fixCount > 0 && !current.isPoint
        }
        returnedCount += 1
        fixCount += 1
        return fix
    }
}
