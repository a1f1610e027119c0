/// Reads one report as it comes in, from a line, a post or a message: plain JSON objects (`time`, `lat`, `lon`, `speed`, ...),
/// OwnTracks, Traccar and its clients, gpsd's TPV, and the query form of OsmAnd, Traccar's client and GPSLogger.
///
/// Keys are known by their last part as CSV columns are (`ColumnMeaning`); numbers may be nested and may stand in strings. The
/// further numeric keys of the first fix are the extra columns. Speeds are metres per second but where the source is known to
/// mean another: OwnTracks' `vel` is km/h; positions as Traccar's server gives them (`deviceId` and `fixTime`) and what its
/// client posts (`id` and `batt` in the query form) are knots. Whose position it is, `topic`, `device`, `device_id`, `uniqueId`,
/// `deviceId`, `tid` and `id` say, the first of these that is there.
public struct ReportDecoder {
    private enum Use {
        case skip
        /// Lower ranks win where an object carries several times.
        case time(unit: Int64?, rank: Int)
        case field(ColumnMeaning)
        /// A number in a plane: across or up, what it counts, and the extra column that it is as well.
        case plane(isX: Bool, PlaneScale?, extra: Int?)
        case extra(Int)
        /// Lower ranks win.
        case track(rank: Int)
        case ownTracksType, gpsdClass, gpsdMode
        case serverTime(rank: Int)
    }
    private struct Key {
        let path: [UInt8]
        let use: Use
    }
    private static let mostExtras = 64
    private static let mostKeys = 512
    private static let longestTrack = 128
    private static let timeRanks = ["tst", "fixtime", "time", "timestamp"]
    private static let trackRanks = ["topic", "device", "deviceid", "uniqueid", "trackid", "objectid", "tid", "id"]
    private static let gpsdClasses: Set<String> = [
        "TPV", "SKY", "VERSION", "DEVICES", "DEVICE", "WATCH", "GST", "ATT", "IMU", "PPS", "TOFF", "OSC", "ERROR", "POLL", "RTCM2",
        "RTCM3", "AIS", "SUBFRAME", "RAW", "LLGPS",
    ]

    /// Names of the further numeric keys, as far as they are known.
    public private(set) var extraNames: [String] = []
    /// Reports that were rightly no fix.
    public private(set) var passedOver = 0
    private let source: String
    /// What numbers count whose names do not tell it.
    private let scale: PlaneScale?
    private var json = JSONLine()
    private var keys: [Key] = []
    private var namesFixed = false

    /// - Parameters:
    ///   - source: what messages call the input.
    ///   - scale: what `x` and `y` count where their names do not tell it; nil: metres.
    public init(source: String, scale: PlaneScale? = nil) {
        self.source = source
        self.scale = scale
    }

    /// From now on no extra column is added.
    public mutating func fixExtraNames() { namesFixed = true }

