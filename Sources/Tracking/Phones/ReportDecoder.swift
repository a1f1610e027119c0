// SPDX-License-Identifier: MIT
import PlainText

/// Decodes one live report from a line, a post or a message: plain JSON objects (`time`, `lat`, `lon`, `speed`, ...), OwnTracks,
/// Traccar and its clients, Overland's GeoJSON features, Sensor Logger's readings, gpsd's TPV, Helsinki's HFP, aisstream.io's ships,
/// and the query form of OsmAnd, Traccar's client and GPSLogger.
///
/// Keys are recognised by their last part, as CSV columns are (`ColumnMeaning`); numbers may be nested and may be strings. The
/// remaining keys of the first fix that are numbers or null are the extra columns. Speeds are in metres per second unless the
/// source is known to use another unit: OwnTracks' `vel` is in km/h; positions from Traccar's server (`deviceId` and `fixTime`) and
/// posts from its client (`id` and `batt` in the query form) are in knots. The track is named by the first of `topic`, `device`,
/// `deviceId`, `uniqueId`, the names of tables (`TrackNames`) and `id` that is present and need not be cut.
public struct ReportDecoder {
    private enum Use {
        case skip
        /// Lower ranks win if an object carries several times.
        case time(unit: Int64?, rank: Int)
        case field(ColumnMeaning)
        /// A number in a plane: horizontal or vertical, its unit, and the extra column that it also fills.
        case plane(isX: Bool, PlaneScale?, extra: Int?)
        case extra(Int)
        /// Lower ranks win.
        case track(rank: Int)
        case ownTracksType, sensorName, gpsdClass, gpsdMode
    }
    private struct Key {
        let path: [UInt8]
        let use: Use
    }
    private static let mostExtras = 64
    private static let mostKeys = 512
    private static let timeRanks = ["tst", "fixtime", "time", "timestamp"]
    /// A ship's number counts before the receiver that heard it and the topic that carries it.
    private static let trackRanks = ["mmsi", "topic", "device", "deviceid", "uniqueid"] + TrackNames.certain + ["id"]
    private static let gpsdClasses: Set<String> = [
        "TPV", "SKY", "VERSION", "DEVICES", "DEVICE", "WATCH", "GST", "ATT", "IMU", "PPS", "TOFF", "OSC", "POLL", "RTCM2",
        "RTCM3", "AIS", "SUBFRAME", "RAW", "LLGPS",
    ]

    /// Names of the remaining numeric keys found so far.
    private(set) var extraNames: [String] = []
    /// The number of valid reports that carry no fix.
    private(set) var skippedCount = 0
    private let source: String
    /// The unit of numbers whose names do not imply one.
    private let scale: PlaneScale?
    private var json = JSONLine()
    private var keys: [Key] = []
    private var areNamesFixed = false
    /// The names of the keys of the last object whose dialect was asked for, and that dialect.
    private var dialectNames: [[UInt8]] = []
    private var knownDialect: CSVDialect?

    /// - Parameters:
    ///   - source: the name of the input in messages.
    ///   - scale: the unit of `x` and `y` if their names do not imply one; nil: metres.
    public init(source: String, scale: PlaneScale? = nil) {
        self.source = source
        self.scale = scale
    }

    /// Stops the addition of extra columns.
    mutating func fixExtraNames() { areNamesFixed = true }

