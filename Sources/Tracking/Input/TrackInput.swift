/// How an input is to be read, where that cannot be found out from it.
public struct TrackReading: Equatable, Sendable {
    /// Nil sniffs it from the first bytes.
    public var format: TrackFormat?
    /// Leave the dates of a receiver whose week counter has run over as they are.
    public var keepsDates = false

    /// Give a receiver's fix as soon as it is whole, rather than when the next begins: for lines that come as things happen.
    public var isLive = false
    /// What `x` and `y` count where their names do not tell it.
    public var plane: PlaneScale?
    /// Frames a second, where a file counts frames.
    public var frameRate: Double?
    /// Seconds for which fixes wait for earlier ones; 0 refuses late ones; nil gives all as they come.
    public var reorder: Double?
    /// The name of a format that gpsbabel reads, in place of one of ours.
    public var babelFormat: String?

    public init(format: TrackFormat? = nil, keepsDates: Bool = false, isLive: Bool = false) {
        self.format = format
        self.keepsDates = keepsDates
        self.isLive = isLive
    }
}

/// Opens a track: finds its format and gives its reader.
public enum TrackInput {
    /// - Parameters:
    ///   - path: a file, or `-` for standard input.
    ///   - format: nil sniffs it from the first bytes.
    /// - Throws: `unreadable`, `unknownFormat`, or what the format's reader throws at its start.
    public static func open(_ path: String, format: TrackFormat? = nil) throws(InputFault) -> any FixReader {
        try open(ByteSource(path: path), format: format)
    }

    /// The same over bytes from anywhere.
    public static func open(_ source: ByteSource, format: TrackFormat? = nil) throws(InputFault) -> any FixReader {
        try open(source, reading: TrackReading(format: format))
    }

    /// The same, read in a certain way.
    public static func open(_ source: ByteSource, reading: TrackReading) throws(InputFault) -> any FixReader {
        guard try source.isPacked() else { return try openPlain(source, reading) }
        return try UnpackingReader(source) { (bytes) throws(InputFault) in try openPlain(bytes, reading) }
    }

    private static func openPlain(_ source: ByteSource, _ reading: TrackReading) throws(InputFault) -> any FixReader {
        if let name = reading.babelFormat { return try GPXReader(GPSBabel.convert(source, from: name)) }
        let format = try format(of: source, reading: reading)
        if format == .nmea, !reading.isLive, try GPSDecode.reads(source) {
            return try JSONLinesReader(GPSDecode.convert(source), remedyForNone: "wait until the receiver has a fix, and record its NAV-PVT messages")
        }
        return switch format {
        case .gpx: try GPXReader(source)
        case .nmea: NMEAReader(source, keepsDates: reading.keepsDates, isLive: reading.isLive)
        case .csv: try CSVReader(source, scale: reading.plane)
        case .jsonl: try JSONLinesReader(source, scale: reading.plane)
        case .gpsd, .phones: try JSONLinesReader(source, scale: reading.plane, mayBeArray: !reading.isLive)
        case .mot: MOTReader(source, scale: reading.plane, frameRate: reading.frameRate)
        case .fit: try GPXReader(GPSBabel.convert(source, from: "garmin_fit"))
        case .kml: try KMLReader(source)
        case .kmz: try KMLReader(KMZ.kml(source))
        case .tcx: try TCXReader(source)
        case .geojson: GeoJSONReader(source)
        case .google: GoogleReader(source)
        }
    }

    /// Refuses by its first bytes what `open` would refuse by them; gives them again to whoever reads it next.
    public static func check(_ source: ByteSource, reading: TrackReading) throws(InputFault) {
        guard try !source.isPacked(), reading.babelFormat == nil else { return }
        _ = try format(of: source, reading: reading)
    }

    private static func format(of source: ByteSource, reading: TrackReading) throws(InputFault) -> TrackFormat {
        let format = reading.format
        let head = try source.peek(atMost: TrackFormat.headSize, until: format == nil ? TrackFormat.isEnough : { !$0.isEmpty })
        if let format, !head.isEmpty { return format }
        return try TrackFormat.sniff(head: head, source: source.name)
    }
}