    /// Reads one report.
    /// - Parameter line: its number, for messages; 0 where lines have none.
    /// - Returns: the fix, `isNoFix` where the source says that it has none; nil for what is rightly no fix (other OwnTracks types,
    ///   other gpsd classes).
    /// - Throws: what is wrong with it, with its place.
    public mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, line: Int = 0) throws(InputFault) -> Fix? {
        guard QueryText.isQuery(bytes) else { return try object(bytes, line, isQuery: false) }
        guard let text = QueryText.json(bytes) else { throw fault(.malformed, line, 1, "the post is not text") }
        var result: Result<Fix?, InputFault> = .success(nil)
        text.withUnsafeBufferPointer { json in
            do throws(InputFault) { result = .success(try object(json, line, isQuery: true)) } catch { result = .failure(error) }
        }
        return try result.get()
    }

    private func fault(_ kind: InputFault.Kind, _ line: Int, _ column: Int?, _ message: String) -> InputFault {
        InputFault(kind: kind, source: source, line: line, column: column, message: message, remedy: line > 0 ? "the line is skipped" : "it is skipped")
    }

    private mutating func object(_ line: UnsafeBufferPointer<UInt8>, _ number: Int, isQuery: Bool) throws(InputFault) -> Fix? {
        if let column = json.scan(line) { throw fault(.malformed, number, column, "this is not a JSON object") }
        var fix = Fix()
        if !extraNames.isEmpty { fix.extras = [Double?](repeating: nil, count: extraNames.count) }
        var timeRank = Int.max
        var trackRank = Int.max
        var badTime: InputFault?
        var dilution: Double?
        var isServers = false
        var hasBattery = false
        var hasSpeed = false
        var isGPSD = false
        var isLost = false
        var numericID: String?
        var across: Double?
        var up: Double?
        var planeScale = PlaneScale.metres
        func column(_ leaf: JSONLine.Leaf) -> Int? { isQuery ? nil : leaf.offset + 1 }
        for (order, leaf) in json.leaves.enumerated() {
            let bytes = json.bytes[leaf.value]
            if isQuery, json.bytes[leaf.path].elementsEqual("batt".utf8) { hasBattery = true }
            if isQuery, json.bytes[leaf.path].elementsEqual("speed".utf8) { hasSpeed = true }
            var use = use(of: leaf, order: order)
            if case .serverTime(let rank) = use {
                isServers = true
                use = .time(unit: nil, rank: rank)
            }
            switch use {
            case .skip, .serverTime: break
            case .ownTracksType:
                if !bytes.elementsEqual("location".utf8) { return passOver() }
            case .gpsdClass:
                let name = String(decoding: bytes, as: UTF8.self)
                if name != "TPV", Self.gpsdClasses.contains(name) { return passOver() }
                isGPSD = name == "TPV"
            case .gpsdMode:
                if let mode = Self.number(bytes), mode < 2 { isLost = true }
            case .track(let rank):
                guard rank < trackRank, leaf.kind != .other, !bytes.isEmpty, bytes.count <= Self.longestTrack else { continue }
                // A bare number in `id` counts rows as often as it names things.
                if rank == Self.trackRanks.count - 1, leaf.kind == .number {
                    numericID = String(decoding: bytes, as: UTF8.self)
                    continue
                }
                trackRank = rank
                fix.track = String(decoding: bytes, as: UTF8.self)
            case .time(let unit, let rank):
                guard rank < timeRank, leaf.kind != .other else { continue }
                guard let time = Self.time(bytes, unit: unit) else {
                    // Another key may hold the time: OwnTracks' `t` says what made it report.
                    badTime = badTime ?? fault(
                        .badValue, number, column(leaf), "the time does not read: '\(String(decoding: bytes.prefix(40), as: UTF8.self))'")
                    continue
                }
                fix.time = time
                timeRank = rank
            case .field(let meaning):
                if leaf.kind == .other { continue }
                guard let value = Self.number(bytes) else {
                    throw fault(.badValue, number, column(leaf), "no number: '\(String(decoding: bytes.prefix(40), as: UTF8.self))'")
                }
                do throws(MeaningFault) {
                    if meaning == .dilution {
                        var other = Fix()
                        try other.set(meaning, to: value)
                        dilution = other.accuracy
                    } else if !fix.has(meaning) {
                        try fix.set(meaning, to: value)
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
                // Of keys that read the same the first holds, as for every other field.
                fix.extras[index] = fix.extras[index] ?? value
            }
        }
        if isServers && trackRank < Int.max || isQuery && hasBattery && hasSpeed && trackRank < Int.max {
            fix.speed = fix.speed.map { ColumnMeaning.SpeedUnit.knots.metresPerSecond($0) }
        }
        if fix.latitude == nil, fix.longitude == nil, let across, let up {
            guard let point = planeScale.point(x: across, y: up) else { throw fault(.outOfRange, number, nil, "x or y is out of all bounds") }
            fix.plane = point
            fix.track = fix.track ?? numericID
        }
        if fix.accuracy == nil { fix.accuracy = dilution }
        // Others count other things in `mode`.
        if isGPSD, isLost { return noFix(fix) }
        if fix.time == nil { throw badTime ?? fault(.missing, number, nil, "an object without a time") }
        if (fix.latitude == nil) != (fix.longitude == nil) {
            throw fault(.missing, number, nil, "an object without \(fix.latitude == nil ? "lat" : "lon")")
        }
        return fix
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Double? { bytes.withUnsafeBufferPointer { DecimalText.double($0) } }

    private static func time(_ bytes: ArraySlice<UInt8>, unit: Int64?) -> TrackTime? {
        bytes.withUnsafeBufferPointer { TimeText.count($0, unit: unit) ?? TimeText.iso8601($0) }
    }

    private mutating func passOver() -> Fix? {
        passedOver += 1
        return nil
    }

    /// gpsd's mode 0 or 1: nothing but the time is known, often not even that.
    private mutating func noFix(_ fix: Fix) -> Fix? {
        passedOver += 1
        var lost = Fix()
        lost.time = fix.time
        lost.track = fix.track
        lost.isNoFix = true
        lost.extras = [Double?](repeating: nil, count: extraNames.count)
        return lost
    }

    // MARK: Keys

    /// What a key means; remembered by its path, which mostly stands in the same order in every line.
    private mutating func use(of leaf: JSONLine.Leaf, order: Int) -> Use {
        let path = json.bytes[leaf.path]
        if order < keys.count, keys[order].path.elementsEqual(path) { return keys[order].use }
        if let known = keys.first(where: { $0.path.elementsEqual(path) }) {
            // A key of a first, refused object may still become an extra column of the first fix.
            return known.use
        }
        let use = newUse(of: leaf)
        if keys.count < Self.mostKeys { keys.append(Key(path: Array(path), use: use)) }
        return use
    }

    private mutating func newUse(of leaf: JSONLine.Leaf) -> Use {
        let name = String(decoding: json.bytes[leaf.name], as: UTF8.self)
        let path = String(decoding: json.bytes[leaf.path], as: UTF8.self)
        switch path {
        case "_type": return .ownTracksType
        case "class": return .gpsdClass
        case "mode": return .gpsdMode
        // Traccar's device, not its position, has these too.
        case "device.id", "position.id": return .skip
        default: break
        }
        let key = ColumnMeaning.key(name)
        if let rank = Self.trackRanks.firstIndex(of: key), path == name || path.hasPrefix("device.") || path.hasPrefix("position.") {
            return .track(rank: rank)
        }
        if let meaning = ColumnMeaning(named: name) {
            switch meaning {
            case .time(let unit):
                let rank = Self.timeRanks.firstIndex(of: key) ?? Self.timeRanks.count
                return key == "fixtime" ? .serverTime(rank: rank) : .time(unit: unit, rank: rank)
            case .date: return .skip
            case .planeX(let scale), .planeY(let scale):
                // It stays a number of its own, too.
                let extra = leaf.kind == .number ? newExtra(path) : nil
                if case .planeX = meaning { return .plane(isX: true, scale, extra: extra) }
                return .plane(isX: false, scale, extra: extra)
            default: return .field(meaning)
            }
        }
        guard leaf.kind == .number, !CSVColumns.isWords(name), let extra = newExtra(path) else { return .skip }
        return .extra(extra)
    }

    /// A column of its own, while there is room. Keys that differ only in bytes that are no text are one.
    private mutating func newExtra(_ path: String) -> Int? {
        guard !namesFixed, extraNames.count < Self.mostExtras, !extraNames.contains(path) else { return nil }
        extraNames.append(path)
        return extraNames.count - 1
    }
}

extension Fix {
    /// Whether a column of this meaning has been set already.
    func has(_ meaning: ColumnMeaning) -> Bool {
        switch meaning {
        case .latitude: latitude != nil
        case .longitude: longitude != nil
        case .speed: speed != nil
        case .course: course != nil
        case .accuracy: accuracy != nil
        case .altitude: altitude != nil
        case .dilution, .time, .date, .planeX, .planeY: false
        }
    }
}
