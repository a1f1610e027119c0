/// Reads one JSON object a line: plain objects (`time`, `lat`, `lon`, `speed`, ...), OwnTracks locations, what Traccar and its
/// clients post, and gpsd's TPV reports; they may be mixed.
///
/// Keys are known by their last part as CSV columns are (`ColumnMeaning`); numbers may be nested and may stand in strings. The
/// further numeric keys of the first fix are the extra columns. Lines that are rightly no fix (other OwnTracks types, other
/// gpsd classes, TPV without a fix) are passed over; broken ones are skipped with their place.
public struct JSONLinesReader: FixReader {
    private enum Use {
        case skip
        /// Lower ranks win where an object carries several times.
        case time(unit: Int64?, rank: Int)
        case field(ColumnMeaning)
        case extra(Int)
        case ownTracksType, gpsdClass, gpsdMode
    }
    private struct Key {
        let path: [UInt8]
        let use: Use
    }
    private static let mostExtras = 64
    private static let mostKeys = 512
    /// Broken lines held back while the first good one, which names the columns, is sought.
    private static let mostHeld = 1000
    private static let timeRanks = ["tst", "fixtime", "time", "timestamp"]
    private static let gpsdClasses: Set<String> = [
        "TPV", "SKY", "VERSION", "DEVICES", "DEVICE", "WATCH", "GST", "ATT", "IMU", "PPS", "TOFF", "OSC", "ERROR", "POLL", "RTCM2",
        "RTCM3", "AIS", "SUBFRAME", "RAW", "LLGPS",
    ]

    public private(set) var extraNames: [String] = []
    private let source: ByteSource
    private let lines: LineReader
    private var json = JSONLine()
    private var keys: [Key] = []
    private var namesFixed = false
    private var held: [ReaderItem] = []
    private var heldPlace = 0
    private var fixCount = 0
    private var passedOver = 0
    private var lastFault: InputFault?
    private var verdictGiven = false

    /// Reads as far as the first fix, whose numeric keys name the extra columns.
    public init(_ source: ByteSource) throws(InputFault) {
        self.source = source
        lines = LineReader(source)
        while fixCount == 0, held.count < Self.mostHeld, let line = try lines.next() {
            if let item = read(line) { held.append(item) }
        }
        namesFixed = true
    }

    public mutating func next() throws(InputFault) -> ReaderItem? {
        if heldPlace < held.count {
            heldPlace += 1
            return held[heldPlace - 1]
        }
        while let line = try lines.next() {
            if let item = read(line) { return item }
        }
        if fixCount == 0, !verdictGiven {
            verdictGiven = true
            let cause = lastFault.map { ": \($0.message)" } ?? (passedOver > 0 ? ": \(passedOver) objects of other kinds" : "")
            throw InputFault(
                kind: .noFix, source: source.name, line: lastFault?.line ?? 0, column: lastFault?.column,
                message: "no fix in these JSON lines\(cause)", remedy: "each line is an object such as {\"time\":...,\"lat\":...,\"lon\":...}")
        }
        return nil
    }

    private mutating func read(_ line: LineReader.Line) -> ReaderItem? {
        do throws(InputFault) {
            guard let fix = try fix(line) else { return nil }
            fixCount += 1
            return .fix(fix)
        } catch {
            lastFault = error
            return .fault(error)
        }
    }

    /// Nil for a line that is rightly no fix.
    private mutating func fix(_ line: LineReader.Line) throws(InputFault) -> Fix? {
        func fault(_ kind: InputFault.Kind, _ column: Int?, _ message: String) -> InputFault {
            InputFault(
                kind: kind, source: source.name, line: line.number, column: column, message: message, remedy: "the line is skipped")
        }
        if line.tooLong { throw fault(.malformed, nil, "a line longer than \(LineReader.longest) bytes") }
        if DecimalText.trimmed(line.bytes).isEmpty { return nil }
        if let column = json.scan(line.bytes) { throw fault(.malformed, column, "this is not a JSON object") }
        var fix = Fix()
        if !extraNames.isEmpty { fix.extras = [Double?](repeating: nil, count: extraNames.count) }
        var timeRank = Int.max
        var dilution: Double?
        for (order, leaf) in json.leaves.enumerated() {
            let bytes = UnsafeBufferPointer(rebasing: line.bytes[leaf.value])
            switch use(of: leaf, order: order) {
            case .skip: break
            case .ownTracksType:
                if !bytes.elementsEqual("location".utf8) { return passOver() }
            case .gpsdClass:
                let name = String(decoding: bytes, as: UTF8.self)
                if name != "TPV", Self.gpsdClasses.contains(name) { return passOver() }
            case .gpsdMode:
                if let mode = DecimalText.double(bytes), mode < 2 { return passOver() }
            case .time(let unit, let rank):
                guard rank < timeRank, leaf.kind != .other else { continue }
                guard let time = TimeText.count(bytes, unit: unit) ?? TimeText.iso8601(bytes) else {
                    throw fault(
                        .badValue, leaf.value.lowerBound + 1, "the time does not read: '\(String(decoding: bytes.prefix(40), as: UTF8.self))'")
                }
                fix.time = time
                timeRank = rank
            case .field(let meaning):
                if leaf.kind == .other { continue }
                guard let number = DecimalText.double(bytes) else {
                    throw fault(
                        .badValue, leaf.value.lowerBound + 1, "no number: '\(String(decoding: bytes.prefix(40), as: UTF8.self))'")
                }
                do throws(MeaningFault) {
                    if meaning == .dilution {
                        var other = Fix()
                        try other.set(meaning, to: number)
                        dilution = other.accuracy
                    } else if !fix.has(meaning) {
                        try fix.set(meaning, to: number)
                    }
                } catch { throw fault(error.kind, leaf.value.lowerBound + 1, error.message) }
            case .extra(let index):
                guard leaf.kind == .number, let number = DecimalText.double(bytes) else { continue }
                while fix.extras.count <= index { fix.extras.append(nil) }
                fix.extras[index] = number
            }
        }
        if fix.accuracy == nil { fix.accuracy = dilution }
        if fix.time == nil { throw fault(.missing, nil, "an object without a time") }
        if (fix.latitude == nil) != (fix.longitude == nil) {
            throw fault(.missing, nil, "an object without \(fix.latitude == nil ? "lat" : "lon")")
        }
        return fix
    }

    private mutating func passOver() -> Fix? {
        passedOver += 1
        return nil
    }

    // MARK: Keys

    /// What a key means; remembered by its path, which mostly stands in the same order in every line.
    private mutating func use(of leaf: JSONLine.Leaf, order: Int) -> Use {
        let path = json.paths[leaf.path]
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
        let name = String(decoding: json.paths[leaf.name], as: UTF8.self)
        let path = String(decoding: json.paths[leaf.path], as: UTF8.self)
        switch path {
        case "_type": return .ownTracksType
        case "class": return .gpsdClass
        case "mode": return .gpsdMode
        default: break
        }
        if let meaning = ColumnMeaning(named: name) {
            switch meaning {
            case .time(let unit):
                return .time(unit: unit, rank: Self.timeRanks.firstIndex(of: ColumnMeaning.key(name)) ?? Self.timeRanks.count)
            case .date: return .skip
            default: return .field(meaning)
            }
        }
        guard !namesFixed, leaf.kind == .number, extraNames.count < Self.mostExtras, !CSVColumns.isWords(name) else { return .skip }
        extraNames.append(path)
        return .extra(extraNames.count - 1)
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
        case .dilution, .time, .date: false
        }
    }
}