    /// Decodes one report.
    /// - Parameter line: its line number, for messages; 0 if the source has no lines.
    /// - Returns: the fix, with `isNoFix` if the source reports that it has none; nil for a valid report without a fix (other
    ///   OwnTracks types, other gpsd classes).
    /// - Throws: the fault and its location.
    public mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, line: Int = 0) throws(InputFault) -> Fix? {
        guard QueryText.isQuery(bytes) else { return try object(bytes, line, isQuery: false) }
        guard let text = QueryText.json(bytes) else { throw fault(.malformed, line, 1, "the post is not text") }
        return try text.withUnsafeBufferPointer { json throws(InputFault) in try object(json, line, isQuery: true) }
    }

    private func fault(_ kind: InputFault.Kind, _ line: Int, _ column: Int?, _ message: String) -> InputFault {
        InputFault(
            kind: kind, source: source, line: line, column: column, message: message,
            remedy: line > 0 ? "the line is skipped" : "it is skipped")
    }

    private mutating func object(_ line: UnsafeBufferPointer<UInt8>, _ number: Int, isQuery: Bool) throws(InputFault) -> Fix? {
        if let column = json.scan(line) { throw fault(.malformed, number, column, "this is not a JSON object") }
        var fix = Fix()
        if !extraNames.isEmpty { fix.extras = [Double?](repeating: nil, count: extraNames.count) }
        var timeRank = Int.max
        var trackRank = Int.max
        var badTime: InputFault?
        var dilution: Double?
        var (hasBattery, hasSpeed) = (false, false)
        var (isGPSD, isLost) = (false, false)
        var heading: Double?
        var numericID: String?
        var across: Double?
        var up: Double?
        var planeScale = PlaneScale.metres
        func column(_ leaf: JSONLine.Leaf) -> Int? { isQuery ? nil : leaf.offset + 1 }
        for (order, leaf) in json.leaves.enumerated() {
            let bytes = json.bytes[leaf.value]
            if isQuery, json.bytes[leaf.path].elementsEqual("batt".utf8) { hasBattery = true }
            if isQuery, json.bytes[leaf.path].elementsEqual("speed".utf8) { hasSpeed = true }
            switch use(of: leaf, order: order) {
            case .skip: break
            case .ownTracksType:
                if bytes.elementsEqual("encrypted".utf8) {
                    throw fault(.unreadable, number, nil, "OwnTracks has encrypted this; delete the encryption key in the app's settings")
                }
                if !bytes.elementsEqual("location".utf8) { return skipReport() }
            case .sensorName:
                // Sensor Logger also sends an accelerometer's x and y.
                if isOtherSensor { return skipReport() }
            case .gpsdClass:
                let name = String(decoding: bytes, as: UTF8.self)
                if name == "ERROR" {
                    let words = json.leaves.first { json.bytes[$0.path].elementsEqual("message".utf8) }.map { json.bytes[$0.value] }
                    throw fault(.unreadable, number, nil, "gpsd reports: \(String(utf8: words ?? [], atMost: 200))")
                }
                if name != "TPV", Self.gpsdClasses.contains(name), !isHeardShip { return skipReport() }
                isGPSD = name == "TPV"
            case .gpsdMode:
                if let mode = Self.number(bytes), mode < 2 { isLost = true }
            case .track(var rank):
                let bytes = FleetPositions.vehicle(topic: bytes) ?? bytes
                let isNumericID = rank == Self.trackRanks.count - 1 && leaf.kind == .number
                // A name that is cut may become that of another track.
                if bytes.count > TrackNames.longest { rank += Self.trackRanks.count }
                guard rank < trackRank, leaf.kind.hasValue, !bytes.isEmpty else { continue }
                // A bare number in `id` is as often a row number as a name.
                if isNumericID {
                    numericID = String(decoding: bytes, as: UTF8.self)
                    continue
                }
                trackRank = rank
                fix.track = TrackNames.name(bytes)
            case .time(let unit, let rank):
                guard rank < timeRank, leaf.kind.hasValue else { continue }
                guard let time = Self.time(bytes, unit: unit) else {
                    // Another key may hold the time: OwnTracks' `t` is the trigger of the report.
                    badTime =
                        badTime
                        ?? fault(
                            .badValue, number, column(leaf), "not a time: '\(String(utf8: bytes, atMost: 40))'")
                    continue
                }
                fix.time = time
                timeRank = rank
            case .field(let named):
                if !leaf.kind.hasValue { continue }
                guard let value = Self.number(bytes) else {
                    throw fault(.badValue, number, column(leaf), "not a number: '\(String(utf8: bytes, atMost: 40))'")
                }
                let dialect = dialect(of: named, value)
                let meaning = dialect?.meanings[ColumnMeaning.key(text(leaf.name))] ?? named
                if dialect?.isAIS ?? false, meaning.isUnknownInAIS(value) {
                    if meaning == .latitude || meaning == .longitude { return skipReport() }
                    continue
                }
                do throws(MeaningFault) {
                    if meaning == .dilution {
                        var other = Fix()
                        try other.set(meaning, to: value)
                        dilution = other.accuracy
                    } else if !fix.has(meaning) {
                        try fix.set(meaning, named: text(leaf.name), to: value, heading: &heading)
                    }
                } catch { throw fault(error.kind, number, column(leaf), error.message) }
            case .plane(let isX, let named, let extra):
                guard let value = Self.number(bytes) else { continue }
                planeScale = named ?? scale ?? .metres
                if isX { across = across ?? value } else { up = up ?? value }
                if let extra {
                    while fix.extras.count <= extra { fix.extras.append(nil) }
                    fix.extras[extra] = value
                }
            case .extra(let index):
                guard leaf.kind == .number, let value = Self.number(bytes) else { continue }
                while fix.extras.count <= index { fix.extras.append(nil) }
                // Among keys with the same name the first wins, as for every other field.
                fix.extras[index] = fix.extras[index] ?? value
            }
        }
        if isQuery && hasBattery && hasSpeed && trackRank < Int.max {
            fix.speed = fix.speed.map { ColumnMeaning.SpeedUnit.knots.metresPerSecond($0) }
        }
        if fix.latitude == nil, fix.longitude == nil, let across, let up {
            guard let point = planeScale.point(x: across, y: up) else { throw fault(.outOfRange, number, nil, "x or y is out of range") }
            fix.plane = point
            fix.track = fix.track ?? numericID
        }
        if fix.accuracy == nil { fix.accuracy = dilution }
        if fix.course == nil { fix.course = heading }
        // A key whose value is null may have added a column.
        while fix.extras.count < extraNames.count { fix.extras.append(nil) }
        // Other sources use `mode` for other things.
        if isGPSD, isLost { return noFix(fix) }
        if fix.time == nil { throw badTime ?? fault(.missing, number, nil, noTime) }
        if (fix.latitude == nil) != (fix.longitude == nil) {
            throw fault(.missing, number, nil, "an object without \(fix.latitude == nil ? "lat" : "lon")")
        }
        return fix
    }

    /// Whether this is a reading of another of Sensor Logger's sensors, without a position: one that it sends, with the numbers in
    /// `values`, or one of its export.
    private var isOtherSensor: Bool {
        let paths = json.leaves.map { json.bytes[$0.path] }
        func has(_ key: String) -> Bool { paths.contains { $0.starts(with: key.utf8) } }
        return has("values.") && !has("values.lat") || has("sensor") && has("seconds_elapsed") && !has("lat")
    }

    /// Whether this is the position of a ship from AIS-catcher, which has gpsd's class `AIS` and the time of reception.
    private var isHeardShip: Bool {
        ["rxuxtime", "lat"].allSatisfy { key in json.leaves.contains { json.bytes[$0.path].elementsEqual(key.utf8) } }
    }

    /// The conventions of the source that writes such keys, where they matter for a value; found again only when the keys change.
    private mutating func dialect(of meaning: ColumnMeaning, _ value: Double) -> CSVDialect? {
        switch meaning {
        case .speed, .course: break
        case .latitude, .longitude: if !meaning.isUnknownInAIS(value) { return nil }
        default: return nil
        }
        if !json.leaves.elementsEqual(dialectNames, by: { json.bytes[$0.name].elementsEqual($1) }) {
            dialectNames = json.leaves.map { Array(json.bytes[$0.name]) }
            knownDialect = CSVDialect.of(json.leaves.map { ColumnMeaning.key(text($0.name)) })
        }
        return knownDialect
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: json.bytes[range], as: UTF8.self) }

    /// The message for an object without a time.
    private var noTime: String {
        let isFromHomeAssistant = json.leaves.contains {
            json.bytes[$0.path].elementsEqual("type".utf8) && json.bytes[$0.value].elementsEqual("update_location".utf8)
        }
        return isFromHomeAssistant
            ? "Home Assistant's app sends no time; use another app, or an automation that posts time, lat and lon"
            : "an object without a time"
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Double? { bytes.withUnsafeBufferPointer { DecimalText.double($0) } }

    private static func time(_ bytes: ArraySlice<UInt8>, unit: Int64?) -> TrackTime? {
        bytes.withUnsafeBufferPointer { TimeText.instant($0, unit: unit) }
    }

    private mutating func skipReport() -> Fix? {
        skippedCount += 1
        return nil
    }

    /// gpsd's mode 0 or 1: at most the time is known, and often not even that.
    private mutating func noFix(_ fix: Fix) -> Fix? {
        skippedCount += 1
        var lost = Fix()
        (lost.time, lost.track, lost.isNoFix) = (fix.time, fix.track, true)
        lost.extras = [Double?](repeating: nil, count: extraNames.count)
        return lost
    }

    // MARK: Keys

    /// The meaning of a key, cached by its path, since keys mostly come in the same order in every line.
    private mutating func use(of leaf: JSONLine.Leaf, order: Int) -> Use {
        let path = json.bytes[leaf.path]
        if order < keys.count, keys[order].path.elementsEqual(path) { return keys[order].use }
        if let known = keys.first(where: { $0.path.elementsEqual(path) }) {
            // A key first seen in a rejected object may still become an extra column of the first fix.
            return known.use
        }
        let use = newUse(of: leaf)
        if keys.count < Self.mostKeys { keys.append(Key(path: Array(path), use: use)) }
        return use
    }

    private mutating func newUse(of leaf: JSONLine.Leaf) -> Use {
        let name = text(leaf.name)
        let path = text(leaf.path)
        switch path {
        case "_type": return .ownTracksType
        case "name" where leaf.kind == .string, "sensor" where leaf.kind == .string: return .sensorName
        case "class": return .gpsdClass
        case "mode": return .gpsdMode
        // These belong to Traccar's device, not to its position.
        case "device.id", "position.id": return .skip
        // GeoJSON puts the longitude first.
        case "geometry.coordinates.0", "location.coordinates.0": return .field(.longitude)
        case "geometry.coordinates.1", "location.coordinates.1": return .field(.latitude)
        case "geometry.coordinates.2", "location.coordinates.2": return .field(.altitude(feet: false))
        // The second of the minute in an AIS message (aisstream.io), beside the time of reception.
        case _ where path.hasPrefix("Message.") && name == "Timestamp": return .skip
        default: break
        }
        if let own = FleetPositions.ownName(path) { return extraUse(own, of: leaf) }
        let key = ColumnMeaning.key(name)
        let owner = path.dropLast(name.utf8.count)
        if let rank = Self.trackRanks.firstIndex(of: key), ["", "device.", "position.", "properties.", "MetaData."].contains(owner) {
            return .track(rank: rank)
        }
        // The time of a point in Samsung Health's export, and of the answer of a train's portal.
        if ["starttime", "servertime"].contains(key) { return .time(unit: nil, rank: Self.timeRanks.count + 1) }
        if let meaning = ColumnMeaning(named: name) {
            switch meaning {
            case .time(let unit):
                let rank = Self.timeRanks.firstIndex(of: key) ?? Self.timeRanks.count
                return .time(unit: unit, rank: rank)
            case .date: return .skip
            case .planeX(let scale), .planeY(let scale):
                // It is also kept as an extra number.
                let extra = mayBeNumber(leaf) ? newExtra(path) : nil
                if case .planeX = meaning { return .plane(isX: true, scale, extra: extra) }
                return .plane(isX: false, scale, extra: extra)
            default: return .field(meaning)
            }
        }
        return CSVColumns.isWords(name) ? .skip : extraUse(path, of: leaf)
    }

    private mutating func extraUse(_ name: String, of leaf: JSONLine.Leaf) -> Use {
        guard mayBeNumber(leaf), let extra = newExtra(name) else { return .skip }
        return .extra(extra)
    }

    /// A sensor that has nothing to report yet sends null.
    private func mayBeNumber(_ leaf: JSONLine.Leaf) -> Bool { leaf.kind == .number || leaf.kind == .null }

    /// Adds an extra column while there is room. Keys that differ only in invalid bytes share one.
    private mutating func newExtra(_ path: String) -> Int? {
        if let known = extraNames.firstIndex(of: path) { return known }
        guard !areNamesFixed, extraNames.count < Self.mostExtras else { return nil }
        extraNames.append(path)
        return extraNames.count - 1
    }
}
